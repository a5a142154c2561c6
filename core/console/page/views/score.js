/** A score: the dial with its rating, the factors, what it recommends, and the sliders of other weights. */
import { h, replace } from '../dom.js'
import { dial } from '../charts/dial.js'
import { factorBars } from '../charts/factors.js'
import { whatIf } from '../charts/whatif.js'
import { toneOfRating } from '../scoring.js'
import { labelOf, phrase } from '../words.js'

/** @typedef {import('../types').Scored} Scored */
/** @typedef {import('../types').ScoreEntry} ScoreEntry */

const confidences = /** @type {Record<string, string>} */ ({
  high: 'at least 80 % of the weight is known',
  medium: 'half of the weight or more is known',
  low: 'less than half of the weight is known',
})

/**
 * @param {{ name: string, scored: Scored, entry: ScoreEntry | null, verdict?: string | null }} shown
 *   `entry`: bands, curves and minimum weight, where the catalogue has them for this score
 */
export const scoreView = ({ name, scored, entry, verdict = null }) => {
  const bands = entry?.bands ?? []
  const dialSlot = h('div', { class: 'dial-slot' }),
    ratingSlot = h('p', { class: 'rating' }),
    mark = h('p', { class: 'whatif-mark', hidden: true }, 'What-if')
  const advice = h('p', { class: 'recommendation' }, scored.recommendation)
  const verdictWord = h('span', { class: 'small' }, 'Verdict')
  const element = h('div', { class: 'score' })
  const bars = scored.signals.length > 0 ? factorBars(scored.signals, entry?.curves ?? {}) : null

  /** @param {{ score: number | null, rating: string | null } | null} tried */
  const show = (tried) => {
    const { score, rating } = tried ?? scored
    replace(dialSlot, dial({ score, rating, bands, actual: tried ? scored.score : null }))
    replace(
      ratingSlot,
      rating === null
        ? h('span', { class: 'chip tone-neutral' }, 'No rating')
        : h('span', { class: `chip is-large tone-${toneOfRating(bands, rating)}` }, phrase(rating)),
    )
    mark.hidden = tried === null
    verdictWord.textContent = tried === null ? 'Verdict' : 'Verdict as answered'
    element.classList.toggle('is-whatif', tried !== null)
    const band = tried && bands.find((each) => each.rating === rating)
    advice.textContent = band ? band.recommendation : (scored.recommendation ?? '')
  }
  show(null)

  element.append(
    h(
      'div',
      { class: 'score-head' },
      mark,
      dialSlot,
      ratingSlot,
      scored.confidence &&
        h('p', { class: 'small' }, `Confidence ${scored.confidence}: ${confidences[scored.confidence] ?? ''}`),
    ),
    h(
      'div',
      { class: 'score-body' },
      verdict !== null &&
        h('p', { class: `verdict tone-${verdictTone(verdict)}` }, verdictWord, h('b', {}, phrase(verdict))),
      advice,
      scored.override &&
        h(
          'p',
          { class: 'override' },
          h('b', {}, `Set to ${scored.override.score} by a rule: `),
          scored.override.reason,
        ),
      bars?.element,
      scored.sentences.length > 0 &&
        h(
          'ul',
          { class: 'sentences' },
          scored.sentences.map((sentence) => h('li', {}, sentence)),
        ),
      bars &&
        entry &&
        !scored.override &&
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

/** @param {string} verdict */
const verdictTone = (verdict) => (verdict === 'PROCEED' ? 'good' : /CAUTION/.test(verdict) ? 'fair' : 'bad')
