/** Names the questions of an endpoint, the same in every process that has the same endpoint. */
import type { Endpoint } from '../contract/endpoint.ts'
import { questionsIn } from '../contract/node-kinds.ts'
import type { QuestionNode } from '../contract/node.ts'
import { onceFor } from '../contract/once.ts'
import { nodesOf } from '../registry/graph.ts'

/** `<source>.<operation>`, with `#2` for the second node that asks it, in the order of the endpoint's graph. */
export const questionNames = onceFor((endpoint: Endpoint): ReadonlyMap<QuestionNode, string> => {
  const counts = new Map<string, number>()
  return new Map(
    questionsIn(nodesOf(endpoint)).map((node) => {
      const name = `${node.operation.source.id}.${node.operation.id}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [node, count === 1 ? name : `${name}#${count}`] as const
    }),
  )
})
