/** Which failure a value bears with: an author's `maybe`, `some` or `each(maybe(…))` that lost something to it. */
import type { Node, Nodes } from '../contract/node.ts'
import type { AnyNode } from '../contract/node-kinds.ts'
import type { Reason } from '../contract/upstream.ts'
import { inputsOf, walk } from '../contract/walk.ts'
import { isThere, lookedAt } from './contribution.ts'
import type { Results } from './evaluation.ts'
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

/** Whether one of these values was made without something that failed. */
export const toleratesFailure = (inputs: Nodes, results: Results): boolean => tolerates(inputs, results, isFailure)

/** The same for gates, for which a place that a source does not cover was not looked at either. */
export const isPartlyUnlooked = (inputs: Nodes, results: Results): boolean => tolerates(inputs, results, isUnlooked)

const tolerates = (inputs: Nodes, { known, partial }: Results, isLost: (value: unknown) => boolean): boolean => {
  /** The gap behind a `maybe` that gave null. */
  const behind = (node: Node<unknown>): unknown => known.get(node) ?? (node.inputs['of'] && behind(node.inputs['of']))
  const bearsLoss = (node: AnyNode): boolean =>
    isLost(partial.get(node)) ||
    (node.kind === 'maybe' && isLost(behind(node))) ||
    (node.kind === 'some' && inputsOf(node).some((one) => isLost(behind(one))))
  return [...walk(inputs, (node) => (isThere(node, known) ? lookedAt(node, known) : null))].some(bearsLoss)
}
