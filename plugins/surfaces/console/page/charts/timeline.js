/** Periods to scale, such as appointments, with what has ended, what goes on, and the day of the answer. */
import { fieldOf, textOf, valueOf } from '../drawn.js'
import { h, picture, s } from '../dom.js'
import { schemaOf } from '../shapes.js'
import { dateText, labelOf, midSentence, phrase } from '../words.js'
import { chipOf, moreOf } from '../views/said.js'
import { axis, ms, placed, scaleOf } from './axis.js'

/** @typedef {import('../types').Drawn} Drawn */
/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */

/**
 * @typedef {{
 *   from: string | null,
 *   until: string | null,
 *   untilField: string | undefined,
 *   due: string | null,
 *   dueField: string | undefined,
 *   over: boolean,
 *   end: string | null,
 * }} Span
 */

/**
 * When a row began and ended. What ends on a day to come goes on; so does what ended on no day, unless the answer says
 * that it does not.
 * @param {Drawn} drawn @param {Row} row @param {string} today
 * @returns {Span}
 */
const spanOf = (drawn, row, today) => {
  const untilField = fieldOf(drawn, 'until', row),
    dueField = fieldOf(drawn, 'deadline', row)
  const until = textOf(drawn, 'until', row),
    due = textOf(drawn, 'deadline', row)
  const isPast = (/** @type {string | null} */ day) => day !== null && ms(day) < ms(today)
  const over = isPast(until) || isPast(due) || valueOf(drawn, 'running', row) === false
  return { from: textOf(drawn, 'from', row), until, untilField, due, dueField, over, end: due ?? until }
}

/** @param {string} day */
const dayText = (day) => dateText(day) ?? day

/** The period in words. @param {Drawn} drawn @param {Span} span @param {Row} row */
const wordsOf = (drawn, { from, until, untilField, due, dueField, over }, row) => {
  const begun = from === null ? 'day not stated' : dayText(from)
  if (due !== null || drawn.deadline !== undefined)
    return [
      `${labelOf(fieldOf(drawn, 'from', row) ?? 'from')} ${begun}`,
      due === null ? 'no deadline stated' : `${midSentence(labelOf(dueField ?? ''))} ${dayText(due)}`,
      until !== null && `${midSentence(labelOf(untilField ?? ''))} ${dayText(until)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const ended =
    until === null ? (over ? 'ended, day not stated' : 'today') : over ? dayText(until) : `runs until ${dayText(until)}`
  return `${begun === 'day not stated' ? 'Day not stated' : begun} – ${ended}`
}

/**
 * @param {string} name @param {readonly Row[]} rows @param {Schema | undefined} schema @param {Drawn} drawn
 * @param {string} today the day of the answer
 */
export const spans = (name, rows, schema, drawn, today) => {
  const item = schemaOf(schema)
  const given = rows.map((row) => ({ row, span: spanOf(drawn, row, today) }))
  const days = given.flatMap(({ span: { from, until, due } }) => [from, until, due].filter((day) => day !== null))
  const scale = scaleOf([...days, today].map(ms))
  const now = scale.at(ms(today))
  const line = placed(h('span', { class: 'today' }, 'today'), now)
  return h(
    'figure',
    { class: 'spans' },
    h('div', { class: 'axis-with-today' }, axis(scale, now), line),
    h(
      'ol',
      { class: 'span-list' },
      given.map(({ row, span }) => {
        const words = wordsOf(drawn, span, row),
          title = textOf(drawn, 'title', row)
        const start = scale.at(ms(span.from ?? today)),
          end = span.end === null ? now : scale.at(ms(span.end)),
          isVague = span.over && span.end === null
        return h(
          'li',
          {},
          h(
            'p',
            { class: 'span-name' },
            h('b', {}, title === null ? labelOf(name) : phrase(title)),
            ' ',
            chipOf(drawn, item, row),
            h('span', { class: 'muted span-dates' }, words),
          ),
          span.from !== null &&
            picture(
              words,
              {
                viewBox: '0 0 100 6',
                preserveAspectRatio: 'none',
                class: `span-bar${span.over ? ' is-over' : ' is-running'}${isVague ? ' is-vague' : ''}`,
              },
              s('rect', { class: 'span-track', x: 0, y: 2.5, width: 100, height: 1 }),
              s('rect', {
                class: 'span-fill',
                x: start,
                y: 0,
                width: Math.max(0.8, Math.min(end, now) - start),
                height: 6,
              }),
              end > now &&
                s('rect', {
                  class: 'span-ahead',
                  x: Math.max(start, now),
                  y: 0.6,
                  width: Math.max(0.8, end - Math.max(start, now)),
                  height: 4.8,
                }),
              span.due !== null &&
                s('rect', { class: 'span-due', x: Math.min(end, 99.4), y: 0, width: 0.6, height: 6 }),
              span.due !== null &&
                span.until !== null &&
                s('rect', {
                  class: 'span-done',
                  x: Math.min(scale.at(ms(span.until)), 99.2),
                  y: 0.4,
                  width: 0.8,
                  height: 5.2,
                }),
              s('rect', { class: 'span-today', x: Math.min(now, 99.7), y: 0, width: 0.3, height: 6 }),
            ),
          moreOf(drawn, item, row),
        )
      }),
    ),
  )
}
