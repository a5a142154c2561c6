/** When the rating changes by itself, and the least changes that reach another. */
import { h } from '../dom.js'
import { dateText, inSentence, labelOf, plain } from '../words.js'
import { stateView } from './evidence-changes.js'

/** @typedef {import('../types').ScoreEntry} ScoreEntry */

/** @param {string} day */
const dayText = (day) => dateText(day) ?? day

/** @param {import('../types').Ahead} ahead @param {ScoreEntry} entry */
export const aheadView = ({ from, to, now, turns }, entry) =>
  turns.length === 0
    ? h(
        'p',
        {},
        `If nothing is filed, the rating ${now.rating === null ? 'does not change' : `stays ${inSentence(now.rating)}`} from ${dayText(from)} to ${dayText(to)}.`,
      )
    : [
        h(
          'ol',
          { class: 'plain evidence-turns' },
          turns.map(({ on, in_days: days, before, after, because }) =>
            h(
              'li',
              {},
              h(
                'p',
                {},
                h('time', { datetime: on }, h('b', {}, dayText(on))),
                h('span', { class: 'small muted' }, ` ${days === 1 ? 'one day later' : `${plain(days)} days later`}`),
              ),
              h('p', {}, stateView(before, entry), ' → ', stateView(after, entry)),
              because.length > 0 &&
                h(
                  'ul',
                  { class: 'small' },
                  because.map((sentence) => h('li', {}, sentence)),
                ),
            ),
          ),
        ),
        h('p', { class: 'small muted' }, `If nothing is filed. Looked at from ${dayText(from)} to ${dayText(to)}.`),
      ]

/** @param {number | null} points */
const pointsText = (points) => (points === null ? 'not known' : plain(Math.round(points * 10) / 10))

/** @param {import('../types').Paths} found @param {ScoreEntry} entry */
export const pathsView = ({ to, now, paths, walls }, entry) => {
  if (now.rating === to) return h('p', {}, `It is ${inSentence(to)} already.`)
  if (paths.length === 0)
    return [
      h('p', {}, `Nothing that the subject can change reaches ${inSentence(to)}.`),
      walls.length > 0 && [
        h('p', { class: 'small' }, 'This stands in the way, whatever the factors are:'),
        h(
          'ul',
          { class: 'evidence-walls' },
          walls.map((wall) => h('li', {}, wall)),
        ),
      ],
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
          h(
            'ul',
            { class: 'plain' },
            steps.map(({ factor, detail, points }) =>
              h(
                'li',
                {},
                h(
                  'p',
                  {},
                  h('b', {}, labelOf(factor)),
                  ` from ${pointsText(points.before)} to ${pointsText(points.after)} of 100 points`,
                ),
                h('p', { class: 'small muted' }, `Today: ${detail}`),
              ),
            ),
          ),
          h('p', {}, 'Reaches ', stateView(reaches, entry)),
        ),
      ),
    ),
  ]
}
