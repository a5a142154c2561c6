/** Rows as a table: the most useful columns first, the others on request; long tables are collapsed. */
import { h } from '../dom.js'
import { isNumber, isRow, schemaOf } from '../shapes.js'
import { aboutOf, isSpelt, labelOf } from '../words.js'
import { valueIn } from './said.js'

/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */

const firstColumns = 6
const firstRows = 8

/** Columns with a value in any row. @param {readonly Row[]} rows */
const columnsOf = (rows) => {
  const says = (/** @type {unknown} */ value) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (key) => rows.some((row) => says(row[key])) && !rows.every((row) => row[key] === null || isSpelt(key, row)),
  )
}

/** Orders columns: long and nested values last. @param {readonly Row[]} rows @param {string} key */
const weightOf = (rows, key) =>
  rows.some((row) => isRow(row[key]) || Array.isArray(row[key])) ? 2 : /(^|_)(url|id|code|ids|codes)$/.test(key) ? 1 : 0

/**
 * A list whose tail is hidden behind a button.
 * @param {readonly HTMLElement[]} items
 * @param {(items: readonly HTMLElement[]) => HTMLElement} around
 * @param {number} [shown]
 */
export const folded = (items, around, shown = firstRows) => {
  const tail = items.slice(shown)
  const element = around(items)
  if (tail.length < 3) return [element]
  for (const item of tail) item.hidden = true
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        for (const item of tail) item.hidden = false
        tail[0]?.setAttribute('tabindex', '-1')
        tail[0]?.focus()
        button.remove()
      },
    },
    `Show all ${items.length}`,
  )
  return [element, button]
}

/** @param {string} name @param {readonly Row[]} rows @param {Schema} [schema] the schema of the list */
export const table = (name, rows, schema) => {
  const columns = columnsOf(rows).toSorted((a, b) => weightOf(rows, a) - weightOf(rows, b))
  const item = schemaOf(schema)
  const isNumeric = (/** @type {string} */ key) => rows.every((row) => isNumber(row[key]) || row[key] === null)
  const make = (/** @type {readonly string[]} */ keys) => {
    const title = (/** @type {string} */ key) =>
      h(
        'th',
        {
          scope: 'col',
          class: isNumeric(key) ? 'number' : null,
          title: aboutOf(schemaOf(item, key)?.description) || null,
        },
        labelOf(key, schemaOf(item, key)),
      )
    const head = h('thead', {}, h('tr', {}, keys.map(title)))
    const body = rows.map((row) =>
      h(
        'tr',
        {},
        keys.map((key) => h('td', { class: isNumeric(key) ? 'number' : null }, valueIn(row, key, item))),
      ),
    )
    return folded(body, (all) =>
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': labelOf(name) },
        h('table', {}, h('caption', { class: 'unseen' }, labelOf(name)), head, h('tbody', {}, all)),
      ),
    )
  }
  if (columns.length <= firstColumns + 1) return h('div', { class: 'table' }, make(columns))
  const host = h('div', { class: 'table' }, make(columns.slice(0, firstColumns)))
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        host.replaceChildren(...make(columns))
      },
    },
    `All ${columns.length} columns`,
  )
  host.append(button)
  return host
}
