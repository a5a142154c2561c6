/** Draws any value of an answer by its shape. */
import { h } from '../dom.js'
import { countBars, energyBands, stacked } from '../charts/bars.js'
import { series } from '../charts/series.js'
import { spans } from '../charts/timeline.js'
import {
  dayKey,
  isBands,
  isCounts,
  isFlags,
  isPlaces,
  isPoint,
  isRecords,
  isRow,
  isRows,
  mixOf,
  schemaOf,
  scoredOf,
  seriesKeys,
  spanKeys,
} from '../shapes.js'
import { labelOf, unitOf } from '../words.js'
import { cell } from './cells.js'
import { flags, moments, places } from './lists.js'
import { scoreView } from './score.js'
import { table } from './table.js'

/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */
/** @typedef {import('../types').Context} Context */

/** A stacked bar of more parts is not readable. */
const maxParts = 8

/** @param {unknown} value */
const isPlain = (value) =>
  (!isRow(value) && !isRows(value)) || isPoint(value) || (Array.isArray(value) && value.length === 0)

/** @param {string} name @param {unknown[]} list @param {Schema | undefined} schema @param {Context} context */
const drawList = (name, list, schema, context) => {
  if (list.length === 0) return h('p', { class: 'none' }, 'Looked for: there is none.')
  if (!isRows(list)) return h('p', {}, cell(list, name, schema))
  if (isFlags(list)) return flags(list)
  const course = seriesKeys(list)
  if (course) return series(name, list, course, unitOf(course.value, schemaOf(schemaOf(schema), course.value)))
  if (isPlaces(list)) return places(name, list, schema, context)
  const stretch = spanKeys(list)
  if (stretch)
    return h(
      'div',
      {},
      spans(name, list, stretch, context.asOf),
      h('details', {}, h('summary', {}, 'As a table'), table(name, list, schema)),
    )
  const day = dayKey(list)
  return day ? moments(name, list, day, schema) : table(name, list, schema)
}

/** The description of a list says how accurate its map is. @param {Schema | undefined} schema */
const aboutMap = (schema) => schema?.description && h('p', { class: 'card-about' }, schema.description)

/** @param {string} name @param {Row} row @param {Schema | undefined} schema @param {Context} context @param {number} level */
const drawRow = (name, row, schema, context, level) => {
  const scored = scoredOf(row)
  if (scored) return scoreView({ name, scored, entry: null })
  if (isBands(row)) return energyBands(name, row)
  if (isCounts(row, schema) && !mixOf(name, row, schema))
    return countBars(name, row, unitOf(Object.keys(row)[0] ?? '', schemaOf(schema, Object.keys(row)[0] ?? '')))
  if (isRecords(row))
    return table(
      name,
      Object.entries(row).map(([key, value]) => ({ '': labelOf(key), .../** @type {Row} */ (value) })),
      { items: Object.values(schema?.properties ?? {})[0] ?? {} },
    )
  const mix = mixOf(name, row, schema)
  if (mix && mix.rest.length === 0 && mix.parts.filter(([, part]) => part > 0).length > maxParts)
    return countBars(name, Object.fromEntries(mix.parts), mix.unit)
  const rest = mix ? Object.entries(row).filter(([key]) => mix.rest.includes(key)) : Object.entries(row)
  const unstated = rest.filter(([, value]) => value === null),
    folds = unstated.length >= 3
  const facts = rest.filter(([, value]) => isPlain(value) && !(folds && value === null)),
    parts = rest.filter(([, value]) => !isPlain(value))
  return h(
    'div',
    { class: 'row' },
    mix && stacked(name, mix.parts, mix.unit, mix.total),
    facts.length > 0 &&
      h(
        'dl',
        { class: 'facts' },
        facts.map(([key, value]) =>
          h(
            'div',
            {},
            h('dt', { title: schemaOf(schema, key)?.description }, labelOf(key)),
            h('dd', {}, cell(value, key, schemaOf(schema, key))),
          ),
        ),
      ),
    folds && h('p', { class: 'small muted' }, `Not stated: ${unstated.map(([key]) => labelOf(key)).join(', ')}`),
    parts.map(([key, value]) =>
      h(
        'section',
        { class: 'part' },
        h(level < 2 ? 'h3' : 'h4', {}, labelOf(key)),
        isPlaces(value) && aboutMap(schemaOf(schema, key)),
        draw(key, value, schemaOf(schema, key), context, level + 1),
      ),
    ),
  )
}

/**
 * @param {string} name the key of the value @param {unknown} value @param {Schema | undefined} schema @param {Context} context
 * @param {number} [level] nesting depth in its section
 * @returns {HTMLElement}
 */
export const draw = (name, value, schema, context, level = 1) => {
  if (Array.isArray(value)) return drawList(name, value, schema, context)
  if (isRow(value) && !isPoint(value)) return drawRow(name, value, schema, context, level)
  return h('p', { class: 'single' }, cell(value, name, schema))
}
