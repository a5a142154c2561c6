/** Lists of findings, of things around a place, and of events. */
import { h } from '../dom.js'
import { amountText, directionWord, distanceText, map, titleOf } from '../charts/map.js'
import { chipOf, headOf, lists, strip } from '../charts/timeline.js'
import { amountKey, isNumber, isRow, metresOf, schemaOf } from '../shapes.js'
import { dateText, labelOf, phrase } from '../words.js'
import { cell } from './cells.js'
import { folded, table } from './table.js'

/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */
/** @typedef {import('../types').Context} Context */
/** @typedef {import('../types').Tone} Tone */

/** @param {unknown} severity @returns {Tone} */
const toneOfSeverity = (severity) =>
  severity === undefined
    ? 'good'
    : /critical|high|severe/i.test(String(severity))
      ? 'bad'
      : /medium|moderate/i.test(String(severity))
        ? 'fair'
        : 'neutral'

/** @param {readonly Row[]} rows */
export const flags = (rows) =>
  h(
    'ul',
    { class: 'flags' },
    rows.map((row) => {
      const tone = toneOfSeverity(row.severity),
        what = String(row.flag ?? row.signal)
      return h(
        'li',
        { class: `flag tone-${tone}` },
        h(
          'p',
          { class: 'flag-name' },
          h('b', {}, phrase(what)),
          row.severity !== undefined && h('span', { class: `chip tone-${tone}` }, phrase(String(row.severity))),
        ),
        typeof row.implication === 'string' && h('p', {}, row.implication),
        h(
          'p',
          { class: 'small' },
          String(row.evidence ?? row.detail ?? ''),
          Array.isArray(row.sources) && h('span', { class: 'muted' }, ` (${row.sources.join(', ')})`),
        ),
      )
    }),
  )

/** @param {string} name @param {readonly Row[]} rows @param {Schema | undefined} schema @param {Context} context */
export const places = (name, rows, schema, { at }) => {
  const amount = amountKey(rows)
  const sorted = rows.toSorted(
    (a, b) => (amount === null ? 0 : Number(b[amount]) - Number(a[amount])) || metresOf(a) - metresOf(b),
  )
  const items = sorted.map((row) => {
    const { chip } = headOf(row),
      direction = directionWord(row, at),
      title = titleOf(row)
    const kind = [row.type ?? row.phase ?? row.kind ?? row.road_type ?? row.commonest_category].find(
      (word) => typeof word === 'string' && word !== title,
    )
    return h(
      'li',
      {},
      h('span', { class: 'place-name' }, title),
      ' ',
      amount !== null && [h('span', { class: 'place-amount' }, amountText(row, amount)), ' · '],
      kind !== undefined && h('span', { class: 'muted' }, phrase(String(kind))),
      ' ',
      Object.keys(row)
        .filter((each) => /(rating|classification)$/.test(each) && typeof row[each] === 'string')
        .slice(0, 1)
        .map((each) => chipOf(String(row[each]), each)),
      !('rating' in row) && chip && chip !== 'role' && row[chip] !== kind && chipOf(String(row[chip]), chip),
      h(
        'span',
        { class: 'place-distance' },
        metresOf(row) === 0 ? 'here' : distanceText(metresOf(row)),
        direction && ` ${direction}`,
      ),
    )
  })
  return h(
    'div',
    { class: 'places' },
    map(name, sorted, at),
    h(
      'div',
      { class: 'place-list' },
      folded(items, (all) => h('ol', {}, all), 15),
    ),
    h('details', { class: 'wide' }, h('summary', {}, 'As a table'), table(name, sorted, schema)),
  )
}

/**
 * The other values of a row, in small print.
 * @param {Row} row
 * @param {readonly string[]} used
 * @param {Schema} [schema]
 */
const asides = (row, used, schema) => {
  const says = (/** @type {unknown} */ value) =>
    Array.isArray(value) ? value.length > 0 && !value.some(isRow) : value !== null && value !== false && !isRow(value)
  const rest = Object.entries(row).filter(
    ([key, value]) => !used.includes(key) && says(value) && !/(_id|^code|sources?|^currency)$/.test(key),
  )
  const money = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    typeof row.currency === 'string' && isNumber(value) && /^(value|amount)$/.test(key)
      ? value.toLocaleString('en-GB', { style: 'currency', currency: row.currency, maximumFractionDigits: 0 })
      : null
  if (rest.length === 0) return null
  return h(
    'p',
    { class: 'small asides' },
    rest.map(([key, value]) =>
      h(
        'span',
        {},
        h('span', { class: 'muted' }, `${labelOf(key)} `),
        value === true ? 'yes' : (money(key, value) ?? cell(value, key, schemaOf(schema, key))),
      ),
    ),
  )
}

const stripFrom = 4

/** @param {string} name @param {readonly Row[]} rows @param {string} day @param {Schema} [schema] */
export const moments = (name, rows, day, schema) => {
  const item = schemaOf(schema),
    sorted = rows.toSorted((a, b) => String(b[day]).localeCompare(String(a[day])))
  const items = sorted.map((row) => {
    const { name: key, chip, tone } = headOf(row)
    const used = [day, ...(key ? [key] : []), ...(chip ? [chip] : [])]
    const title = key === 'result' ? null : key && h('b', {}, phrase(String(row[key])))
    return h(
      'li',
      { class: `moment tone-${tone}` },
      h('time', { class: 'moment-day', datetime: String(row[day]) }, dateText(String(row[day]))),
      h(
        'div',
        {},
        h(
          'p',
          {},
          title,
          ' ',
          key === 'result' ? chipOf(String(row.result), 'result') : chip && chipOf(String(row[chip]), chip),
          isNumber(row.price) && h('b', {}, ' ', cell(row.price, 'price', schemaOf(item, 'price'))),
        ),
        lists(row, used).map(([each, values]) =>
          h(
            'div',
            { class: 'small' },
            h('span', { class: 'muted' }, labelOf(each)),
            h(
              'ul',
              {},
              /** @type {unknown[]} */ (values).map((value) => h('li', {}, cell(value, each))),
            ),
          ),
        ),
        asides(row, [...used, 'price', ...lists(row, used).map(([each]) => each)], item),
      ),
    )
  })
  return h(
    'div',
    { class: 'moments' },
    sorted.length >= stripFrom && strip(name, sorted, day),
    folded(items, (all) => h('ol', { class: 'moment-list' }, all)),
  )
}
