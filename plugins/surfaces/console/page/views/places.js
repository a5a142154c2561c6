/** Things around the place asked for, as a map beside a list, and areas that hold it. */
import { amountField, amountText, map, titleOf } from '../charts/map.js'
import { compassWord, distanceText, metresOf, whereOf } from '../charts/around.js'
import { fieldsOf, textOf, valueOf } from '../drawn.js'
import { h } from '../dom.js'
import { isNumber, schemaOf } from '../shapes.js'
import { toneOf } from '../tones.js'
import { labelOf, phrase } from '../words.js'
import { chipOf, moreOf } from './said.js'
import { folded, table } from './table.js'

/** @typedef {import('../types').Drawn} Drawn */
/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */
/** @typedef {import('../types').Context} Context */

/** The kind of a row, unless that is its name. @param {Drawn} drawn @param {Row} row */
const kindOf = (drawn, row) => {
  const kind = textOf(drawn, 'kind', row)
  return kind === null || kind === textOf(drawn, 'title', row) ? null : h('span', { class: 'muted' }, phrase(kind))
}

/**
 * Areas that hold the place: how far they reach is not in the answer, so they are told and not plotted.
 * @param {readonly Row[]} rows @param {Drawn} drawn @param {Schema | undefined} item
 */
export const areas = (rows, drawn, item) => {
  const [kind] = fieldsOf(drawn, 'kind')
  const kinds = kind === undefined ? [] : [...new Set(rows.map((row) => String(row[kind])))]
  return h(
    'div',
    { class: 'areas' },
    h(
      'p',
      { class: 'areas-here' },
      rows.length === 1 ? 'The place is inside this area' : `The place is inside ${rows.length} areas`,
    ),
    h(
      'ul',
      { class: 'plain area-list' },
      rows.map((row) => {
        const [word] = fieldsOf(drawn, 'word'),
          tone = toneOf(schemaOf(item, word ?? ''), word && row[word])
        const colour =
          tone === 'neutral'
            ? `kind-${Math.min(5, Math.max(0, kinds.indexOf(String(row[kind ?? '']))))}`
            : `tone-${tone} is-toned`
        return h(
          'li',
          { class: `area ${colour}` },
          h('b', {}, phrase(textOf(drawn, 'title', row) ?? 'Without a name')),
          ' ',
          kindOf(drawn, row),
          ' ',
          chipOf(drawn, item, row),
          moreOf(drawn, item, row),
        )
      }),
    ),
  )
}

/**
 * @param {string} name
 * @param {readonly Row[]} rows
 * @param {Schema | undefined} schema
 * @param {Drawn} drawn
 * @param {Context} context
 */
export const places = (name, rows, schema, drawn, { at }) => {
  const item = schemaOf(schema)
  const inside = rows.filter((row) => valueOf(drawn, 'holds', row) === true),
    around = rows.filter((row) => !inside.includes(row) && metresOf(drawn, item, row) !== null)
  const amount = amountField(drawn, around)
  const far = (/** @type {Row} */ row) => metresOf(drawn, item, row) ?? 0
  const sorted = around.toSorted(
    (a, b) => (amount === null ? 0 : Number(b[amount]) - Number(a[amount])) || far(a) - far(b),
  )
  const most = amount === null ? 0 : Number(sorted[0]?.[amount])
  const items = sorted.map((row) => {
    const { bearing } = whereOf(drawn, item, row, at),
      count = amount === null ? null : row[amount]
    return h(
      'li',
      {},
      h('span', { class: 'place-name' }, titleOf(drawn, row)),
      ' ',
      isNumber(count) &&
        amount !== null && [h('span', { class: 'place-amount' }, amountText(count, amount, item)), ' · '],
      kindOf(drawn, row),
      ' ',
      chipOf(drawn, item, row),
      h(
        'span',
        { class: 'place-distance' },
        far(row) === 0 ? 'here' : distanceText(far(row)),
        bearing !== null && far(row) > 0 && ` ${compassWord(bearing)}`,
      ),
      isNumber(count) && bar(count / most),
    )
  })
  return h(
    'div',
    { class: 'places' },
    inside.length > 0 && areas(inside, drawn, item),
    sorted.length > 0 && map(name, sorted, { drawn, item, at }),
    sorted.length > 0 &&
      h(
        'div',
        { class: 'place-list' },
        folded(items, (all) => h('ol', {}, all), 15),
      ),
    h('details', { class: 'wide' }, h('summary', {}, `${labelOf(name)} as a table`), table(name, rows, schema)),
  )
}

/** @param {number} share */
const bar = (share) => {
  const element = h('i', { class: 'place-bar', 'aria-hidden': true })
  element.style.width = `${(100 * share).toFixed(1)}%`
  return element
}
