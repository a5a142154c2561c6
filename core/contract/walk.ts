/** Walks the graph of nodes. */
import { opened, type AnyNode } from './node-kinds.ts'
import type { Node, Nodes } from './node.ts'

export const inputsOf = ({ inputs }: Node<any>): readonly Node<any>[] => Object.values(inputs)

/**
 * All nodes under these, each once, in preorder. `next` returns the nodes to visit below a node, by default all its
 * inputs; where it returns null, the node itself is left out too.
 */
export const walk = (
  from: Nodes,
  next: (node: AnyNode) => readonly Node<any>[] | null = inputsOf,
): ReadonlySet<AnyNode> => {
  const found = new Set<AnyNode>()
  const visit = (one: Node<any>): void => {
    const node = opened(one)
    const below = found.has(node) ? null : next(node)
    if (below === null) return
    found.add(node)
    below.forEach(visit)
  }
  Object.values(from).forEach(visit)
  return found
}
