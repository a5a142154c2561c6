/** Names the questions of an endpoint, the same in every process that has the same endpoint. */
import type { Endpoint } from '../contract/endpoint.ts'
import { questionsIn } from '../contract/node-kinds.ts'
import type { QuestionNode } from '../contract/node.ts'
import { nodesOf } from '../registry/graph.ts'

const named = new WeakMap<Endpoint, ReadonlyMap<QuestionNode, string>>()

/** `<source>.<operation>`, with `#2` for the second node that asks it, in the order of the endpoint's graph. */
export const questionNames = (endpoint: Endpoint): ReadonlyMap<QuestionNode, string> => {
  const known = named.get(endpoint)
  if (known) return known
  const counts = new Map<string, number>()
  const names = new Map(
    questionsIn(nodesOf(endpoint)).map((node) => {
      const name = `${node.operation.source.id}.${node.operation.id}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [node, count === 1 ? name : `${name}#${count}`] as const
    }),
  )
  named.set(endpoint, names)
  return names
}
