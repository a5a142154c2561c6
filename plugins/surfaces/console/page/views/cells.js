/** A single value as text, link, chip or short list. */
import { sourceTitle } from '../api.js'
import { h } from '../dom.js'
import { isNumber, isPoint, isRow, schemaOf } from '../shapes.js'
import { subjectHref } from '../subjects.js'
import { toneOf } from '../tones.js'
import { dateText, isCode, isName, labelOf, numberText, phrase, unitOf } from '../words.js'

/** @typedef {import('../types').Schema} Schema */
/** @typedef {import('../dom.js').Child} Child */

/** @param {string} address */
const link = (address) =>
  h(
    'a',
    { href: address, rel: 'noreferrer noopener', target: '_blank' },
    new URL(address).hostname.replace(/^www\./, ''),
    h('span', { class: 'unseen' }, ' (opens in a new tab)'),
  )

/** @param {string} text @param {string} key @param {Schema | undefined} schema @returns {Child} */
const textCell = (text, key, schema) => {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return link(text)
  const date = dateText(text)
  if (date !== null) return h('time', { datetime: text }, date)
  const tone = toneOf(schema, text)
  if (tone !== 'neutral') return h('span', { class: `chip tone-${tone}` }, phrase(text))
  if (isName(key)) return text
  if (/^(sources?|also_in)$/.test(key)) return sourceTitle(text)
  return isCode(key) ? h('span', { class: 'code' }, text) : phrase(text)
}

/**
 * A value that names a subject, as a link to its page; null if it names none.
 * @param {string} text
 * @param {Schema | undefined} schema
 */
const subjectCell = (text, schema) => {
  const kind = schema?.['x-subject']
  const href = kind === undefined ? null : subjectHref(kind, text)
  return href && h('a', { href, class: 'code' }, text)
}

/** @param {unknown} value @param {string} key @param {Schema} [schema] @returns {Child} */
export const cell = (value, key, schema) => {
  if (value === null || value === undefined) return h('span', { class: 'muted' }, 'not stated')
  const words = schema?.['x-words']?.[String(value)]
  if (words !== undefined) return words
  if (typeof value === 'boolean') {
    const tone = toneOf(schema, value),
      word = value ? 'Yes' : 'No'
    return tone === 'neutral' ? word : h('span', { class: `chip tone-${tone}` }, word)
  }
  if (isNumber(value)) return numberText(value, key, unitOf(key, schema))
  if (typeof value === 'string') return subjectCell(value, schema) ?? textCell(value, key, schema)
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
          h('span', { class: 'muted' }, `${labelOf(inner, schemaOf(schema, inner))} `),
          cell(each, inner, schemaOf(schema, inner)),
        ]),
    )
  }
  return String(value)
}
