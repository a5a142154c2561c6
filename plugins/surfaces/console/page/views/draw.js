/** Draws any value of an answer: as its schema declares, or else as facts and tables. */
import { h } from '../dom.js'
import { countBars, energyBands, stacked } from '../charts/bars.js'
import { series } from '../charts/series.js'
import { spans } from '../charts/timeline.js'
import { drawnOf, fieldsOf } from '../drawn.js'
import { isCounts, isNumber, isPoint, isRecords, isRow, isRows, schemaOf, scoredOf, sharesOf } from '../shapes.js'
import { toneOf } from '../tones.js'
import { aboutOf, isSpelt, labelOf, unitOf } from '../words.js'
import { cell } from './cells.js'
import { flags, moments } from './lists.js'
import { areas, places } from './places.js'
import { scoreView } from './score.js'
import { table } from './table.js'

/** @typedef {import('../types').Drawn} Drawn */
/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */
/** @typedef {import('../types').Context} Context */

/** A stacked bar of more parts is not readable. */
const maxParts = 8

/** @param {unknown} value */
const isPlain = (value) =>
  (!isRow(value) && !isRows(value)) || isPoint(value) || (Array.isArray(value) && value.length === 0)

/** @param {string} name @param {Row[]} rows @param {Schema | undefined} schema @param {Drawn} drawn */
const course = (name, rows, schema, drawn) => {
  const [day] = fieldsOf(drawn, 'on'),
    [value] = [...fieldsOf(drawn, 'counter'), ...fieldsOf(drawn, 'value')]
  if (
    day === undefined ||
    value === undefined ||
    rows.length < 3 ||
    !rows.every((row) => isNumber(row[value]) && typeof row[day] === 'string')
  )
    return table(name, rows, schema)
  const unit = unitOf(value, schemaOf(schemaOf(schema), value))
  return series(name, rows, { day, value, unit, as: drawn.counter === undefined ? 'line' : 'counter' })
}

/** @param {readonly HTMLElement[]} shown @param {HTMLElement} rows */
const withTable = (shown, rows) => h('div', {}, shown, h('details', {}, h('summary', {}, 'As a table'), rows))

/** @param {string} name @param {unknown[]} list @param {Schema | undefined} schema @param {Context} context */
const drawList = (name, list, schema, context) => {
  if (list.length === 0) return h('p', { class: 'none' }, 'Looked for: there is none.')
  if (!isRows(list)) return h('p', {}, cell(list, name, schema))
  const drawn = drawnOf(schemaOf(schema))
  if (drawn?.as === 'findings') return flags(list, schema, drawn)
  if (drawn?.as === 'series') return course(name, list, schema, drawn)
  if (drawn?.as === 'map') return places(name, list, schema, drawn, context)
  if (drawn?.as === 'areas') return withTable([areas(list, drawn, schemaOf(schema))], table(name, list, schema))
  if (drawn?.as === 'timeline')
    return withTable([spans(name, list, schema, drawn, context.today)], table(name, list, schema))
  if (drawn?.as === 'events') return moments(name, list, schema, drawn, context)
  return table(name, list, schema)
}

/** The description of a list says how accurate its map is. @param {Schema | undefined} schema */
const aboutMap = (schema) =>
  drawnOf(schemaOf(schema))?.as === 'map' &&
  aboutOf(schema?.description) !== '' &&
  h('p', { class: 'card-about' }, aboutOf(schema?.description))

/**
 * @param {string} name
 * @param {Row} row
 * @param {Schema | undefined} schema
 * @param {Context} context
 * @param {number} level
 */
const drawRow = (name, row, schema, context, level) => {
  const scored = scoredOf(row)
  if (scored) return scoreView({ name, scored, entry: null })
  const drawn = drawnOf(schema)
  if (drawn?.as === 'bands') return energyBands(name, /** @type {Record<string, number>} */ (row))
  const shares = drawn?.as === 'shares' ? sharesOf(drawn, row, schema) : null
  if (!shares && isCounts(row, schema)) {
    const [first = ''] = Object.keys(row)
    return countBars(name, row, unitOf(first, schemaOf(schema, first)), (key) => toneOf(schema, key))
  }
  if (isRecords(row))
    return table(
      name,
      Object.entries(row).map(([key, value]) => ({ '': labelOf(key), .../** @type {Row} */ (value) })),
      { items: Object.values(schema?.properties ?? {})[0] ?? {} },
    )
  if (
    shares &&
    shares.rest.length === 0 &&
    shares.parts.filter(([, part]) => part > 0).length > maxParts &&
    Object.keys(drawn ?? {}).length === 1
  )
    return countBars(name, Object.fromEntries(shares.parts), shares.unit)
  // A note that is not there is no gap, and who is not registered has no entry to state.
  const told = Object.entries(row).filter(
    ([key, value]) => !isSpelt(key, row) && !(value === null && (key.endsWith('note') || row.registered === false)),
  )
  const rest = shares ? Object.entries(row).filter(([key]) => shares.rest.includes(key)) : told
  const unstated = rest.filter(([, value]) => value === null),
    folds = unstated.length >= 3
  const facts = rest.filter(([, value]) => isPlain(value) && !(folds && value === null)),
    parts = rest.filter(([, value]) => !isPlain(value))
  return h(
    'div',
    { class: 'row' },
    shares && stacked(name, shares.parts, shares.unit, shares.total, shares.colourOf),
    facts.length > 0 &&
      h(
        'dl',
        { class: 'facts' },
        facts.map(([key, value]) =>
          h(
            'div',
            {},
            h(
              'dt',
              { title: aboutOf(schemaOf(schema, key)?.description) || null },
              labelOf(key, schemaOf(schema, key)),
            ),
            h('dd', {}, cell(value, key, schemaOf(schema, key))),
          ),
        ),
      ),
    folds &&
      h(
        'p',
        { class: 'small muted' },
        `Not stated: ${unstated.map(([key]) => labelOf(key, schemaOf(schema, key))).join(', ')}`,
      ),
    parts.map(([key, value]) =>
      h(
        'section',
        { class: 'part' },
        h(level < 2 ? 'h3' : 'h4', {}, labelOf(key, schemaOf(schema, key))),
        aboutMap(schemaOf(schema, key)),
        draw(key, value, schemaOf(schema, key), context, level + 1),
      ),
    ),
  )
}

/**
 * @param {string} name the key of the value
 * @param {unknown} value
 * @param {Schema | undefined} schema
 * @param {Context} context
 * @param {number} [level] nesting depth in its section
 * @returns {HTMLElement}
 */
export const draw = (name, value, schema, context, level = 1) => {
  if (Array.isArray(value)) return drawList(name, value, schema, context)
  if (isRow(value) && !isPoint(value)) return drawRow(name, value, schema, context, level)
  return h('p', { class: 'single' }, cell(value, name, schema))
}
