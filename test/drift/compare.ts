/** What a renamed field does to an answer. */
import type { Missing } from '../../core/engine/gap.ts'
import type { Scored } from '../../core/contract/score.ts'

export interface Outcome {
  /** Null where there is no answer: why. */
  readonly data: Readonly<Record<string, unknown>> | null
  readonly missing: readonly Missing[]
  readonly scored: readonly Scored[]
  /** Why a required node has no value. */
  readonly refused: string | null
}

/**
 * - `same`: nothing in the answer rests on the field
 * - `gap`: what changed is named in `missing` or `rows_unread`, or is doubt in the score's bounds
 * - `stated`: something is null that was known; all else is as it was
 * - `silent`: something else is said, as if it were so
 */
export type Verdict = 'same' | 'gap' | 'stated' | 'silent'
export interface Comparison {
  readonly verdict: Verdict
  /** What is said differently, one line each. */
  readonly lies: readonly string[]
  /** A number, a list, a flag, a word that is no prose, a score or a verdict: what a caller counts on. */
  readonly counts: boolean
}

interface Difference {
  readonly path: string
  readonly kind: 'lost' | 'text' | 'other'
  readonly line: string
}

const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** Members of a score, and what is said of it: these are compared by what the bounds allow. */
const judged = new Set([
  'score',
  'rating',
  'confidence',
  'recommendation',
  'said',
  'signals',
  'factors',
  'bounds',
  'possible_ratings',
  'override',
  'verdict',
  'verdict_because',
  'possible_verdicts',
  'points',
  'points_between',
  'contribution',
  'risk_contribution',
])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const unread = (value: unknown): number => (isObject(value) ? Number(value['rows_unread'] ?? 0) : 0)

/** A match says itself what agrees: one that rests on less is no lie, a surer one is. */
const sureness = (match: Readonly<Record<string, unknown>>): number =>
  ['possible', 'likely', 'certain'].indexOf(String(match['sure']))

/** Differences below a value, without those that a score's bounds or `rows_unread` speak of. */
const differences = (was: unknown, is: unknown, path = ''): readonly Difference[] => {
  if (Object.is(was, is)) return []
  const at = (kind: Difference['kind']): readonly Difference[] => [
    { path, kind, line: `${path}: ${brief(was)} → ${brief(is)}` },
  ]
  if (is === null) return at('lost')
  if (Array.isArray(was) && Array.isArray(is))
    return was.length === is.length
      ? was.flatMap((entry, i) => differences(entry, is[i], `${path}[${i}]`))
      : [{ path, kind: 'other', line: `${path}: ${was.length} → ${is.length} entries` }]
  if (isObject(was) && isObject(is)) {
    if (unread(is) > unread(was)) return []
    if ('agreed' in was && sureness(is) <= sureness(was)) return []
    const doubted = 'bounds' in was && 'possible_ratings' in was
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((name) => !(doubted && judged.has(name)))
      .flatMap((name) => differences(was[name], is[name], path === '' ? name : `${path}.${name}`))
  }
  return at(typeof was === 'string' && typeof is === 'string' && /\s/.test(was) ? 'text' : 'other')
}

/** What a score says that the truth contradicts. */
const scoreLies = (was: Scored, is: Scored): readonly string[] => {
  const lies: string[] = []
  if (was.score !== null && (was.score < is.bounds.low || was.score > is.bounds.high))
    lies.push(`score: ${was.score} → ${is.score}, ${is.bounds.low} to ${is.bounds.high}`)
  if (was.rating !== null && !is.possible_ratings.includes(was.rating))
    lies.push(`rating: ${was.rating} → ${is.rating}, of ${is.possible_ratings.join(', ')}`)
  for (const { factor, points, detail } of was.signals) {
    const now = is.signals.find((signal) => signal.factor === factor)
    if (now === undefined) lies.push(`${factor}: gone`)
    else if (points !== now.points) {
      const [low, high] = now.points_between ?? [now.points, now.points]
      if (now.detail.startsWith('Does not apply') && !detail.startsWith('Does not apply'))
        lies.push(`${factor}: ${now.detail}`)
      else if (low === null || high === null || (points !== null && (points < low! - 0.1 || points > high! + 0.1)))
        if (now.points !== null) lies.push(`${factor}: ${points} → ${now.points} points`)
    }
  }
  return lies
}

const failing = new Set(['upstream_failed', 'upstream_timeout', 'depends_on', 'not_imported', 'partly'])

export const compare = (was: Outcome, is: Outcome): Comparison => {
  if (was.data === null) return { verdict: 'same', lies: [], counts: false }
  if (is.data === null) {
    const failed = failing.has(is.refused ?? '')
    return { verdict: failed ? 'gap' : 'silent', lies: failed ? [] : [`no answer: ${is.refused}`], counts: !failed }
  }
  const known = new Set(was.missing.map(({ section, source, reason }) => `${section} ${source} ${reason}`))
  const rows = is.missing.filter(({ section, source, reason }) => !known.has(`${section} ${source} ${reason}`))
  const gaps = rows.filter(({ reason }) => failing.has(reason)).map(({ section }) => section)
  const none = rows.filter(({ section, reason }) => reason === 'no_data' && !gaps.includes(section))
  const within = (path: string): boolean =>
    gaps.some(
      (section) =>
        path === section ||
        path.startsWith(`${section}.`) ||
        path.startsWith(`${section}[`) ||
        section.startsWith(`${path}.`),
    )
  const found = differences(was.data, is.data).filter(({ path }) => !within(path))
  const scores = was.scored.flatMap((one, i) => (is.scored[i] ? scoreLies(one, is.scored[i]) : ['a score is gone']))
  const verdictLies = verdictOf(was.data, is.data)
  const others = found.filter(({ kind, path }) => kind === 'other' && !judged.has(path.split('.').at(-1)!))
  const texts = found.filter(({ kind, path }) => kind === 'text' && !judged.has(path.split('.').at(-1)!))
  // What a field that is gone makes code throw over is no gap: the code takes for granted what no upstream grants.
  const thrown = rows.filter(({ reason }) => reason === 'plugin_failed')
  const lies = [
    ...thrown.map(({ section, source }) => `${section}: the code of ${source} failed`),
    ...scores,
    ...verdictLies,
    ...none.map(({ section, source }) => `${section}: no_data of ${source}`),
    ...others.map(({ line }) => line),
    ...texts.map(({ line }) => line),
  ]
  const doubt = was.scored.some((one, i) => JSON.stringify(one.bounds) !== JSON.stringify(is.scored[i]?.bounds))
  const counts = thrown.length + scores.length + verdictLies.length + none.length + others.length > 0
  if (lies.length > 0) return { verdict: 'silent', lies, counts }
  const verdict =
    gaps.length > 0 || doubt
      ? 'gap'
      : JSON.stringify(was.data) === JSON.stringify(is.data)
        ? 'same'
        : found.length > 0
          ? 'stated'
          : 'gap'
  return { verdict, lies, counts: false }
}

const verdictOf = (
  was: Readonly<Record<string, unknown>>,
  is: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const { verdict } = was as { readonly verdict?: string }
  const { possible_verdicts: possible = [] } = is as { readonly possible_verdicts?: readonly string[] }
  return verdict !== undefined && !possible.includes(verdict) ? [`verdict: ${verdict} → ${String(is['verdict'])}`] : []
}
