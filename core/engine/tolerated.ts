/** Which failure a value bears with: an author's `maybe`, `some` or `each(maybe(…))` that lost something to it. */
import type { Node, Nodes } from '../contract/node.ts'
import type { Reason } from '../contract/upstream.ts'
import { lookedAt, type Known } from './contribution.ts'
import { isGap, type Gap } from './gap.ts'

/** That a source holds nothing, or does not cover the place, is no failure. */
const failures: ReadonlySet<Gap['reason']> = new Set<Reason>([
  'not_configured',
  'not_imported',
  'not_licensed',
  'not_asked',
  'upstream_failed',
  'upstream_timeout',
  'plugin_failed',
])
const isFailure = (value: unknown): boolean => isGap(value) && failures.has(value.root.reason)
const isUnlooked = (value: unknown): boolean =>
  isFailure(value) || (isGap(value) && value.root.reason === 'not_covered')

export interface Tolerating extends Pick<Known, 'known'> {
  /** The gaps of single answers in a tolerant `each`. */
  readonly partial: ReadonlyMap<Node<unknown>, Gap>
}

/** Whether one of these values was made without something that failed. */
export const toleratesFailure = (inputs: Nodes, given: Tolerating): boolean => tolerates(inputs, given, isFailure)

/** The same for gates, for which a place that a source does not cover was not looked at either. */
export const isPartlyUnlooked = (inputs: Nodes, given: Tolerating): boolean => tolerates(inputs, given, isUnlooked)

const tolerates = (inputs: Nodes, { known, partial }: Tolerating, isLost: (value: unknown) => boolean): boolean => {
  const seen = new Set<Node<unknown>>()
  /** The gap behind a `maybe` that gave null. */
  const behind = (node: Node<unknown>): unknown => known.get(node) ?? (node.inputs['of'] && behind(node.inputs['of']))
  const visit = (node: Node<unknown>): boolean => {
    if (seen.has(node) || !known.has(node)) return false
    seen.add(node)
    const of = Object.values(node.inputs)
    if (isLost(partial.get(node))) return true
    if (node.kind === 'maybe' && known.get(node) === null) return isLost(behind(node))
    if (node.kind === 'some' && of.some((one) => isLost(behind(one)))) return true
    return (node.kind === 'first' ? lookedAt(of, known) : of).some((one) => !isGap(known.get(one)) && visit(one))
  }
  return Object.values(inputs).some(visit)
}
