/** The axis of time beneath timelines and strips: days at hundredths of its length. */
import { h } from '../dom.js'
import { dateText } from '../words.js'

/** @param {unknown} text a day, a month or an instant */
export const ms = (text) => Date.parse(String(text).length === 7 ? `${text}-01` : String(text))

/**
 * Maps a day to 0–100, with ticks for years, or for months of a short period.
 * @param {readonly number[]} times
 */
export const scaleOf = (times) => {
  const first = Math.min(...times),
    last = Math.max(...times, first + 86_400_000)
  const at = (/** @type {number} */ time) => (100 * (time - first)) / (last - first)
  const from = new Date(first),
    months = (last - first) / 2_629_800_000
  const step = [1, 3, 6, 12, 24, 60, 120, 240, 600].find((each) => months / each <= 7) ?? 1200
  const begin = Math.floor((from.getUTCFullYear() * 12 + from.getUTCMonth()) / step) * step
  const ticks = Array.from({ length: 10 }, (_, i) => begin + i * step)
    .map((month) => {
      const time = Date.UTC(Math.floor(month / 12), month % 12, 1),
        text = new Date(time).toISOString()
      return { text: step < 12 ? dateText(text.slice(0, 7)) : text.slice(0, 4), x: at(time) }
    })
    .filter(({ x }) => x >= 0 && x <= 96)
  return { at, ticks }
}

/**
 * Positions an element on the axis.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {number} x per cent
 * @returns {E}
 */
export const placed = (element, x) => {
  element.style.left = `${x.toFixed(2)}%`
  return element
}

/**
 * The ticks, but for those that the word `today` would cover.
 * @param {{ ticks: readonly { text: string | null, x: number }[] }} scale @param {number} now hundredths
 */
export const axis = ({ ticks }, now) =>
  h(
    'div',
    { class: 'axis', 'aria-hidden': true },
    ticks
      .filter(({ x }) => x < now - 13 || x > now)
      .map(({ text, x }) => placed(h('span', {}, x > 92 ? null : text), x)),
  )
