/** A question of a node: what is asked, and what came of it. */
import { isNotCovered, type Part } from '../contract/absence.ts'
import type { QuestionNode } from '../contract/node.ts'
import type { Operation } from '../contract/operation.ts'
import { UpstreamFault } from '../contract/upstream.ts'
import type { Gap } from './gap.ts'

/** What came of one question. */
export interface Came {
  readonly value: unknown
  readonly at: number
  readonly parts: readonly Part[]
}
export const gone = (value: Gap): Came => ({ value, at: Infinity, parts: [] })
/** What is not known of several answers, as one: of each thing that is said, how much is known on the whole. */
export const together = (answers: readonly Came[]): readonly Part[] => {
  const whole = answers.length
  return [
    ...Map.groupBy(
      answers.flatMap(({ parts }) => parts),
      ({ why }) => why,
    ),
  ].map(([why, alike]) =>
    alike.some(({ known }) => known === undefined)
      ? { why }
      : { why, known: 1 - alike.reduce((sum, { known }) => sum + (1 - known!), 0) / whole },
  )
}

export const faultOnly = (fault: unknown): UpstreamFault => {
  if (fault instanceof UpstreamFault) return fault
  throw fault
}

export const nameOf = ({ id, source }: Operation<any, any>): string => `operation '${id}' of '${source.id}'`

/** The plugin's question or, for `each`, its list of them: upstream data that is no list would get past the type. */
export const questionFrom = (node: QuestionNode, given: unknown): unknown => {
  const question = node.input(given)
  if (
    node.kind === 'each' &&
    question !== null &&
    question !== undefined &&
    !Array.isArray(question) &&
    !isNotCovered(question)
  )
    throw new TypeError('each needs a list of questions')
  return question
}
