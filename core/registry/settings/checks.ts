/** Checks of settings that a schema cannot express. Each ignores what it cannot read, which the schema refuses. */
import { keepable, type MayKeep } from '../../contract/licences.ts'
import type { Finding, SettingsCheck } from '../../config/documents.ts'
import { unknownKey } from '../../config/fault-wording.ts'
import type { TreePath } from '../../config/tree.ts'
import { durationIn, inWords, isDuration, milliseconds } from '../../config/units.ts'
import { isRange, outOfOrder, record, textsIn } from '../../config/values.ts'

/**
 * Weights sum to 1, curves and advice ascend, bands descend to 0, and advice goes by the words of its curve. `at` is
 * the path of the score's settings: `[]` in a score's own file.
 */
export const scoreCheck =
  (factors: readonly string[], at: TreePath = ['score']): SettingsCheck =>
  (settings) => {
    const score = at.reduce<unknown>((value, step) => record(value)[step], settings)
    const { weights, curves, advice, bands } = record(score)
    return [
      ...weightFindings(weights, factors, [...at, 'weights']),
      ...Object.entries(record(curves)).flatMap(([factor, curve]) =>
        curveFindings(curve, `the curve of ${factor}`, [...at, 'curves', factor]),
      ),
      ...Object.entries(record(advice)).flatMap(([factor, steps]) =>
        adviceFindings(steps, record(curves)[factor] ?? steps, factor, [...at, 'advice', factor]),
      ),
      ...bandFindings(bands, [...at, 'bands']),
    ]
  }

/** Milliseconds that all tries of one upstream call may take together. No answer takes longer. */
const longestCall = 15_000

/** `mayKeep` is how long the source's terms allow its answers to be kept, fresh and stale together. */
export const sourceCheck =
  (mayKeep: MayKeep = 'unlimited'): SettingsCheck =>
  (settings) => [...patienceFindings(settings), ...keepingFindings(settings, mayKeep)]

const patienceFindings: SettingsCheck = (settings) => {
  const { timeout, tries } = record(settings)
  if (typeof timeout !== 'string' || !isDuration(timeout) || typeof tries !== 'number') return []
  const longest = milliseconds(timeout) * tries
  if (longest <= longestCall) return []
  return [
    {
      path: ['timeout'],
      message: `timeout ${timeout} × ${tries} tries is ${longest / 1_000}s, more than the ${longestCall / 1_000}s after which nobody waits for an answer`,
    },
  ]
}

/** An answer is kept while it is fresh and then while it is stale, a dataset from one pull to the next. */
const keepingFindings = (settings: unknown, mayKeep: MayKeep): readonly Finding[] => {
  const most = keepable(mayKeep)
  const { ttl, stale_for: staleFor, refresh } = record(settings)
  const allowed =
    mayKeep === 'no' ? 'and its terms allow nothing to be kept' : `more than the ${mayKeep} that its terms allow`
  const findings: Finding[] = []

  const stale = durationIn(staleFor) ?? 0
  const [longest] = Object.entries(record(ttl))
    .map(([operation, text]) => ({ operation, text, fresh: durationIn(text) ?? 0 }))
    .toSorted((a, b) => b.fresh - a.fresh)
  if (longest !== undefined && longest.fresh + stale > most) {
    const total = inWords(longest.fresh + stale)
    findings.push({
      path: longest.fresh > most || staleFor === undefined ? ['ttl', longest.operation] : ['stale_for'],
      message: `ttl ${longest.text} and stale_for ${staleFor ?? '0s'} keep an answer for ${total}, ${allowed}`,
    })
  }

  const pulled = durationIn(refresh)
  if (pulled !== null && pulled > most)
    findings.push({ path: ['refresh'], message: `refresh ${refresh} keeps an import for so long, ${allowed}` })
  return findings
}

/** Proxies and origins that have the form of one but are not valid. */
export const serviceCheck: SettingsCheck = (settings) => {
  const { http, cors, billing } = record(settings)
  const { least, most } = record(record(billing).top_up)
  return [
    ...(Number(least) > Number(most)
      ? [{ path: ['billing', 'top_up', 'least'], message: `least ${least} is more than most ${most}` }]
      : []),
    ...textsIn(record(http).trust_proxy)
      .filter(([, range]) => !isRange(range))
      .map(([index, range]) => ({
        path: ['http', 'trust_proxy', index],
        message: `'${range}' is no address or range of addresses`,
      })),
    ...textsIn(record(cors).origins)
      .filter(([, origin]) => /^https?:/.test(origin) && !URL.canParse(origin))
      .map(([index, origin]) => ({ path: ['cors', 'origins', index], message: `'${origin}' is no origin` })),
  ]
}

/** Only known factors count: a misspelt one is already reported as an unknown key. */
const weightFindings = (weights: unknown, factors: readonly string[], path: TreePath): readonly Finding[] => {
  const given = factors.map((factor) => record(weights)[factor])
  if (given.length === 0 || !given.every((weight) => Number.isFinite(weight))) return []
  const sum = (given as number[]).reduce((total, weight) => total + weight, 0)
  // The tolerance beyond 1e-6 is for rounding in the sum itself.
  return Math.abs(sum - 1) <= 1e-6 + 1e-12 ? [] : [{ path, message: `weights sum to ${Number(sum.toFixed(6))}, not 1` }]
}

const curveFindings = (curve: unknown, what: string, path: TreePath): readonly Finding[] => {
  if (!Array.isArray(curve)) return []
  return outOfOrder(
    curve.map((point) => (Array.isArray(point) ? point[0] : undefined)),
    (before, x) => x > before,
  ).map(({ index, before, value }) => ({
    path: [...path, index, 0],
    message: `${what} must go from left to right: ${value} comes after ${before}`,
  }))
}

const adviceFindings = (steps: unknown, curve: unknown, factor: string, path: TreePath): readonly Finding[] => {
  if (Array.isArray(steps) !== Array.isArray(curve))
    return [{ path, message: `the advice on ${factor} goes by other steps than its curve` }]
  if (Array.isArray(steps)) return curveFindings(steps, `the advice on ${factor}`, path)
  const words = Object.keys(record(curve))
  return Object.keys(record(steps)).flatMap((word) => (words.includes(word) ? [] : unknownKey(path, word, words)))
}

const bandFindings = (bands: unknown, path: TreePath): readonly Finding[] => {
  if (!Array.isArray(bands) || bands.length === 0) return []
  const starts = bands.map((band) => record(band).from)
  const last = starts.at(-1)
  return [
    ...outOfOrder(starts, (before, from) => from < before).map(({ index, before, value }) => ({
      path: [...path, index, 'from'],
      message: `bands must descend: ${value} comes after ${before}`,
    })),
    ...(typeof last === 'number' && last !== 0
      ? [{ path: [...path, bands.length - 1, 'from'], message: `the last band must start from 0, not ${last}` }]
      : []),
  ]
}
