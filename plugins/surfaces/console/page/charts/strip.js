/** The strip above a list of events: one mark for each. */
import { textOf } from '../drawn.js'
import { h } from '../dom.js'
import { schemaOf } from '../shapes.js'
import { dateText, labelOf, phrase } from '../words.js'
import { rowTone } from '../views/said.js'
import { axis, ms, placed, scaleOf } from './axis.js'

/** @typedef {import('../types').Drawn} Drawn */
/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */

/** Marks nearer to one another than this, in hundredths of the strip, stand one above the other. */
const width = 3.4,
  lanes = 5

/**
 * @param {string} name @param {readonly Row[]} rows that all have a day @param {Schema | undefined} schema
 * @param {Drawn} drawn @param {string} today
 */
export const strip = (name, rows, schema, drawn, today) => {
  const item = schemaOf(schema)
  const days = rows.map((row) => textOf(drawn, 'on', row) ?? '')
  const scale = scaleOf([...days, today].map(ms)),
    first = days.toSorted()
  const label = `${labelOf(name)}: ${rows.length} from ${dateText(first[0] ?? '')} to ${dateText(first.at(-1) ?? '')}`
  /** The last mark of each lane. @type {number[]} */
  const taken = []
  const marks = rows
    .map((row, i) => ({ row, day: days[i] ?? '', x: scale.at(ms(days[i])) }))
    // Rows are newest first: of two on a day the later stands above.
    .toReversed()
    .toSorted((a, b) => a.x - b.x)
    .map((mark) => {
      const free = taken.findIndex((x) => mark.x - x >= width),
        lane = free >= 0 ? free : taken.length < lanes ? taken.length : lanes - 1
      taken[lane] = mark.x
      return { ...mark, lane }
    })
  const line = h(
    'div',
    { class: 'strip-line' },
    marks.map(({ row, day, x, lane }) => {
      const text = [textOf(drawn, 'title', row), textOf(drawn, 'word', row)]
        .filter((each) => each !== null)
        .map((each) => phrase(String(each)))
      const mark = placed(
        h('i', {
          class: `strip-mark tone-${rowTone(drawn, item, row)}`,
          title: `${dateText(day)}: ${text.join(', ')}`,
        }),
        x,
      )
      mark.style.bottom = `${2 + lane * 13}px`
      return mark
    }),
    placed(h('span', { class: 'today' }), scale.at(ms(today))),
  )
  line.style.height = `${Math.max(1, taken.length) * 13 + 3}px`
  return h(
    'figure',
    { class: 'strip', role: 'img', 'aria-label': label },
    line,
    axis(scale, scale.at(ms(today))),
    placed(h('span', { class: 'today-word' }, 'today'), scale.at(ms(today))),
  )
}
