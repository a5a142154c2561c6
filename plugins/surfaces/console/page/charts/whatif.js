/**
 * Weight sliders: the score and its bounds under other weights, computed in the page and kept in its address.
 */
import { copyButton, h, newId } from '../dom.js'
import { putWeightsInAddress, weightsInAddress } from '../fragment.js'
import { either, inSentence, labelOf, plain } from '../words.js'
import { knownOf, rescore, sharesAfter } from '../scoring.js'
import { othersOf, spanText } from './dial.js'

/** @typedef {import('../types').Scored} Scored */
/** @typedef {import('../types').ScoreEntry} ScoreEntry */
/** @typedef {ReturnType<typeof rescore>} Rescored */

const notes = { known: null, part: ' (known in part)', unknown: ' (not known)', none: ' (does not apply)' }

/**
 * `51 (between 40 and 60), high risk, possibly moderate risk` @param {Pick<Scored, 'score' | 'rating' | 'bounds' |
 * 'possible_ratings'>} scored
 */
const inWords = ({ score, rating, bounds, possible_ratings: possible = [] }) => {
  const span = spanText(bounds),
    others = othersOf(rating, possible)
  return [
    `${score ?? 'no score: what is known weighs too little'}${span ? ` (${span})` : ''}`,
    ...(rating === null ? [] : [inSentence(rating)]),
    ...(others.length > 0 ? [`possibly ${either(others.map(inSentence))}`] : []),
  ].join(', ')
}

/**
 * @param {Scored} scored @param {ScoreEntry} entry
 * @param {(tried: Rescored | null) => void} show called with each rescored result, and with null after a reset
 * @returns {HTMLElement}
 */
export const whatIf = (scored, entry, show) => {
  const factors = scored.signals.map(({ factor }) => factor)
  const declared = Object.fromEntries(
    scored.signals.map(({ factor, weight }) => [factor, Math.round(weight * 1000) / 10]),
  )
  const found = weightsInAddress(factors)
  let weights = found ?? declared
  /** The weights before the slider that moves was first moved: the others keep their proportion of then. */
  let before = weights
  let moving = ''
  const status = h('p', { role: 'status', class: 'whatif-said' })

  const rows = scored.signals.map((signal) => {
    const { factor } = signal
    const id = newId('weight'),
      output = h('span', { class: 'slider-share', 'aria-hidden': true })
    const input = h('input', {
      type: 'range',
      id,
      min: 0,
      max: 100,
      step: 'any',
      oninput: () => {
        if (moving !== factor) before = weights
        moving = factor
        weights = sharesAfter(before, declared, factor, Math.round(Number(input.value)))
        update()
      },
      onchange: () => putWeightsInAddress(weights),
    })
    return {
      factor,
      input,
      output,
      element: h(
        'div',
        { class: 'slider' },
        h('label', { for: id }, labelOf(factor), h('span', { class: 'muted' }, notes[knownOf(signal)])),
        input,
        output,
      ),
    }
  })

  const update = () => {
    for (const { factor, input, output } of rows) {
      const share = weights[factor] ?? 0
      input.value = String(share)
      output.textContent = `${plain(share)} %`
      input.setAttribute('aria-valuetext', `${plain(share)} % of the score`)
    }
    const isDeclared = weights === declared
    reset.disabled = isDeclared
    copy.hidden = isDeclared
    if (isDeclared) {
      status.textContent = 'These are the weights of the service.'
      return show(null)
    }
    const tried = rescore(scored, weights, entry)
    status.textContent = `What if: ${inWords(tried)}. As answered: ${inWords(scored)}.`
    show(tried)
  }

  const reset = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        weights = declared
        moving = ''
        putWeightsInAddress(null)
        update()
        rows[0]?.input.focus()
      },
    },
    'Back to the weights of the service',
  )
  const copy = copyButton(() => location.href, 'Copy the address of this what-if')

  const element = h(
    'details',
    { class: 'whatif', open: found !== null },
    h('summary', {}, 'What if the weights were different?'),
    h(
      'p',
      { class: 'small' },
      'Move a weight: the others keep their proportion, and all add up to 100 %. An operator sets the real ones in the settings; this changes only what you see here, and stands in the address of the page.',
    ),
    h(
      'div',
      { class: 'sliders', role: 'group', 'aria-label': 'Weights of the factors' },
      rows.map(({ element }) => element),
    ),
    status,
    h('p', { class: 'whatif-keeps' }, reset, copy),
  )
  update()
  return element
}
