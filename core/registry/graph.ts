/** The nodes of an endpoint, cached because a start asks several times. */
import type { Endpoint } from '../contract/endpoint.ts'
import type { AnyNode } from '../contract/node-kinds.ts'
import type { Node } from '../contract/node.ts'
import { onceFor } from '../contract/once.ts'
import { walk } from '../contract/walk.ts'

/** The nodes that an endpoint refers to directly. */
const rootsOf = ({ sections, required, matched, nation }: Endpoint): Readonly<Record<string, Node<unknown>>> =>
  Object.fromEntries([
    ...required.map((node, i) => [`required.${i}`, node] as const),
    ...(nation ? [['nation', nation] as const] : []),
    ...(matched ? [['matched', matched] as const] : []),
    ...Object.entries(sections).flatMap(([name, { inputs }]) =>
      Object.entries(inputs).map(([key, node]) => [`${name}:${key}`, node] as const),
    ),
  ])

export const nodesOf = onceFor((endpoint: Endpoint): ReadonlySet<AnyNode> => walk(rootsOf(endpoint)))
