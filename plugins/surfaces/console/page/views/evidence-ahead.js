/** When the rating changes by itself: a ribbon of ratings to scale, with the same in words. */
import { axis, ms, placed, scaleOf } from '../charts/axis.js'
import { h } from '../dom.js'
import { ribbonOf } from '../evidence.js'
import { toneOfRating } from '../scoring.js'
import { dateText, inSentence, phrase, plain } from '../words.js'
import { stateView } from './evidence-changes.js'
import { lookAtBoth } from './evidence-last.js'
import { fill, part, slotOf } from './evidence-slot.js'

/** @typedef {import('../types').ScoreEntry} ScoreEntry */
/** @typedef {import('../evidence-types').Ahead} Ahead */

/** Days of a look ahead: the most that the service allows. */
const days = 400

/** @param {string} day */
const dayText = (day) => dateText(day) ?? day
/** @param {string | null} rating */
const ratingText = (rating) => (rating === null ? 'no rating' : inSentence(rating))

/** @param {Ahead} ahead */
const periodsText = (ahead) =>
  `Seen from ${dayText(ahead.from)}: ${ribbonOf(ahead)
    .map(({ rating, from }) => `${ratingText(rating)} from ${dayText(from)}`)
    .join(', ')}, to ${dayText(ahead.to)}`

/** @param {readonly Ahead[]} looks in the order of their days @param {ScoreEntry} entry */
const ribbons = (looks, entry) => {
  const today = looks.at(-1)?.from ?? ''
  const scale = scaleOf(looks.flatMap(({ from, to }) => [from, to]).map(ms))
  const now = scale.at(ms(today)),
    isSince = looks.length > 1
  // Labels stand to the right of their ticks.
  const ticks = scale.ticks.filter(({ x }) => x < 82)
  return h(
    'div',
    { class: 'ribbons', role: 'img', 'aria-label': looks.map(periodsText).join('. ') },
    looks.map((ahead) =>
      h(
        'div',
        { class: 'ribbon-row' },
        h('span', { class: 'small' }, `Seen from ${dayText(ahead.from)}`),
        h(
          'div',
          { class: 'ribbon' },
          ribbonOf(ahead).map(({ rating, from, to }) => {
            const [x, end] = [scale.at(ms(from)), scale.at(ms(to))]
            const period = placed(
              h(
                'span',
                {
                  class: `ribbon-period tone-${toneOfRating(entry, rating)}`,
                  title: `${phrase(rating ?? 'No rating')}`,
                },
                // A name that has no room would be read as another.
                end - x > 25 && h('span', { class: 'ribbon-name' }, phrase(rating ?? 'No rating')),
              ),
              x,
            )
            period.style.width = `${(end - x).toFixed(2)}%`
            return period
          }),
          isSince && placed(h('span', { class: 'ribbon-today' }), now),
        ),
      ),
    ),
    h(
      'div',
      { class: 'ribbon-row' },
      h('span', {}),
      h(
        'div',
        { class: 'ribbon-axis' },
        axis({ ticks }, isSince ? now : -100),
        isSince && placed(h('span', { class: 'today-word' }, 'today'), now),
      ),
    ),
  )
}

/** @param {Ahead} ahead @param {ScoreEntry} entry @param {{ isOver: boolean }} of */
const turnsView = ({ from, to, now, turns }, entry, { isOver }) => {
  const condition = isOver ? 'If nothing had been filed' : 'If nothing is filed'
  // Under a later clock the code may ask for what the evidence does not hold, and a look has two seconds of processor.
  const isShort = ms(to) - ms(from) < (days - 1) * 86_400_000
  const reach = `from ${dayText(from)} to ${dayText(to)}.${isShort ? ' Later days were not looked at.' : ''}`
  if (turns.length === 0) {
    const stays = `the rating ${isOver ? 'would have stayed' : 'stays'} ${ratingText(now.rating)}`
    return h('p', {}, `${condition}, ${now.rating === null ? 'there is no rating' : stays} ${reach}`)
  }
  const many = turns.length === 1 ? 'one day' : `${plain(turns.length)} days`
  return [
    h('p', {}, `${condition}, the rating ${isOver ? 'would have changed' : 'changes'} on ${many}:`),
    h(
      'ol',
      { class: 'plain evidence-turns' },
      turns.map(({ on, in_days: later, before, after, because }) =>
        h(
          'li',
          { class: `tone-${toneOfRating(entry, after.rating)}` },
          h(
            'p',
            {},
            h('time', { datetime: on }, h('b', {}, dayText(on))),
            h('span', { class: 'small muted' }, ` ${later === 1 ? 'one day' : `${plain(later)} days`} later`),
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
    h('p', { class: 'small muted' }, `Looked at ${reach}`),
  ]
}

/** Whether it came as it was foreseen. @param {Ahead} past @param {Ahead} now */
const cameTrue = (past, now) => {
  const foreseen = ribbonOf(past).findLast(({ from }) => from <= now.from)
  if (foreseen === undefined || past.to < now.from) return null
  const came = now.now.rating
  return h(
    'p',
    { class: 'small muted' },
    `For ${dayText(now.from)} it foresaw ${ratingText(foreseen.rating)}. `,
    came === foreseen.rating ? 'That is what happened.' : `It became ${ratingText(came)} instead.`,
  )
}

/** @param {{ now: Ahead, past: Ahead | null }} looks @param {ScoreEntry} entry */
const aheadView = ({ now, past }, entry) => [
  ribbons(past === null ? [now] : [past, now], entry),
  past !== null && h('h4', {}, `Seen from ${dayText(now.from)}`),
  turnsView(now, entry, { isOver: false }),
  past !== null && [
    h('h4', {}, `Seen from ${dayText(past.from)}`),
    turnsView(past, entry, { isOver: true }),
    cameTrue(past, now),
  ],
]

/** @param {import('./evidence-last.js').Compared} compared @param {ScoreEntry} entry */
export const forecast = (compared, entry) => {
  const title = 'When it changes by itself'
  if (!entry.ahead) return part(title, h('p', { class: 'small' }, 'Never: time alone does not change this rating.'))
  const slot = slotOf({ announced: true })
  const look = () =>
    void fill(slot, async (key) => aheadView(await lookAtBoth(key, compared, `/ahead?days=${days}`), entry))
  return part(
    title,
    h('p', { class: 'small muted' }, 'The same evidence under later clocks: what time alone does to the rating.'),
    h('p', { class: 'evidence-ask' }, h('button', { type: 'button', onclick: look }, `Look ${days} days ahead`)),
    slot,
  )
}
