/** What changed between two answers, and which part of the change comes from what. */
import { h, s } from '../dom.js'
import { signed, stepsOf } from '../evidence.js'
import { toneOfRating } from '../scoring.js'
import { dateText, labelOf, phrase } from '../words.js'
import { patchView } from './evidence-patch.js'

/** @typedef {import('../types').ScoreEntry} ScoreEntry */
/** @typedef {import('../evidence-types').Said} Said */

/** @param {import('../evidence-types').State} state @param {ScoreEntry | null} entry */
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
 * The bands of the score, with the way from one score to another.
 * @param {number} from
 * @param {number} to
 * @param {ScoreEntry | null} entry
 */
const wayBar = (from, to, entry) =>
  s(
    'svg',
    { viewBox: '0 0 100 8', preserveAspectRatio: 'none', class: 'way-bar', 'aria-hidden': true },
    (entry?.bands ?? [{ from: 0, rating: '' }]).map(({ from: low, rating }, i, bands) =>
      s('rect', {
        class: `way-band tone-${toneOfRating(entry, rating)}`,
        x: low,
        y: 1,
        width: (bands[i - 1]?.from ?? 100) - low,
        height: 6,
      }),
    ),
    s('rect', {
      class: `way-move tone-${toneOf(to - from, entry)}`,
      x: Math.min(99.4, from, to),
      y: 0,
      width: Math.max(0.6, Math.abs(to - from)),
      height: 8,
    }),
  )

/** @param {import('../evidence-types').ScoreChange} score @param {ScoreEntry | null} entry */
const causesView = (score, entry) => {
  const steps = stepsOf(score)
  if (steps.length === 0) return null
  if (steps.every(({ by }) => by === 0))
    return h('p', { class: 'small' }, 'The score is the same: what changed does not move it by a whole point.')
  const before = score.before ?? 0,
    after = score.after ?? 0
  return [
    h('h4', {}, 'Where the difference comes from'),
    h(
      'ul',
      { class: 'plain evidence-causes' },
      steps.map(({ key, name, about, by, from, to }) =>
        h(
          'li',
          { 'data-part': key },
          h('span', { class: `chip tone-${toneOf(by, entry)}` }, signed(by)),
          h('span', {}, h('b', {}, name), h('span', { class: 'small muted' }, ` ${about}`)),
          wayBar(from, to, entry),
        ),
      ),
      h(
        'li',
        { class: 'evidence-sum' },
        h('span', { class: `chip tone-${toneOf(after - before, entry)}` }, signed(after - before)),
        h('span', {}, h('b', {}, 'together'), h('span', { class: 'small muted' }, ` From ${before} to ${after}`)),
        wayBar(before, after, entry),
      ),
    ),
    steps.length < 4 && h('p', { class: 'small muted' }, 'A part that could not be told apart is in the next one.'),
  ]
}

/** @param {import('../evidence-types').Changes['factors'][number]} moved */
const factorView = ({ factor, before, after }) =>
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
  )

/**
 * @param {import('../evidence-types').Changes} changes
 * @param {{ times: readonly string[], ratings: readonly (string | null | undefined)[], entry: ScoreEntry | null }} of
 *   then and now
 */
export const changesView = ({ sections, factors, score }, { times, ratings, entry }) => {
  if (sections.length === 0 && factors.length === 0)
    return h('p', { class: 'small' }, `Nothing changed since ${dateText(times[0] ?? '') ?? 'then'}.`)
  const ends = /** @type {const} */ ([score.before, score.after])
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
          entry !== null && h('dd', {}, stateView({ score: ends[i] ?? null, rating: ratings[i] ?? null }, entry)),
        ),
      ),
    ),
    causesView(score, entry),
    factors.length > 0 && [
      h('h4', {}, 'Factors that changed'),
      h('ul', { class: 'plain evidence-factors' }, factors.map(factorView)),
    ],
    sections.length > 0 && h('h4', {}, 'Sections that changed'),
    sections.map(patchView),
  )
}
