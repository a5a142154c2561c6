/**
 * Timelines to scale: periods such as appointments, and events such as tests and filings.
 */
import { h, picture, s } from '../dom.js'
import { toneOf } from '../tones.js'
import { dateText, labelOf, phrase } from '../words.js'

/** @typedef {import('../types').Row} Row */

/** @param {unknown} text */
const ms = (text) => Date.parse(String(text).length === 7 ? `${text}-01` : String(text))

/**
 * The axis: maps a day to 0–100, with ticks for years, or for months of a short period.
 * @param {readonly number[]} times
 */
const scaleOf = (times) => {
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

const headlineKeys = ['name', 'company_name', 'title', 'description', 'signal', 'action', 'type', 'result', 'area']
const chipKeys = ['result', 'company_status', 'status', 'severity', 'rating', 'state', 'stage', 'role', 'category']

/** The name of a row, and the word that determines its colour. @param {Row} row */
export const headOf = (row) => {
  const name = headlineKeys.find((key) => typeof row[key] === 'string'),
    chip = chipKeys.find((key) => key !== name && typeof row[key] === 'string')
  return { name, chip, tone: toneOf(String(row[chip ?? name ?? ''] ?? ''), 'risk') }
}

/** @param {string} word @param {string} key */
export const chipOf = (word, key) => h('span', { class: `chip tone-${toneOf(word, key)}` }, phrase(word))

/**
 * Positions an element on the axis.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {number} x per cent
 * @returns {E}
 */
const placed = (element, x) => {
  element.style.left = `${x.toFixed(2)}%`
  return element
}

/** @param {{ ticks: readonly { text: string | null, x: number }[] }} scale */
const axis = ({ ticks }) =>
  h(
    'div',
    { class: 'axis', 'aria-hidden': true },
    ticks.map(({ text, x }) => placed(h('span', {}, text), x)),
  )

/**
 * @param {string} name @param {readonly Row[]} rows @param {{ start: string, end: string }} keys
 * @param {string} asOf the date of the answer: the end of periods that have not ended
 */
export const spans = (name, rows, { start, end }, asOf) => {
  const begun = rows.filter((row) => typeof row[start] === 'string')
  const today = Math.max(
    ...begun.flatMap((row) => [ms(row[start]), ...(typeof row[end] === 'string' ? [ms(row[end])] : [])]),
    ms(asOf),
  )
  const scale = scaleOf([...begun.map((row) => ms(row[start])), today])
  return h(
    'figure',
    { class: 'spans' },
    axis(scale),
    h(
      'ol',
      { class: 'span-list' },
      rows.map((row) => {
        const { name: key, chip } = headOf(row)
        const from = row[start],
          to = row[end],
          over = typeof to === 'string' || row.is_active === false
        const words = `${typeof from === 'string' ? dateText(from) : 'Day not stated'} – ${typeof to === 'string' ? dateText(to) : over ? 'ended' : 'today'}`
        return h(
          'li',
          {},
          h(
            'p',
            { class: 'span-name' },
            h('b', {}, key ? phrase(String(row[key])) : labelOf(name)),
            ' ',
            chip && chipOf(String(row[chip]), chip),
            h('span', { class: 'muted span-dates' }, words),
          ),
          typeof from === 'string' &&
            picture(
              words,
              { viewBox: '0 0 100 6', preserveAspectRatio: 'none', class: `span-bar${over ? ' is-over' : ''}` },
              s('rect', { class: 'span-track', x: 0, y: 2.5, width: 100, height: 1 }),
              s('rect', {
                class: 'span-fill',
                x: scale.at(ms(from)),
                y: 0,
                width: Math.max(0.8, scale.at(typeof to === 'string' ? ms(to) : today) - scale.at(ms(from))),
                height: 6,
              }),
            ),
        )
      }),
    ),
  )
}

/**
 * The strip above a list of events: one mark for each row.
 * @param {string} name
 * @param {readonly Row[]} rows
 * @param {string} day
 */
export const strip = (name, rows, day) => {
  const scale = scaleOf(rows.map((row) => ms(row[day])))
  const first = rows.map((row) => String(row[day])).sort()
  const label = `${labelOf(name)}: ${rows.length} from ${dateText(first[0] ?? '')} to ${dateText(first.at(-1) ?? '')}`
  return h(
    'figure',
    { class: 'strip', role: 'img', 'aria-label': label },
    h(
      'div',
      { class: 'strip-line' },
      rows.map((row) => {
        const { name: key, tone } = headOf(row)
        return placed(
          h('i', {
            class: `strip-mark tone-${tone}`,
            title: `${dateText(String(row[day]))}: ${phrase(String(row[key ?? ''] ?? ''))}`,
          }),
          scale.at(ms(row[day])),
        )
      }),
    ),
    axis(scale),
  )
}

/**
 * Lists of sentences in a row. Lists of short words are shown with its other values.
 * @param {Row} row
 * @param {readonly string[]} used keys that are shown elsewhere
 */
export const lists = (row, used) =>
  Object.entries(row).filter(
    ([key, value]) =>
      !used.includes(key) && Array.isArray(value) && value.some((each) => typeof each === 'string' && each.length > 28),
  )
