/**
 * Weight sliders: the score and its bounds under other weights, computed in the page.
 */
import { h, newId } from '../dom.js'
import { either, inSentence, labelOf } from '../words.js'
import { knownOf, rescore } from '../scoring.js'
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
  const declared = Object.fromEntries(
    scored.signals.map(({ factor, weight }) => [factor, Math.round(weight * 1000) / 10]),
  )
  let weights = { ...declared }
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
      step: 1,
      value: declared[factor],
      oninput: () => {
        weights = { ...weights, [factor]: Number(input.value) }
        update()
      },
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

  const isChanged = () => Object.entries(weights).some(([factor, weight]) => weight !== declared[factor])
  const update = () => {
    const tried = rescore(scored, weights, entry)
    for (const { factor, input, output } of rows) {
      const share = Math.round((tried.signals.find((signal) => signal.factor === factor)?.weight ?? 0) * 100)
      output.textContent = `${share} %`
      input.setAttribute('aria-valuetext', `${share} % of the score`)
    }
    reset.disabled = !isChanged()
    if (!isChanged()) {
      status.textContent = 'These are the weights of the service.'
      return show(null)
    }
    status.textContent = `What if: ${inWords(tried)}. As answered: ${inWords(scored)}.`
    show(tried)
  }

  const reset = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        weights = { ...declared }
        for (const { factor, input } of rows) input.value = String(declared[factor])
        update()
      },
    },
    'Back to the weights of the service',
  )

  update()
  return h(
    'details',
    { class: 'whatif' },
    h('summary', {}, 'What if the weights were different?'),
    h(
      'p',
      { class: 'small' },
      'Move a weight: the others keep their proportion. An operator sets the real ones in the settings; this changes only what you see here.',
    ),
    h(
      'div',
      { class: 'sliders', role: 'group', 'aria-label': 'Weights of the factors' },
      rows.map(({ element }) => element),
    ),
    status,
    reset,
  )
}
