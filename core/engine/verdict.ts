/** Whether a call is charged, free because nothing is known, or failed because no source answered. */
import type { Endpoint } from '../contract/endpoint.ts'
import type { Node } from '../contract/node.ts'
import { isQuestion } from '../contract/node-kinds.ts'
import { identitySections, pricedNodes, requiredNodes } from './endpoint-facts.ts'
import { isUnscored } from './explain.ts'
import { isPassingReason } from '../contract/upstream.ts'
import { isFault, isGap, unasked, type Missing } from './gap.ts'
import { valueAt } from './sections.ts'

/** Failures: no question was answered, for that reason. `plugin_failed`: only the plugin failed. */
const reasonsAlone = ['upstream_timeout', 'upstream_changed', 'not_asked', 'plugin_failed'] as const
export type Verdict = 'known' | 'nothing_known' | 'upstream_failed' | (typeof reasonsAlone)[number]

export const verdictOf = (
  endpoint: Endpoint,
  data: Readonly<Record<string, unknown>>,
  known: ReadonlyMap<Node<unknown>, unknown>,
  missing: readonly Missing[],
): Verdict => {
  const required = requiredNodes(endpoint),
    priced = pricedNodes(endpoint)
  // A gap in an unpriced section does not turn a failed call into an answer.
  const due = [...known]
    .filter(([node, value]) => isQuestion(node) && !required.has(node) && value !== unasked)
    .filter(([node, value]) => priced.has(node) || !isGap(value))
    .map(([, value]) => value)
  if (due.length === 0) return 'known'
  const down = due
    .filter(isFault)
    .map(({ root }) => root.reason)
    .filter((reason) => reason === 'upstream_changed' || isPassingReason(reason))
  if (down.length === due.length)
    return reasonsAlone.find((one) => down.every((reason) => reason === one)) ?? 'upstream_failed'
  const nothing =
    missing.length > 0 && missing.every(({ reason }) => reason === 'plugin_failed') ? 'plugin_failed' : 'nothing_known'
  if (due.every(isGap)) return nothing
  const identity = identitySections(endpoint)
  const more = Object.keys(endpoint.sections)
    .filter((name) => !identity.has(name) && endpoint.sections[name]!.unpriced !== true)
    .map((name) => valueAt(data, name))
    .filter((value) => value !== undefined)
  return more.length > 0 && !more.some(isKnown) ? nothing : 'known'
}

/** Whether a section tells something. An empty list does; a score without a number does not. */
export const isKnown = (value: unknown): boolean => {
  if (value === null || value === undefined || isUnscored(value)) return false
  if (Array.isArray(value) || typeof value !== 'object') return true
  const within = Object.values(value)
  return within.length === 0 || within.some(isKnown)
}
