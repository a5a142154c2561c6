/** A half-round dial: the bands on its rim, the score as an arc and a number. */
import { picture, s } from '../dom.js'
import { phrase } from '../words.js'
import { toneOfRating } from '../scoring.js'

/** @typedef {import('../types').Band} Band */

const middle = 120,
  rim = 104,
  ring = 84

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
 * @param {{ score: number | null, rating: string | null, bands: readonly Band[], actual?: number | null }} shown
 *   `actual` marks the answered score while another is tried
 */
export const dial = ({ score, rating, bands, actual = null }) => {
  const tone = toneOfRating(bands, rating)
  const label =
    score === null ? 'No score: too little is known' : `Score ${score} of 100${rating ? `, ${phrase(rating)}` : ''}`
  const upper = (/** @type {number} */ i) => (i === 0 ? 100 : /** @type {Band} */ (bands[i - 1]).from)
  return picture(
    label,
    { viewBox: '0 0 240 138', class: `dial tone-${tone}` },
    s('path', { class: 'dial-track', d: arc(0, 100, ring) }),
    bands.map((band, i) => {
      const from = band.from + (band.from > 0 ? 0.6 : 0),
        to = upper(i) - (upper(i) < 100 ? 0.6 : 0)
      const look = `dial-band tone-${toneOfRating(bands, band.rating)}${band.rating === rating ? ' is-here' : ''}`
      return s(
        'path',
        { class: look, d: arc(from, to, rim) },
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
    score !== null && score > 0 && s('path', { class: 'dial-arc', d: arc(0, score, ring) }),
    actual !== null &&
      (() => {
        const [x0, y0] = on(actual, ring - 13),
          [x1, y1] = on(actual, ring + 13)
        return s(
          'line',
          { class: 'dial-actual', x1: x0, y1: y0, x2: x1, y2: y1 },
          s('title', {}, `As answered: ${actual}`),
        )
      })(),
    s('text', { class: 'dial-score', x: middle, y: 112, 'text-anchor': 'middle' }, score === null ? '–' : score),
    s(
      'text',
      { class: 'dial-of', x: middle, y: 131, 'text-anchor': 'middle' },
      score === null ? 'not known' : 'of 100',
    ),
  )
}
