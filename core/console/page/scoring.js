/** A score under other weights, by the rule of the service: points × weight ÷ known weight, in whole parts that add up. */

import { toneOf } from './tones.js'

/** @typedef {import('./types').Signal} Signal */
/** @typedef {import('./types').Band} Band */
/** @typedef {import('./types').Tone} Tone */

/** Rounding down, then one more for the largest remainders. @param {readonly number[]} exact @param {number} total */
const apportion = (exact, total) => {
  const parts = exact.map(Math.floor)
  const left = total - parts.reduce((sum, part) => sum + part, 0)
  const order = exact
    .map((_, i) => i)
    .sort((a, b) => (/** @type {number} */ (exact[b]) % 1) - (/** @type {number} */ (exact[a]) % 1) || a - b)
  for (const i of order.slice(0, left)) parts[i] = /** @type {number} */ (parts[i]) + 1
  return parts
}

/** @param {readonly Band[]} bands @param {number} score */
export const bandOf = (bands, score) => bands.find(({ from }) => score >= from) ?? bands.at(-1)

/**
 * @param {readonly Signal[]} signals as answered
 * @param {Readonly<Record<string, number>>} wanted a weight for each factor, on any scale
 * @param {{ bands: readonly Band[], minimum_weight: number }} rule
 * @returns {{ score: number | null, rating: string | null, signals: Signal[] }} with weights as fractions of 1
 */
export const rescore = (signals, wanted, { bands, minimum_weight: least }) => {
  const all = signals.reduce((sum, { factor }) => sum + (wanted[factor] ?? 0), 0)
  const weighed = signals.map((signal) => ({ ...signal, weight: all > 0 ? (wanted[signal.factor] ?? 0) / all : 0 }))
  const known = weighed.filter(({ points }) => points !== null)
  const knownWeight = known.reduce((sum, { weight }) => sum + weight, 0)
  if (knownWeight === 0 || knownWeight < least - 1e-9)
    return { score: null, rating: null, signals: weighed.map((signal) => ({ ...signal, contribution: null })) }
  const exact = known.map(({ weight, points }) => ((points ?? 0) * weight) / knownWeight)
  const score = Math.round(exact.reduce((sum, part) => sum + part, 0))
  const shares = apportion(exact, score)
  const byFactor = new Map(known.map(({ factor }, i) => [factor, /** @type {number} */ (shares[i])]))
  return {
    score,
    rating: bandOf(bands, score)?.rating ?? null,
    signals: weighed.map((signal) => ({ ...signal, contribution: byFactor.get(signal.factor) ?? null })),
  }
}

const welcome = /EXCELLENT|STRONG|LEADING|FAVOURABLE|GOOD|^LOW_RISK|OUTSTANDING|HIGHLY_ENGAGED/
const unwelcome = /CRITICAL|SEVERE|PROHIBITIVE|POOR|BAD|INADEQUATE|CONSTRAINED|SCARCE|DISENGAGED|HIGH_RISK|WEAK|LIMITED/

/**
 * Whether more is better: read from the words of the highest and the lowest band, since a score does not say.
 * @param {readonly Band[]} bands from the highest down
 * @returns {'up' | 'down' | 'neither'}
 */
export const directionOf = (bands) => {
  const top = bands[0]?.rating ?? '',
    bottom = bands.at(-1)?.rating ?? ''
  if (unwelcome.test(top) || (welcome.test(bottom) && !welcome.test(top))) return 'down'
  if (welcome.test(top) || unwelcome.test(bottom)) return 'up'
  // Risks whose bands are SEVERE to LOW are caught above; HIGH to LOW alone says nothing.
  return 'neither'
}

/** Good or bad news: by the word where it says so, else by the place of the band. @param {readonly Band[]} bands @param {string | null} rating @returns {Tone} */
export const toneOfRating = (bands, rating) => {
  const direction = directionOf(bands),
    i = bands.findIndex((band) => band.rating === rating)
  if (direction === 'neither' || i < 0 || bands.length < 2) return 'neutral'
  const plain = toneOf(rating ?? '')
  if (plain !== 'neutral') return plain
  const fromTop = i / (bands.length - 1)
  const good = direction === 'up' ? 1 - fromTop : fromTop
  return good >= 0.75 ? 'good' : good >= 0.4 ? 'fair' : 'bad'
}
