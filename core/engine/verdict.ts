/** Whether a call is charged, free because nothing is known, or failed because no source answered; and by what. */
import type { Endpoint } from '../contract/endpoint.ts'
import { isQuestion, isScore } from '../contract/node-kinds.ts'
import type { Scored } from '../contract/score.ts'
import { identitySections, pricedNodes, requiredNodes } from './endpoint-facts.ts'
import { isUnscored } from './explain.ts'
import { isFailure } from '../contract/upstream.ts'
import { isFault, isGap, unasked, type Missing } from './gap.ts'
import { valueAt } from './sections.ts'
import { ofFailure, type SettledNodes } from './settled.ts'

/** Failures: no question was answered, for that reason. `plugin_failed`: only the plugin failed. */
const reasonsAlone = ['upstream_timeout', 'upstream_changed', 'not_asked', 'plugin_failed'] as const
export type Verdict = 'known' | 'nothing_known' | 'upstream_failed' | (typeof reasonsAlone)[number]

export const verdictOf = (
  endpoint: Endpoint,
  data: Readonly<Record<string, unknown>>,
  settled: SettledNodes,
  missing: readonly Missing[],
  tells: (section: string) => boolean,
): Verdict => {
  const required = requiredNodes(endpoint),
    priced = pricedNodes(endpoint)
  // A gap in an unpriced section does not turn a failed call into an answer.
  const due = [...settled]
    .filter(([node, { value }]) => isQuestion(node) && !required.has(node) && value !== unasked)
    .filter(([node, { value }]) => priced.has(node) || !isGap(value))
    .map(([, { value }]) => value)
  if (due.length === 0) return 'known'
  const down = due
    .filter(isFault)
    .map(({ root }) => root.reason)
    .filter(isFailure)
  if (down.length === due.length)
    return reasonsAlone.find((one) => down.every((reason) => reason === one)) ?? 'upstream_failed'
  const nothing =
    missing.length > 0 && missing.every(({ reason }) => reason === 'plugin_failed') ? 'plugin_failed' : 'nothing_known'
  if (due.every(isGap)) return nothing
  const identity = identitySections(endpoint)
  const more = Object.keys(endpoint.sections)
    .filter((name) => !identity.has(name) && endpoint.sections[name]!.unpriced !== true)
    .filter((name) => valueAt(data, name) !== undefined)
  return more.length > 0 && !more.some(tells) ? nothing : 'known'
}

/** Whether a section tells something of the subject, beyond which one it is. */
export const telling =
  (endpoint: Endpoint, data: Readonly<Record<string, unknown>>, settled: SettledNodes) =>
  (name: string): boolean => {
    const { from, inputs, unpriced } = endpoint.sections[name]!
    const value = valueAt(data, name)
    if (unpriced || !isKnown(value)) return false
    if (from === 'summary' && identitySections(endpoint).has(name)) return false
    const on = Object.values(inputs)
    if (on.some((node) => isScore(node) && (settled.get(node)?.value as Scored | undefined)?.score === null))
      return false
    // Nothing was found, and something could not be asked.
    return !(isEmpty(value) && on.some((node) => ((settled.get(node)?.without ?? 0) & ofFailure) !== 0))
  }

/** An empty list is known; a score without a number is not. */
const isKnown = (value: unknown): boolean => {
  if (value === null || value === undefined || isUnscored(value)) return false
  if (Array.isArray(value) || typeof value !== 'object') return true
  const within = Object.values(value)
  return within.length === 0 || within.some(isKnown)
}

/** Lists, counts and totals of nothing. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : !value
