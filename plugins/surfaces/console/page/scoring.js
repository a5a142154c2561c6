/**
 * A score under other weights, computed as the service does: points × weight ÷ known weight, in whole points that add
 * up. The bounds assume the fewest and the most points for every unknown factor.
 */

import { toneOfBand } from './tones.js'

/** @typedef {import('./types').Signal} Signal */
/** @typedef {import('./types').Bounds} Bounds */
/** @typedef {import('./types').ScoreEntry} ScoreEntry */
/** @typedef {import('./types').Tone} Tone */
/**
 * The bands of a score, from the highest down, and their serious end.
 * @typedef {Pick<ScoreEntry, 'bands' | 'grave'>} Scale
 */

/** Weights are decimal fractions: without the tolerance 0.1 + 0.2 would fall short of 0.3. */
const tolerance = 1e-9
/** @param {readonly number[]} values */
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0)

/** Rounds by the largest remainder method. @param {readonly number[]} exact @param {number} total */
const apportion = (exact, total) => {
  const parts = exact.map(Math.floor)
  const remainder = total - sumOf(parts)
  const order = exact
    .map((_, i) => i)
    .sort((a, b) => (/** @type {number} */ (exact[b]) % 1) - (/** @type {number} */ (exact[a]) % 1) || a - b)
  for (const i of order.slice(0, remainder)) parts[i] = /** @type {number} */ (parts[i]) + 1
  return parts
}

/**
 * How much of a factor is known.
 * @param {Signal} signal
 * @returns {'known' | 'part' | 'unknown' | 'none'} `none`: it does not apply
 */
export const knownOf = ({ points, points_between: between }) =>
  points === null ? (between ? 'unknown' : 'none') : between ? 'part' : 'known'

/**
 * The most whole points that each known factor can add. They add up to 100, because a factor that is not known leaves
 * its weight to the others; null for those.
 * @param {readonly Signal[]} signals
 * @returns {Map<string, number | null>}
 */
export const mostOf = (signals) => {
  const known = signals.filter(({ points }) => points !== null),
    weight = sumOf(known.map((signal) => signal.weight))
  const parts =
    weight > 0
      ? apportion(
          known.map((signal) => (100 * signal.weight) / weight),
          100,
        )
      : []
  const byFactor = new Map(known.map(({ factor }, i) => [factor, parts[i] ?? 0]))
  return new Map(
    // Both are rounded to whole points: one that adds all it can must not seem to add more.
    signals.map(({ factor, contribution }) => {
      const most = byFactor.get(factor)
      return [factor, most === undefined ? null : Math.max(most, contribution ?? 0)]
    }),
  )
}

/**
 * Whole percentages after one weight was moved: the others keep their proportion, and all add up to 100.
 * @param {Readonly<Record<string, number>>} before
 * @param {Readonly<Record<string, number>>} declared says the proportion of others that all were zero
 * @param {string} moved
 * @param {number} share percent
 * @returns {Record<string, number>}
 */
export const sharesAfter = (before, declared, moved, share) => {
  const others = Object.keys(declared).filter((factor) => factor !== moved)
  if (others.length === 0) return { [moved]: 100 }
  const of = (/** @type {Readonly<Record<string, number>>} */ weights) => others.map((factor) => weights[factor] ?? 0)
  const [kept = [], sum = 0] =
    [of(before), of(declared), others.map(() => 1)]
      .map((/** @type {number[]} */ parts) => /** @type {const} */ ([parts, sumOf(parts)]))
      .find(([, total]) => total > 0) ?? []
  const parts = apportion(
    kept.map((part) => ((100 - share) * part) / sum),
    100 - share,
  )
  const byFactor = new Map(others.map((factor, i) => [factor, parts[i] ?? 0]))
  return Object.fromEntries(Object.keys(declared).map((factor) => [factor, byFactor.get(factor) ?? share]))
}

/** @param {Signal} signal @returns {readonly [number, number]} */
const spanOf = ({ points, points_between: between }) => between ?? [points ?? 0, points ?? 0]

/** The bounds that result from the factors alone. @param {readonly Signal[]} applying @returns {Bounds} */
const endsOf = (applying) => {
  const all = sumOf(applying.map(({ weight }) => weight))
  const end = (/** @type {0 | 1} */ which) =>
    all > 0
      ? Math.round(applying.reduce((sum, signal) => sum + signal.weight * spanOf(signal)[which], 0) / all)
      : which * 100
  return { low: end(0), high: end(1) }
}

/** @param {readonly Signal[]} signals @param {number | null} score @returns {Bounds} */
const boundsOf = (signals, score) => {
  const { low, high } = endsOf(signals.filter((signal) => knownOf(signal) !== 'none'))
  return { low: Math.min(low, score ?? 100), high: Math.max(high, score ?? 0) }
}

/**
 * How far unknown gates extend the bounds beyond the factors. An answer does not list them, but where a bound lies
 * beyond the factors and equals the limit of a gate, that gate was unknown.
 * @param {import('./types').Scored} scored @param {ScoreEntry['gates']} gates
 * @returns {Bounds}
 */
const openFacts = ({ bounds, score, signals }, gates) => {
  const factors = boundsOf(signals, score)
  const limits = Object.values(gates).map(({ score: effect }) => (typeof effect === 'object' ? effect : {}))
  const low = limits.flatMap(({ at_most: most, exactly }) => most ?? exactly ?? [])
  const high = limits.flatMap(({ at_least: least, exactly }) => least ?? exactly ?? [])
  return {
    low: bounds && bounds.low < factors.low && low.includes(bounds.low) ? bounds.low : 100,
    high: bounds && bounds.high > factors.high && high.includes(bounds.high) ? bounds.high : 0,
  }
}

/** @param {readonly import('./types').Band[]} bands @param {number} score */
const bandOf = (bands, score) => bands.find(({ from }) => score >= from) ?? bands.at(-1)

/**
 * @param {import('./types').Scored} scored as answered, without an override
 * @param {Readonly<Record<string, number>>} weights a weight for each factor, on any scale
 * @param {Pick<ScoreEntry, 'bands' | 'minimum_weight' | 'gates'>} rule
 * @returns {{
 *   score: number | null,
 *   rating: string | null,
 *   bounds: Bounds,
 *   possible_ratings: string[],
 *   signals: Signal[],
 * }} with weights as fractions of 1
 */
export const rescore = (scored, weights, { bands, minimum_weight: minimum, gates }) => {
  const { signals } = scored
  const total = sumOf(signals.map(({ factor }) => weights[factor] ?? 0))
  const weighed = signals.map((signal) => ({
    ...signal,
    weight: total > 0 ? (weights[signal.factor] ?? 0) / total : 0,
  }))
  const known = weighed.filter(({ points }) => points !== null)
  const all = sumOf(weighed.filter((signal) => knownOf(signal) !== 'none').map(({ weight }) => weight))
  const weight = sumOf(known.map((signal) => signal.weight))
  const enough = weight > 0 && weight / all >= minimum - tolerance
  const mean = enough ? Math.round(sumOf(known.map((signal) => signal.weight * (signal.points ?? 0))) / weight) : null
  const factors = boundsOf(weighed, mean),
    open = openFacts(scored, gates)
  const low = Math.min(factors.low, open.low),
    high = Math.max(factors.high, open.high)
  // What may be anything because of a fact is no score.
  const score = low === 0 && high === 100 && !(factors.low === 0 && factors.high === 100) ? null : mean
  const exact = known.map((signal) => ((signal.points ?? 0) * signal.weight) / weight)
  const shares = score === null ? [] : apportion(exact, score)
  const byFactor = new Map(known.map(({ factor }, i) => [factor, shares[i] ?? null]))
  return {
    score,
    rating: score === null ? null : (bandOf(bands, score)?.rating ?? null),
    bounds: { low, high },
    possible_ratings: bands
      .filter(({ from }, i) => from <= high && (bands[i - 1]?.from ?? Infinity) > low)
      .map(({ rating }) => rating),
    signals: weighed.map((signal) => ({ ...signal, contribution: byFactor.get(signal.factor) ?? null })),
  }
}

/**
 * Good or bad news: by the word if it is known, else by the position of the band.
 * @param {Scale | null} scale
 * @param {string | null} rating
 * @returns {Tone}
 */
export const toneOfRating = (scale, rating) => {
  const bands = scale?.bands ?? [],
    i = bands.findIndex((band) => band.rating === rating)
  if (i < 0 || bands.length < 2) return 'neutral'
  const plain = toneOfBand(rating ?? '')
  if (plain !== 'neutral') return plain
  const fromTop = i / (bands.length - 1)
  const good = scale?.grave === 'high' ? fromTop : 1 - fromTop
  return good >= 0.75 ? 'good' : good >= 0.4 ? 'fair' : 'bad'
}
