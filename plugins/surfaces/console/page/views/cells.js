/** A single value as text, link, chip or short list. */
import { h } from '../dom.js'
import { isNumber, isPoint, isRow, schemaOf } from '../shapes.js'
import { toneOf } from '../tones.js'
import { dateText, isCode, isName, labelOf, numberText, phrase, unitOf } from '../words.js'

/** @typedef {import('../types').Schema} Schema */
/** @typedef {import('../dom.js').Child} Child */

/** Keys whose words have a colour. */
const judged = new RegExp(
  `(${[
    'rating',
    'result',
    'status',
    'state',
    'level',
    'risk',
    'severity',
    'verdict',
    'class',
    'classification',
    'anomaly',
    'potential',
    'stability',
    'probability',
    'band',
    'index',
    'shrink_swell',
    'surface_water',
    'rivers_and_sea',
    'landslides',
    'running_sand',
    'soluble_rocks',
    'collapsible_ground',
    'compressible_ground',
  ].join('|')})$`,
)

/** Keys for which "yes" is bad news. */
const warning = /(^|_)(overdue|undeliverable|in_dispute|is_disqualified|insolvent|in_administration)$/

/** @param {string} address */
const link = (address) =>
  h(
    'a',
    { href: address, rel: 'noreferrer noopener', target: '_blank' },
    new URL(address).hostname.replace(/^www\./, ''),
    h('span', { class: 'unseen' }, ' (opens in a new tab)'),
  )

/** @param {string} text @param {string} key @returns {Child} */
const textCell = (text, key) => {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return link(text)
  const date = dateText(text)
  if (date !== null) return h('time', { datetime: text }, date)
  if (isName(key)) return text
  if (isCode(key)) return h('span', { class: 'code' }, text)
  const tone = judged.test(key) ? toneOf(text, key) : 'neutral'
  return tone === 'neutral' ? phrase(text) : h('span', { class: `chip tone-${tone}` }, phrase(text))
}

/** @param {unknown} value @param {string} key @param {Schema} [schema] @returns {Child} */
export const cell = (value, key, schema) => {
  if (value === null || value === undefined) return h('span', { class: 'muted' }, 'not stated')
  if (typeof value === 'boolean')
    return value && warning.test(key) ? h('span', { class: 'chip tone-bad' }, 'Yes') : value ? 'Yes' : 'No'
  if (isNumber(value)) return numberText(value, key, unitOf(key, schema))
  if (typeof value === 'string') return textCell(value, key)
  if (isPoint(value)) return h('span', { class: 'code' }, `${value.lat.toFixed(5)}, ${value.lng.toFixed(5)}`)
  if (Array.isArray(value)) {
    if (value.length === 0) return h('span', { class: 'muted' }, 'none')
    if (value.length > 4 && value.every((item) => typeof item === 'string' && dateText(item) !== null)) {
      const days = value.toSorted()
      return [cell(days[0], key), ' to ', cell(days.at(-1), key), ` (${value.length})`]
    }
    const items = value.map((item) => cell(item, key, schemaOf(schema)))
    if (value.every((item) => typeof item === 'string' && item.length > 28) || value.some(isRow))
      return h(
        'ul',
        { class: 'plain' },
        items.map((item) => h('li', {}, item)),
      )
    return items.flatMap((item, i) => (i === 0 ? [item] : [', ', item]))
  }
  if (isRow(value)) {
    return h(
      'span',
      { class: 'pairs' },
      Object.entries(value)
        .filter(([, inner]) => inner !== null)
        .flatMap(([inner, each], i) => [
          i > 0 && '; ',
          h('span', { class: 'muted' }, `${labelOf(inner)} `),
          cell(each, inner, schemaOf(schema, inner)),
        ]),
    )
  }
  return String(value)
}
