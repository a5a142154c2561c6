/** What changed between two answers, and which part of the change comes from what. */
import { h } from '../dom.js'
import { partsOf, signed } from '../evidence.js'
import { toneOfRating } from '../scoring.js'
import { dateText, labelOf, pathLabel, phrase } from '../words.js'

/** @typedef {import('../types').ScoreEntry} ScoreEntry */
/** @typedef {import('../types').Said} Said */

/** @param {import('../types').State} state @param {ScoreEntry | null} entry */
export const stateView = ({ score, rating }, entry) => [
  h('b', { class: 'evidence-score' }, score ?? 'No score'),
  rating && [' ', h('span', { class: `chip tone-${toneOfRating(entry, rating)}` }, phrase(rating))],
]

/** Whether a change of the score is bad news. @param {number} by @param {ScoreEntry | null} entry */
const toneOf = (by, entry) =>
  by === 0 || entry === null ? 'neutral' : by > 0 === (entry.grave === 'high') ? 'bad' : 'good'

/** @param {Said | null} said */
const saidText = (said) => (said === null ? 'Not in this answer.' : said.detail)

/** @param {Said | null} before @param {Said | null} after */
const moveText = (before, after) =>
  before?.contribution === after?.contribution
    ? 'adds as much'
    : `adds ${after?.contribution ?? 'nothing'}, before ${before?.contribution ?? 'nothing'}`

/**
 * @param {import('../types').Changes} changes
 * @param {{ times: readonly string[], ratings: readonly (string | null | undefined)[], entry: ScoreEntry | null }} of
 *   then and now
 */
export const changesView = ({ sections, factors, score }, { times, ratings, entry }) => {
  if (sections.length === 0 && factors.length === 0)
    return h('p', { class: 'small' }, `Nothing changed since ${dateText(times[0] ?? '') ?? 'then'}.`)
  const ends = /** @type {const} */ ([score.before, score.after]),
    parts = partsOf(score)
  const because = parts.length > 0 && [
    h('h4', {}, 'Where the difference comes from'),
    h(
      'ul',
      { class: 'plain evidence-causes' },
      parts.map(({ key, name, about, by }) =>
        h(
          'li',
          { 'data-part': key },
          h('span', { class: `chip tone-${toneOf(by, entry)}` }, signed(by)),
          h('span', {}, h('b', {}, name), h('span', { class: 'small muted' }, ` ${about}`)),
        ),
      ),
      h(
        'li',
        { class: 'evidence-sum' },
        h('span', { class: 'chip tone-neutral' }, signed((score.after ?? 0) - (score.before ?? 0))),
        h('b', {}, 'together'),
      ),
    ),
    parts.length < 4 && h('p', { class: 'small muted' }, 'A part that could not be told apart is in the next one.'),
  ]
  return h(
    'div',
    { class: 'evidence-changes' },
    h(
      'dl',
      { class: 'evidence-ends' },
      ['Last time', 'Today'].map((word, i) =>
        h(
          'div',
          {},
          h('dt', { class: 'small muted' }, `${word}, as of ${dateText(times[i] ?? '') ?? ''}`),
          h('dd', {}, stateView({ score: ends[i] ?? null, rating: ratings[i] ?? null }, entry)),
        ),
      ),
    ),
    because,
    factors.length > 0 && h('h4', {}, 'Factors that changed'),
    h(
      'ul',
      { class: 'plain evidence-factors' },
      factors.map(({ factor, before, after }) =>
        h(
          'li',
          {},
          h('p', {}, h('b', {}, labelOf(factor)), h('span', { class: 'small muted' }, ` ${moveText(before, after)}`)),
          before?.detail === after?.detail
            ? h('p', { class: 'small' }, saidText(after))
            : h(
                'dl',
                { class: 'evidence-sentences small' },
                h('div', {}, h('dt', { class: 'muted' }, 'Before'), h('dd', {}, saidText(before))),
                h('div', {}, h('dt', { class: 'muted' }, 'Now'), h('dd', {}, saidText(after))),
              ),
        ),
      ),
    ),
    sections.length > 0 && h('h4', {}, 'Sections that changed'),
    sections.map(({ section, patch }) =>
      h(
        'details',
        { class: 'evidence-fold' },
        h('summary', {}, `${pathLabel(section)}: ${patch.length === 1 ? 'one change' : `${patch.length} changes`}`),
        h('pre', { class: 'evidence-patch', tabindex: 0 }, patch.map((each) => JSON.stringify(each)).join('\n')),
      ),
    ),
  )
}
