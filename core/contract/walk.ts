/** The one walk through the graph of nodes. */
import { opened, type AnyNode } from './node-kinds.ts'
import type { Node, Nodes } from './node.ts'

export const inputsOf = ({ inputs }: Node<any>): readonly Node<any>[] => Object.values(inputs)

/**
 * The nodes under these, each once, a node before those that it rests on. `next` says where to go on from a node:
 * without it to all its inputs. Where it gives null, the node itself does not count either.
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
