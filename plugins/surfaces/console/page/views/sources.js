/** The sources of an answer: each with its time, its licence and the required attribution. */
import { h, newId } from '../dom.js'
import { dateText } from '../words.js'

/** @typedef {import('../types').Catalogue} Catalogue */
/** @typedef {import('../types').Meta} Meta */

/** @param {Meta} meta @param {Catalogue} catalogue */
export const sourcesPanel = (meta, catalogue) => {
  const title = newId('sources')
  return h(
    'section',
    { class: 'panel sources', 'aria-labelledby': title },
    h('h2', { id: title }, `Sources: ${meta.sources.length}`),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Sources' },
      h(
        'table',
        { class: 'compact' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Source', 'As of', 'Licence', 'Attribution'].map((title) => h('th', { scope: 'col' }, title)),
          ),
        ),
        h(
          'tbody',
          {},
          meta.sources.map((id) => {
            const source = catalogue.sources.find((each) => each.id === id)
            return h(
              'tr',
              {},
              h('td', {}, source?.title ?? id, h('br'), h('span', { class: 'code muted' }, id)),
              h(
                'td',
                { class: 'nowrap' },
                h('time', { datetime: meta.as_of[id] }, dateText(meta.as_of[id] ?? '') ?? ''),
              ),
              h('td', { class: 'licence' }, source?.licence ?? ''),
              h('td', {}, source?.attribution ?? ''),
            )
          }),
        ),
      ),
    ),
    meta.sandbox &&
      h(
        'p',
        { class: 'small' },
        'Sample data in the form of the real sources: places are real; companies, people and vehicles are invented.',
      ),
    h(
      'p',
      { class: 'small muted' },
      'Request ',
      h('span', { class: 'code' }, meta.request_id),
      ', settings ',
      h('span', { class: 'code' }, meta.settings),
      '. The same settings give the same score.',
    ),
  )
}
