/** What is said of a row beside its picture: the word that is good or bad news, and other values. */
import { fieldOf, fieldsOf } from '../drawn.js'
import { h } from '../dom.js'
import { isNumber, isRow, schemaOf } from '../shapes.js'
import { toneOf } from '../tones.js'
import { labelOf, phrase } from '../words.js'
import { cell } from './cells.js'

/** @typedef {import('../types').Drawn} Drawn */
/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */

/** @param {Drawn} drawn @param {Schema | undefined} item @param {Row} row */
export const rowTone = (drawn, item, row) => {
  const field = fieldOf(drawn, 'word', row)
  return field === undefined ? 'neutral' : toneOf(schemaOf(item, field), row[field])
}

/** The word that gives a row its tone. @param {Drawn} drawn @param {Schema | undefined} item @param {Row} row */
export const chipOf = (drawn, item, row) => {
  const field = fieldOf(drawn, 'word', row)
  return (
    field !== undefined &&
    h('span', { class: `chip tone-${toneOf(schemaOf(item, field), row[field])}` }, phrase(String(row[field])))
  )
}

/**
 * A value of a row; an amount whose unit is the row's currency is money.
 * @param {Row} row
 * @param {string} field
 * @param {Schema | undefined} item
 */
export const valueIn = (row, field, item) => {
  const schema = schemaOf(item, field),
    value = row[field]
  const currency = schema?.['x-unit'] === 'currency' ? row.currency : null
  return typeof currency === 'string' && isNumber(value)
    ? value.toLocaleString('en-GB', { style: 'currency', currency, maximumFractionDigits: 0 })
    : cell(value, field, schema)
}

/** @param {unknown} value */
const says = (value) =>
  Array.isArray(value)
    ? value.length > 0 && !value.some(isRow)
    : value !== null && value !== undefined && value !== false && !isRow(value)

/**
 * The values that are declared to be said beside a row.
 * @param {Drawn} drawn
 * @param {Schema | undefined} item
 * @param {Row} row
 */
export const moreOf = (drawn, item, row) => {
  const fields = fieldsOf(drawn, 'more').filter((field) => says(row[field]))
  const isList = (/** @type {string} */ field) =>
    Array.isArray(row[field]) && row[field].some((each) => typeof each === 'string' && each.length > 44)
  const short = fields.filter((field) => !isList(field))
  return [
    ...fields.filter(isList).map((field) =>
      h(
        'div',
        { class: 'small' },
        h('span', { class: 'muted' }, labelOf(field, schemaOf(item, field))),
        h(
          'ul',
          {},
          /** @type {unknown[]} */ (row[field]).map((value) => h('li', {}, cell(value, field))),
        ),
      ),
    ),
    short.length > 0 &&
      h(
        'p',
        { class: 'small asides' },
        short.map((field) =>
          h(
            'span',
            {},
            h('span', { class: 'muted' }, `${labelOf(field, schemaOf(item, field))} `),
            row[field] === true ? 'yes' : valueIn(row, field, item),
          ),
        ),
      ),
  ]
}
