/** Lists of findings and of events. */
import { series } from '../charts/series.js'
import { strip } from '../charts/strip.js'
import { fieldOf, fieldsOf, textOf, valueOf } from '../drawn.js'
import { h } from '../dom.js'
import { isNumber, schemaOf } from '../shapes.js'
import { dateText, phrase, unitOf } from '../words.js'
import { cell } from './cells.js'
import { chipOf, moreOf, rowTone } from './said.js'
import { folded, table } from './table.js'

/** @typedef {import('../types').Drawn} Drawn */
/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */
/** @typedef {import('../types').Context} Context */

/**
 * Findings without a grave word are good news.
 * @param {readonly Row[]} rows
 * @param {Schema | undefined} schema
 * @param {Drawn} drawn
 */
export const flags = (rows, schema, drawn) => {
  const item = schemaOf(schema)
  return h(
    'ul',
    { class: 'flags' },
    rows.map((row) =>
      h(
        'li',
        { class: `flag tone-${drawn.word === undefined ? 'good' : rowTone(drawn, item, row)}` },
        h('p', { class: 'flag-name' }, h('b', {}, phrase(textOf(drawn, 'title', row) ?? '')), chipOf(drawn, item, row)),
        fieldsOf(drawn, 'more').map((field, i) =>
          Array.isArray(row[field])
            ? h('p', { class: 'small muted' }, cell(row[field], field, schemaOf(item, field)))
            : typeof row[field] === 'string' && h('p', i > 0 ? { class: 'small' } : {}, row[field]),
        ),
      ),
    ),
  )
}

const stripFrom = 4,
  dotsFrom = 3

/**
 * @param {string} name @param {readonly Row[]} rows @param {Schema | undefined} schema @param {Drawn} drawn
 * @param {Context} context
 */
export const moments = (name, rows, schema, drawn, { today }) => {
  const item = schemaOf(schema)
  const dayOf = (/** @type {Row} */ row) => textOf(drawn, 'on', row)
  const sorted = rows.toSorted((a, b) => (dayOf(b) ?? '').localeCompare(dayOf(a) ?? '')),
    dated = sorted.filter((row) => dayOf(row) !== null)
  const [value] = fieldsOf(drawn, 'value'),
    [on] = fieldsOf(drawn, 'on')
  const valued = value === undefined ? [] : dated.filter((row) => isNumber(row[value]))
  const items = sorted.map((row) => {
    const day = dayOf(row),
      title = textOf(drawn, 'title', row),
      amount = fieldOf(drawn, 'value', row)
    return h(
      'li',
      { class: `moment tone-${rowTone(drawn, item, row)}` },
      h(
        'time',
        { class: 'moment-day', ...(day !== null && { datetime: day }) },
        day === null ? 'No day stated' : dateText(day),
      ),
      h(
        'div',
        {},
        h(
          'p',
          {},
          title !== null && h('b', {}, phrase(title)),
          ' ',
          chipOf(drawn, item, row),
          amount !== undefined && h('b', {}, ' ', cell(valueOf(drawn, 'value', row), amount, schemaOf(item, amount))),
        ),
        moreOf(drawn, item, row),
      ),
    )
  })
  return h(
    'div',
    { class: 'moments' },
    value !== undefined && on !== undefined && valued.length >= dotsFrom
      ? series(name, valued, { day: on, value, unit: unitOf(value, schemaOf(item, value)), as: 'dots' })
      : dated.length >= stripFrom && strip(name, dated, schema, drawn, today),
    folded(items, (all) => h('ol', { class: 'moment-list' }, all)),
    h('details', {}, h('summary', {}, 'As a table'), table(name, sorted, schema)),
  )
}
