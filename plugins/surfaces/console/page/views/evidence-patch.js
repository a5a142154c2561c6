/** What changed inside a section: a JSON Patch as a table in words. */
import { h } from '../dom.js'
import { isRow } from '../shapes.js'
import { dateText, labelOf, midSentence, pathLabel, phrase } from '../words.js'

/** @typedef {import('../evidence-types').Changes['sections'][number]} Section */

const words = /** @type {Record<string, string>} */ ({ add: 'Added', remove: 'Removed', replace: 'Changed' })

/** @param {string} step */
const stepOf = (step) =>
  step === '-' ? 'at the end' : /^\d+$/.test(step) ? `row ${Number(step) + 1}` : midSentence(labelOf(step))

/** `/filings/0/date` → `row 1: date`; the section itself is named above. @param {string} path */
const placeOf = (path) => path.split('/').slice(2).map(stepOf).join(': ') || 'all of it'

/** @param {unknown} value */
const isPlain = (value) => value === null || typeof value !== 'object'

/** @param {unknown} value @returns {import('../dom.js').Child} */
const valueView = (value) => {
  if (value === null || value === undefined) return h('span', { class: 'muted' }, 'nothing')
  if (Array.isArray(value) && value.every(isPlain)) return value.map((each, i) => [i > 0 && ', ', valueView(each)])
  if (isRow(value) && Object.values(value).every((inner) => isPlain(inner) || Array.isArray(inner)))
    return h(
      'dl',
      { class: 'inline' },
      Object.entries(value).map(([key, inner]) =>
        h('div', {}, h('dt', {}, labelOf(key)), h('dd', {}, valueView(inner))),
      ),
    )
  if (!isPlain(value)) return h('code', {}, JSON.stringify(value))
  return typeof value === 'string' ? (dateText(value) ?? phrase(value)) : String(value)
}

/** @param {Section} changed */
export const patchView = ({ section, patch }) =>
  h(
    'details',
    { class: 'evidence-fold' },
    h('summary', {}, `${pathLabel(section)}: ${patch.length === 1 ? 'one change' : `${patch.length} changes`}`),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Changes of ${midSentence(pathLabel(section))}` },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['What', 'Where', 'Now'].map((title) => h('th', { scope: 'col' }, title)),
          ),
        ),
        h(
          'tbody',
          {},
          patch.map(({ op, path, value }) =>
            h(
              'tr',
              {},
              h('td', {}, words[op] ?? op),
              h('th', { scope: 'row' }, placeOf(path)),
              h('td', {}, op === 'remove' ? '' : valueView(value)),
            ),
          ),
        ),
      ),
    ),
  )
