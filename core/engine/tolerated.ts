/** Whether a value was made without something that failed, which `maybe`, `some` or `each(maybe(…))` let pass. */
import type { Node, Nodes } from '../contract/node.ts'
import type { AnyNode } from '../contract/node-kinds.ts'
import type { Reason } from '../contract/upstream.ts'
import { inputsOf, walk } from '../contract/walk.ts'
import { isThere, lookedAt } from './contribution.ts'
import type { Results } from './evaluation.ts'
import { isGap, type Gap } from './gap.ts'

/** Without `no_data` and `not_covered`: they are answers. */
const failures: ReadonlySet<Gap['reason']> = new Set<Reason>([
  'not_configured',
  'not_imported',
  'not_licensed',
  'not_asked',
  'no_sample',
  'upstream_failed',
  'upstream_timeout',
  'plugin_failed',
])
const isFailure = (value: unknown): boolean => isGap(value) && failures.has(value.root.reason)
const isUnlooked = (value: unknown): boolean =>
  isFailure(value) || (isGap(value) && value.root.reason === 'not_covered')

export const toleratesFailure = (inputs: Nodes, results: Results): boolean => tolerates(inputs, results, isFailure)

/** For gates: a source that does not cover the place has told nothing about it either. */
export const isPartlyUnlooked = (inputs: Nodes, results: Results): boolean => tolerates(inputs, results, isUnlooked)

const tolerates = (inputs: Nodes, { known, partial }: Results, isLost: (value: unknown) => boolean): boolean => {
  /** The value, or the gap that `maybe` turned into null. */
  const gapBehind = (node: Node<unknown>): unknown =>
    known.get(node) ?? (node.inputs['of'] && gapBehind(node.inputs['of']))
  const lostSomething = (node: AnyNode): boolean =>
    isLost(partial.get(node)) ||
    (node.kind === 'maybe' && isLost(gapBehind(node))) ||
    (node.kind === 'some' && inputsOf(node).some((one) => isLost(gapBehind(one))))
  return [...walk(inputs, (node) => (isThere(node, known) ? lookedAt(node, known) : null))].some(lostSomething)
}
