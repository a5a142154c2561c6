/**
 * A score: the dial with bounds and ratings, overrides, factors, recommendation, and weight sliders.
 */
import { h, replace } from '../dom.js'
import { dial, othersOf } from '../charts/dial.js'
import { factorBars } from '../charts/factors.js'
import { whatIf } from '../charts/whatif.js'
import { toneOfRating } from '../scoring.js'
import { inSentence, labelOf, phrase, without } from '../words.js'
import { overrideView, verdictView } from './decides.js'

/** @typedef {import('../types').Scored} Scored */
/** @typedef {import('../types').ScoreEntry} ScoreEntry */
/** @typedef {ReturnType<typeof import('../scoring.js').rescore>} Tried */

/** The confidence with its explanation. @param {Scored} scored */
const confidenceText = ({ confidence, possible_ratings: possible = [] }) => {
  const why =
    confidence === 'high' && possible.length === 1
      ? 'one rating is possible'
      : confidence === 'medium' && possible.length === 2
        ? 'two neighbouring ratings are possible'
        : possible.length > 2
          ? `${possible.length} ratings are possible`
          : 'too little is known to be surer'
  return `Confidence ${confidence}: ${why}`
}

/**
 * The service's advice of the rating, without its findings.
 * @param {Tried} tried
 * @param {ScoreEntry} entry
 */
const triedAdvice = ({ score, rating: own, possible_ratings: possible }, { bands }) => {
  if (score === null) return 'Too little is known for a score under these weights.'
  const words = possible.toReversed().map(inSentence),
    advice = bands.find(({ rating }) => rating === own)?.recommendation ?? ''
  if (words.length < 2) return advice
  const range = words.length === 2 ? words.join(' or ') : `anything from ${words[0]} to ${words.at(-1)}`
  return `It may be ${range}, depending on what is not known. ${advice}`
}

/**
 * @param {{
 *   name: string,
 *   scored: Scored,
 *   entry: ScoreEntry | null,
 *   verdict?: import('../types').Verdict | null,
 * }} shown
 *   `entry`: bands, curves and minimum weight, if the catalogue has them for this score
 */
export const scoreView = ({ name, scored, entry, verdict = null }) => {
  const dialSlot = h('div', { class: 'dial-slot' }),
    ratingSlot = h('p', { class: 'rating' }),
    others = h('p', { class: 'others small' }),
    mark = h('p', { class: 'whatif-mark', hidden: true }, 'What-if')
  const confidence = scored.confidence && h('p', { class: 'small' }, confidenceText(scored))
  const { override } = scored
  const shown = [...(verdict?.because ?? []), ...(override ? [override.reason, ...override.also] : [])]
  const own = without(scored.recommendation ?? '', shown)
  const advice = h('p', { class: 'recommendation' }, own)
  const verdictWord = h('span', { class: 'small' }, 'Verdict')
  const element = h('div', { class: 'score' })
  const bars = scored.signals.length > 0 ? factorBars(scored.signals, entry?.curves ?? {}) : null

  /** @param {Tried | null} tried */
  const show = (tried) => {
    const { score, rating, bounds, possible_ratings: possible = [] } = tried ?? scored
    const chip = (/** @type {string} */ word, large = false) =>
      h('span', { class: `chip${large ? ' is-large' : ''} tone-${toneOfRating(entry, word)}` }, phrase(word))
    const actual = tried ? scored.score : null
    replace(dialSlot, dial({ score, rating, bounds, possible, scale: entry, forbidden: !!override, actual }))
    replace(ratingSlot, rating === null ? h('span', { class: 'chip tone-neutral' }, 'No rating') : chip(rating, true))
    const besides = othersOf(rating, possible)
    others.hidden = besides.length === 0
    replace(
      others,
      'Possibly ',
      besides.map((word, i) => [i === 0 ? '' : i === besides.length - 1 ? ' or ' : ', ', chip(word)]),
    )
    mark.hidden = tried === null
    if (confidence) confidence.hidden = tried !== null
    verdictWord.textContent = tried === null ? 'Verdict' : 'Verdict as answered'
    element.classList.toggle('is-whatif', tried !== null)
    advice.textContent = tried && entry ? triedAdvice(tried, entry) : own
  }
  show(null)

  element.append(
    h('div', { class: 'score-head' }, mark, dialSlot, ratingSlot, others, confidence),
    h(
      'div',
      { class: 'score-body' },
      verdict && verdictView(verdict, verdictWord),
      overrideView(scored, verdict?.because ?? []),
      advice,
      bars?.element,
      scored.sentences.length > 0 &&
        h(
          'ul',
          { class: 'sentences' },
          scored.sentences.map((sentence) => h('li', {}, sentence)),
        ),
      bars &&
        entry &&
        !override &&
        whatIf(scored, entry, (tried) => {
          show(tried)
          bars.show(tried?.signals ?? scored.signals)
        }),
    ),
  )
  element.setAttribute('data-score', name)
  element.setAttribute('aria-label', labelOf(name))
  element.setAttribute('role', 'group')
  return element
}
