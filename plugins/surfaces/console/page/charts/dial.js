/**
 * A semicircular dial: the bands on its rim, the score as a needle and a number, its bounds as a bracket with both ends
 * named.
 */
import { picture, s } from '../dom.js'
import { either, inSentence, phrase } from '../words.js'
import { toneOfRating } from '../scoring.js'

/** @typedef {import('../types').Band} Band */
/** @typedef {import('../types').Bounds} Bounds */

const middle = 120,
  rim = 104,
  ring = 84,
  half = 8.5,
  bracket = 72,
  beside = 68

/** Labels of two ends that are nearer than this, in points, would overlap: they become one. */
const apart = 9

/** @param {number} score @param {number} radius @returns {[number, number]} */
const on = (score, radius) => {
  const angle = Math.PI * (1 - score / 100)
  return [middle + radius * Math.cos(angle), middle - radius * Math.sin(angle)]
}

/** @param {number} from @param {number} to @param {number} radius */
const arc = (from, to, radius) => {
  const [x0, y0] = on(from, radius),
    [x1, y1] = on(to, radius)
  return `M${x0.toFixed(2)} ${y0.toFixed(2)}A${radius} ${radius} 0 0 1 ${x1.toFixed(2)} ${y1.toFixed(2)}`
}

/**
 * A mark across the ring.
 * @param {string} className
 * @param {number} score
 * @param {number} beyond length outside the ring
 * @param {string} title
 */
const mark = (className, score, beyond, title) => {
  const [x1, y1] = on(score, ring - half - beyond),
    [x2, y2] = on(score, ring + half + beyond)
  return s('line', { class: className, x1, y1, x2, y2 }, s('title', {}, title))
}

/** `between 20 and 64`; null if both bounds are equal. @param {Bounds | undefined} bounds */
export const spanText = (bounds) =>
  bounds && bounds.low < bounds.high ? `between ${bounds.low} and ${bounds.high}` : null

/**
 * The bounds as arcs, in the colours of the bands that they cross.
 * @param {Bounds} bounds
 * @param {import('../scoring.js').Scale | null} scale
 */
const spanArcs = ({ low, high }, scale) => {
  const bands = scale?.bands ?? [{ from: 0, rating: '' }]
  return bands
    .map(({ from, rating }, i) => ({
      from: Math.max(low, from),
      to: Math.min(high, bands[i - 1]?.from ?? 100),
      tone: toneOfRating(scale, rating),
    }))
    .filter(({ from, to }) => from < to)
}

/**
 * A bracket inside the ring from the lowest to the highest possible score, with both in figures.
 * @param {Bounds} bounds
 */
const spanBracket = ({ low, high }) => {
  const named = /** @type {[number, string][]} */ (
    high - low < apart
      ? [[(low + high) / 2, `${low}–${high}`]]
      : [
          [low, String(low)],
          [high, String(high)],
        ]
  )
  return s(
    'g',
    { class: 'dial-bounds' },
    s('path', { d: arc(low, high, bracket) }),
    [low, high].map((end) => {
      const [x1, y1] = on(end, bracket - 1),
        [x2, y2] = on(end, ring + half)
      return s('line', { x1, y1, x2, y2 })
    }),
    named.map(([end, text]) => {
      const [x, y] = on(end, beside)
      // Away from the words below the dial, and from the arc above it.
      const anchor = end < 42 ? 'start' : end > 58 ? 'end' : 'middle'
      return s('text', { x, y: Math.min(y + (anchor === 'middle' ? 8 : 5), middle - 3), 'text-anchor': anchor }, text)
    }),
  )
}

/** The other possible ratings. @param {string | null} rating @param {readonly string[]} possible */
export const othersOf = (rating, possible) => possible.filter((each) => each !== rating)

/**
 * @param {{
 *   score: number | null,
 *   rating: string | null,
 *   bounds?: Bounds,
 *   possible: readonly string[],
 *   scale: import('../scoring.js').Scale | null,
 *   forbidden?: boolean,
 *   actual?: number | null,
 * }} shown
 *   `forbidden`: there is no score because a fact forbids one;
 *   `actual`: the answered score, marked while other weights are tried
 */
export const dial = ({ score, rating, bounds, possible, scale, forbidden = false, actual = null }) => {
  const bands = scale?.bands ?? [],
    span = spanText(bounds),
    others = othersOf(rating, possible)
  const label = [
    score === null
      ? `No score: ${forbidden ? 'a fact forbids one' : 'too little is known'}`
      : `Score ${score} of 100${rating ? `, ${inSentence(rating)}` : ''}`,
    ...(span ? [span] : []),
    ...(others.length > 0 ? [`possibly ${either(others.map(inSentence))}`] : []),
  ].join('; ')
  const upper = (/** @type {number} */ i) => (i === 0 ? 100 : /** @type {Band} */ (bands[i - 1]).from)
  const sure = score === null ? 0 : span ? /** @type {Bounds} */ (bounds).low : score
  return picture(
    label,
    { viewBox: '0 0 240 138', class: `dial tone-${toneOfRating(scale, rating)}` },
    s('path', { class: 'dial-track', d: arc(0, 100, ring) }),
    bands.map((band, i) => {
      const from = band.from + (band.from > 0 ? 0.6 : 0),
        to = upper(i) - (upper(i) < 100 ? 0.6 : 0)
      const isHere = possible.includes(band.rating) || band.rating === rating
      const className = `dial-band tone-${toneOfRating(scale, band.rating)}${isHere ? ' is-here' : ''}`
      return s(
        'path',
        { class: className, d: arc(from, to, rim) },
        s('title', {}, `${phrase(band.rating)}: from ${band.from}`),
      )
    }),
    [0, ...bands.map(({ from }) => from).filter((from) => from > 0), 100].map((value) => {
      const [x, y] = on(value, rim + 9)
      return s(
        'text',
        { class: 'dial-tick', x, y: y + 3, 'text-anchor': value < 35 ? 'end' : value > 65 ? 'start' : 'middle' },
        value,
      )
    }),
    sure > 0 && s('path', { class: 'dial-arc', d: arc(0, sure, ring) }),
    span &&
      bounds &&
      s(
        'g',
        { class: 'dial-span' },
        s('title', {}, `It lies ${span}`),
        spanArcs(bounds, scale).map(({ from, to, tone }) =>
          s('path', { class: `tone-${tone}`, d: arc(from, to, ring) }),
        ),
      ),
    span && bounds && spanBracket(bounds),
    span && score !== null && mark('dial-needle', score, 1.5, `On what is known: ${score}`),
    actual !== null && mark('dial-actual', actual, 4.5, `As answered: ${actual}`),
    s('text', { class: 'dial-score', x: middle, y: 112, 'text-anchor': 'middle' }, score === null ? '–' : score),
    s(
      'text',
      { class: 'dial-of', x: middle, y: 133, 'text-anchor': 'middle' },
      [score === null ? 'no score' : 'of 100', span].filter(Boolean).join(', '),
    ),
  )
}
