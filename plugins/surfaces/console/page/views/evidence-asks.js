/** The questions of an answer as a timeline, with the same as a table. */
import { sourceTitle } from '../api.js'
import { h, s } from '../dom.js'
import { asksOf } from '../evidence.js'
import { dateText, labelOf, midSentence, plain } from '../words.js'

/** @typedef {ReturnType<typeof asksOf>[number]} Ask */

/** @param {Pick<Ask, 'source' | 'operation'>} ask */
const nameOf = ({ source, operation }) =>
  `${sourceTitle(source)}: ${midSentence(labelOf(operation.replaceAll('-', '_')))}`

/** @param {number | null} time */
const msText = (time) => (time === null ? '' : `${plain(time < 10 ? Math.round(time * 10) / 10 : Math.round(time))} ms`)

/** @param {Ask} ask @param {number} end */
const bar = ({ began, took, from, gap }, end) =>
  s(
    'svg',
    { viewBox: '0 0 100 8', preserveAspectRatio: 'none', class: `ask-bar is-${gap === null ? from : 'gap'}` },
    s('rect', { class: 'ask-track', x: 0, y: 3.5, width: 100, height: 1 }),
    s('rect', {
      class: 'ask-fill',
      x: Math.min(99, (100 * (began ?? 0)) / end),
      y: 0,
      width: Math.max(1, (100 * (took ?? 0)) / end),
      height: 8,
    }),
  )

const columns = ['Question', 'Began', 'Took', 'Began after', 'Answered from', 'As of']

/** @param {import('../evidence-types').Evidence} evidence */
export const asksView = (evidence) => {
  const asks = asksOf(evidence)
  if (asks.length === 0) return h('p', { class: 'small' }, 'No source was asked.')
  const end = Math.max(0.1, ...asks.map(({ began, took }) => (began ?? 0) + (took ?? 0)))
  const count = asks.length === 1 ? 'One question' : `${asks.length} questions`
  return [
    h('p', { class: 'small' }, `${count}; the last answer came ${msText(end)} after the look-up began.`),
    h(
      'ol',
      { class: 'asks', 'aria-hidden': true },
      h(
        'li',
        { class: 'asks-axis small muted' },
        h('span', {}),
        h(
          'span',
          {},
          [0, end / 2, end].map((time) => h('span', {}, msText(time))),
        ),
      ),
      asks.map((ask) =>
        h(
          'li',
          {},
          h('span', { class: 'ask-name' }, nameOf(ask)),
          bar(ask, end),
          h(
            'span',
            { class: `ask-said small${ask.gap === null ? ' muted' : ''}` },
            [msText(ask.took), ask.said].filter(Boolean).join(' · '),
          ),
        ),
      ),
    ),
    h(
      'details',
      { class: 'evidence-fold' },
      h('summary', {}, 'The same as a table, with what each waited for'),
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Questions' },
        h(
          'table',
          {},
          h('caption', { class: 'unseen' }, 'Questions to sources, in the order in which they began'),
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              columns.map((title) => h('th', { scope: 'col' }, title)),
            ),
          ),
          h(
            'tbody',
            {},
            asks.map((ask) =>
              h(
                'tr',
                {},
                h('th', { scope: 'row' }, nameOf(ask)),
                h('td', { class: 'nowrap' }, msText(ask.began)),
                h('td', { class: 'nowrap' }, msText(ask.took)),
                h('td', {}, ask.after === null ? 'the start' : nameOf(ask.after)),
                h('td', {}, ask.said),
                h('td', { class: 'nowrap' }, (ask.fetched_at && dateText(ask.fetched_at)) ?? ''),
              ),
            ),
          ),
        ),
      ),
    ),
  ]
}
