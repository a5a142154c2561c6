/** The subjects that an answer names, as links to their pages. */
import { h } from '../dom.js'
import { isRow, schemaOf } from '../shapes.js'
import { kindInSentence, kindOf, subjectHref } from '../subjects.js'

/** @typedef {import('../types').Schema} Schema */
/** @typedef {import('../types').Row} Row */
/** @typedef {{ kind: import('../types').Kind, href: string, id: string, label: string }} Lead */

/**
 * What people call the subject that a row names by a key: `company_number` is that of `company_name`.
 * @param {Row} row
 * @param {string} key
 */
const nameIn = (row, key) => {
  const own = row[`${key.split('_')[0]}_name`] ?? row.name ?? row.title
  return typeof own === 'string' ? own : null
}

/**
 * @param {unknown} value
 * @param {Schema | undefined} schema
 * @param {Row} [row] that the value stands in
 * @param {string} [key]
 * @returns {Lead[]} with duplicates
 */
const allIn = (value, schema, row = {}, key = '') => {
  if (Array.isArray(value)) return value.flatMap((each) => allIn(each, schemaOf(schema), row, key))
  if (isRow(value))
    return Object.entries(value).flatMap(([each, inner]) => allIn(inner, schemaOf(schema, each), value, each))
  const kind = kindOf(schema?.['x-subject'] ?? '')
  if (kind === null || typeof value !== 'string') return []
  const href = subjectHref(kind.id, value)
  const name = nameIn(row, key)
  // A place is called by its code: a name beside it is that of something there.
  const label = name === null ? value : kind.named === null ? `${value} (${name})` : name
  return href === null ? [] : [{ kind, href, id: value, label }]
}

/** Each subject once, in the order of the answer. @param {unknown} value @param {Schema | undefined} schema */
export const leadsIn = (value, schema) => {
  const all = allIn(value, schema)
  return all.filter(({ href }, i) => all.findIndex((other) => other.href === href) === i)
}

const shownAtFirst = 4

/** @param {Lead} lead */
const link = ({ href, label }) => h('li', {}, h('a', { href }, label))

/**
 * Links by kind; null where there is none.
 * @param {readonly Lead[]} leads
 */
export const leadsView = (leads) =>
  leads.length > 0 &&
  h(
    'div',
    { class: 'leads small' },
    [...Map.groupBy(leads, ({ kind }) => kind)].map(([kind, some]) =>
      h(
        'div',
        { class: 'lead-group' },
        h('span', { class: 'muted' }, `Leads to ${kindInSentence(kind)}:`),
        h('ul', {}, some.slice(0, shownAtFirst).map(link)),
        some.length > shownAtFirst &&
          h(
            'details',
            {},
            h('summary', {}, `${some.length - shownAtFirst} more`),
            h('ul', {}, some.slice(shownAtFirst).map(link)),
          ),
      ),
    ),
  )
