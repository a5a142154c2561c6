/** Factors as bars: as long as what they add to the score, as high as their weight. Each opens to its evidence. */
import { h, picture, replace, s } from '../dom.js'
import { labelOf, phrase, plain } from '../words.js'

/** @typedef {import('../types').Signal} Signal */
/** @typedef {import('../types').Curve} Curve */

const width = 100,
  height = 26

/**
 * The bar's area is weight × contribution; the light part is what the factor could add at most.
 * @param {Signal} signal @param {{ longest: number, heaviest: number, known: number }} scale
 */
const bar = ({ factor, weight, contribution }, { longest, heaviest, known }) => {
  const thick = Math.max(2, (height * weight) / (heaviest || 1)),
    y = (height - thick) / 2
  const most = known > 0 ? (100 * weight) / known : 100 * weight
  const words =
    contribution === null
      ? `${labelOf(factor)}: not known`
      : `${labelOf(factor)}: adds ${contribution} of at most ${plain(Math.round(most * 10) / 10)}`
  return picture(
    words,
    { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', class: 'factor-bar' },
    s('rect', {
      class: contribution === null ? 'factor-unknown' : 'factor-track',
      x: 0,
      y,
      width: (width * (contribution === null ? 100 * weight : most)) / longest,
      height: thick,
    }),
    contribution !== null &&
      contribution > 0 &&
      s('rect', { class: 'factor-fill', x: 0, y, width: (width * contribution) / longest, height: thick }),
  )
}

/** How a finding becomes points, in a line. @param {Curve | undefined} curve */
const curveText = (curve) => {
  if (!curve) return null
  if (Array.isArray(curve))
    return `Points by the finding's figure, straight between the corners: ${curve.map(([metric, points]) => `${plain(metric)} → ${points}`).join(', ')}.`
  return `Points by the finding's word: ${Object.entries(curve)
    .map(([word, points]) => `${phrase(word).toLowerCase()} ${points}`)
    .join(', ')}.`
}

/**
 * @param {readonly Signal[]} signals @param {Readonly<Record<string, Curve>>} curves
 * @returns {{ element: HTMLElement, show(signals: readonly Signal[]): void }} `show` redraws under other weights, and leaves open what is open
 */
export const factorBars = (signals, curves) => {
  const rows = signals.map(({ factor, detail, points }) => {
    const slot = h('span', { class: 'factor-slot' }),
      number = h('span', { class: 'factor-number' }),
      share = h('dd', {})
    const element = h(
      'details',
      { class: 'factor' },
      h('summary', {}, h('span', { class: 'factor-name' }, labelOf(factor)), slot, number),
      h(
        'div',
        { class: 'factor-evidence' },
        h('p', {}, detail),
        h(
          'dl',
          { class: 'inline' },
          h('div', {}, h('dt', {}, 'Points'), h('dd', {}, points === null ? 'not known' : `${plain(points)} of 100`)),
          h('div', {}, h('dt', {}, 'Weight'), share),
        ),
        curveText(curves[factor]) && h('p', { class: 'small' }, curveText(curves[factor])),
      ),
    )
    return { factor, element, slot, number, share }
  })

  /** @param {readonly Signal[]} now */
  const show = (now) => {
    const known = now.filter(({ contribution }) => contribution !== null).reduce((sum, { weight }) => sum + weight, 0)
    const longest = Math.max(
      1,
      ...now.map(({ weight, contribution }) =>
        contribution === null ? 100 * weight : Math.max(contribution, known > 0 ? (100 * weight) / known : 0),
      ),
    )
    const scale = { longest, heaviest: Math.max(...now.map(({ weight }) => weight)), known }
    for (const { factor, slot, number, share } of rows) {
      const signal = now.find((each) => each.factor === factor)
      if (!signal) continue
      replace(slot, bar(signal, scale))
      const per = plain(Math.round(signal.weight * 1000) / 10)
      replace(
        number,
        signal.contribution === null
          ? h('span', { class: 'muted' }, '?')
          : [h('b', {}, `${signal.contribution}`), h('span', { class: 'muted' }, ` × ${per} %`)],
      )
      replace(share, `${per} % of the score`)
    }
  }
  show(signals)

  const element = h(
    'div',
    { class: 'factors' },
    rows.map((row) => row.element),
    h(
      'p',
      { class: 'small legend' },
      'Length: points added to the score. Height: weight. The light part is what the factor could add at most. Open a factor for its evidence.',
    ),
  )
  return { element, show }
}
