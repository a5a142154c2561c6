/** The least changes that reach another rating, or the walls that no change gets over. */
import { h, newId, s } from '../dom.js'
import { dateText, either, inSentence, labelOf, midSentence, phrase, plain } from '../words.js'
import { stateView } from './evidence-changes.js'
import { lookAtBoth } from './evidence-last.js'
import { fill, part, slotOf } from './evidence-slot.js'

/** @typedef {import('../types').ScoreEntry} ScoreEntry */
/** @typedef {import('../evidence-types').Paths} Paths */
/** @typedef {Paths['paths'][number]['steps'][number]} Step */

/** @param {number | null} points */
const pointsText = (points) => (points === null ? 'not known' : plain(Math.round(points * 10) / 10))

/** From where to where, on the 100 points of a factor. @param {Step['points']} points */
const stepBar = ({ before, after }) =>
  before !== null &&
  after !== null &&
  s(
    'svg',
    { viewBox: '0 0 100 8', preserveAspectRatio: 'none', class: 'step-bar', 'aria-hidden': true },
    s('rect', { class: 'step-track', x: 0, y: 3, width: 100, height: 2 }),
    s('rect', { class: 'step-way', x: Math.min(before, after), y: 2, width: Math.abs(after - before), height: 4 }),
    s('rect', { class: 'step-from', x: Math.min(99, before), y: 0, width: 1, height: 8 }),
    s('rect', { class: 'step-to', x: Math.max(0, Math.min(99, after)), y: 0, width: 1, height: 8 }),
  )

/** @param {Step} step */
const stepView = ({ factor, detail, points, metric }) =>
  h(
    'li',
    {},
    h(
      'p',
      {},
      h('b', {}, labelOf(factor)),
      ` from ${pointsText(points.before)} to ${pointsText(points.after)} of 100 points`,
      typeof metric === 'string' && `, as for “${phrase(metric)}”`,
    ),
    stepBar(points),
    h('p', { class: 'small muted' }, `As it stood: ${detail}`),
  )

/** @param {readonly string[]} walls */
const wallsView = (walls) =>
  walls.length > 0 && [
    h(
      'p',
      { class: 'small' },
      walls.length === 1 ? 'A wall, whatever the factors are:' : 'Walls, whatever the factors are:',
    ),
    h(
      'ul',
      { class: 'plain evidence-walls' },
      walls.map((wall) => h('li', {}, wall)),
    ),
  ]

/** @param {Paths} found @param {ScoreEntry} entry */
const waysView = ({ to, now, paths, walls, farthest, complete }, entry) => {
  if (now.rating === null)
    return [h('p', {}, 'There is no rating to start from.'), walls.map((why) => h('p', { class: 'small' }, why))]
  if (now.rating === to) return h('p', {}, `It is ${inSentence(to)} already.`)
  if (paths.length === 0)
    return [
      h(
        'p',
        {},
        complete
          ? `Nothing that the subject can change reaches ${inSentence(to)}.`
          : `Nothing that was tried in the time for it reaches ${inSentence(to)}; there are more combinations.`,
      ),
      wallsView(walls),
      farthest !== null &&
        h(
          'p',
          { class: 'small' },
          'All of it together leads from ',
          stateView(now, entry),
          ' to ',
          stateView(farthest, entry),
        ),
    ]
  return [
    paths.length > 1 && h('p', { class: 'small' }, 'Each of these is enough by itself:'),
    h(
      'ol',
      { class: 'plain evidence-ways' },
      paths.map(({ steps, reaches }) =>
        h(
          'li',
          {},
          h('ul', { class: 'plain evidence-steps' }, steps.map(stepView)),
          h('p', {}, 'Reaches ', stateView(reaches, entry)),
        ),
      ),
    ),
  ]
}

/**
 * @param {{ now: Paths, past: Paths | null }} found @param {import('./evidence-last.js').Compared} compared
 * @param {ScoreEntry} entry
 */
const pathsView = ({ now, past }, { at, earlier }, entry) =>
  past === null || earlier === null
    ? waysView(now, entry)
    : h(
        'div',
        { class: 'evidence-beside' },
        /** @type {const} */ ([
          [at, now],
          [earlier.at, past],
        ]).map(([time, found]) =>
          h(
            'div',
            {},
            h('h4', {}, `From how it stood on ${dateText(time.slice(0, 10)) ?? time}`),
            h('p', {}, stateView(found.now, entry)),
            waysView(found, entry),
          ),
        ),
      )

/** @param {import('./evidence-last.js').Compared} compared @param {ScoreEntry} entry */
export const wayTo = (compared, entry) => {
  const title = 'What it would take'
  if (entry.actionable.length === 0)
    return part(title, h('p', { class: 'small' }, 'Nothing that this score weighs is the subject’s to change.'))
  const slot = slotOf({ announced: true }),
    name = newId('rating')
  const choice = h(
    'select',
    { id: name },
    entry.bands.map(({ rating }) => h('option', { value: rating }, phrase(rating))),
  )
  choice.value = (entry.grave === 'high' ? entry.bands.at(-1) : entry.bands[0])?.rating ?? ''
  const ask = () =>
    void fill(slot, async (key) => {
      // The reader may choose another earlier answer meanwhile.
      const of = { ...compared }
      return pathsView(await lookAtBoth(key, of, `/paths?to=${encodeURIComponent(choice.value)}`), of, entry)
    })
  const factors = either(entry.actionable.map((factor) => midSentence(labelOf(factor))))
  return part(
    title,
    h(
      'p',
      { class: 'small muted' },
      `The least that has to change for another rating, of what is the subject’s to change: ${factors}.`,
    ),
    h(
      'p',
      { class: 'evidence-ask' },
      h('label', { for: name }, 'To reach'),
      choice,
      h('button', { type: 'button', onclick: ask }, 'Find the least changes'),
    ),
    slot,
  )
}
