/**
 * What an endpoint rests on, found once for each: a start asks several times, and some graphs have hundreds of nodes.
 */
import type { Endpoint } from '../contract/endpoint.ts'
import type { Node, Nodes } from '../contract/node.ts'

type AnyNode = Node<any>

const gather = (inputs: Nodes, found: Set<AnyNode>): Set<AnyNode> => {
  for (const name in inputs) {
    const one = inputs[name]!
    if (found.has(one)) continue
    found.add(one)
    gather(one.inputs, found)
  }
  return found
}

/** In the order of `walk`; a generator in a generator would take several times as long. */
export const nodesUnder = (inputs: Nodes): ReadonlySet<AnyNode> => gather(inputs, new Set())

/** Every node an endpoint rests on, by the name of what it feeds. */
export const rootsOf = ({ sections, required, matched, nation }: Endpoint): Readonly<Record<string, Node<unknown>>> =>
  Object.fromEntries([
    ...required.map((node, i) => [`required.${i}`, node] as const),
    ...(nation ? [['nation', nation] as const] : []),
    ...Object.entries({ ...sections, ...(matched && { matched }) }).flatMap(([name, { inputs }]) =>
      Object.entries(inputs).map(([key, node]) => [`${name}:${key}`, node] as const),
    ),
  ])

const known = new WeakMap<Endpoint, ReadonlySet<AnyNode>>()

export const nodesOf = (endpoint: Endpoint): ReadonlySet<AnyNode> => {
  const nodes = known.get(endpoint) ?? nodesUnder(rootsOf(endpoint))
  known.set(endpoint, nodes)
  return nodes
}
