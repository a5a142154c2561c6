/** Factors as bars: the length is the contribution to the score, the height the weight. Each opens to its evidence. */
import { h, picture, replace, s } from '../dom.js'
import { knownOf } from '../scoring.js'
import { labelOf, phrase, plain } from '../words.js'

/** @typedef {import('../types').Signal} Signal */
/** @typedef {import('../types').Curve} Curve */

const width = 100,
  height = 26

/** @param {number} value */
const tenth = (value) => plain(Math.round(value * 10) / 10)

/**
 * A factor's contribution in words, for screen readers.
 * @param {Signal} signal
 * @param {number} per points of the score for each point of the factor
 */
const inWords = (signal, per) => {
  const { factor, points, contribution, points_between: [low, high] = [0, 0] } = signal
  const most = tenth(100 * per)
  const says = {
    none: 'does not apply',
    unknown: `not known, worth between ${plain(low)} and ${plain(high)} of 100 points`,
    part: `adds ${contribution}, between ${tenth(low * per)} and ${tenth(high * per)}, of at most ${most}`,
    known: `adds ${contribution} of at most ${most}`,
  }
  const worth = contribution === null && points !== null ? `worth ${plain(points)} of 100 points` : null
  return `${labelOf(factor)}: ${worth ?? says[knownOf(signal)]}`
}

/**
 * The area of the bar is weight × contribution. The light part is the maximum contribution; the middle part is the
 * possible range of a partly known factor.
 * @param {Signal} signal @param {{ longest: number, heaviest: number, known: number }} scale
 */
const bar = (signal, { longest, heaviest, known }) => {
  const { weight, points, contribution, points_between: between } = signal
  const thick = Math.max(2, (height * weight) / (heaviest || 1)),
    y = (height - thick) / 2
  const isKnown = points !== null
  const per = isKnown && known > 0 ? weight / known : weight
  const across = (/** @type {number} */ part) => (width * part) / longest
  const rect = (/** @type {string} */ className, /** @type {number} */ from, /** @type {number} */ to) =>
    s('rect', { class: className, x: across(from), y, width: across(to - from), height: thick })
  const end = across(contribution ?? 0)
  return picture(
    inWords(signal, per),
    { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', class: 'factor-bar' },
    isKnown && rect('factor-track', 0, 100 * per),
    contribution !== null && contribution > 0 && rect('factor-fill', 0, contribution),
    // The contribution is rounded to whole points: extend the span to it.
    between &&
      rect(
        isKnown ? 'factor-span' : 'factor-unknown',
        Math.min(between[0] * per, contribution ?? Infinity),
        Math.max(between[1] * per, contribution ?? 0),
      ),
    between && contribution !== null && s('line', { class: 'factor-here', x1: end, y1: y, x2: end, y2: y + thick }),
  )
}

/** The curve in words. @param {Curve | undefined} curve */
const curveText = (curve) => {
  if (!curve) return null
  if (Array.isArray(curve))
    return `Points by the finding's figure, straight between the corners: ${curve.map(([metric, points]) => `${plain(metric)} → ${points}`).join(', ')}.`
  return `Points by the finding's word: ${Object.entries(curve)
    .map(([word, points]) => `${phrase(word).toLowerCase()} ${points}`)
    .join(', ')}.`
}

const marks = { known: null, part: 'known in part', unknown: 'not known', none: 'does not apply' }

/** @param {Signal} signal */
const pointsText = (signal) => {
  const { points, points_between: between } = signal
  if (points === null && !between) return 'does not apply'
  return [
    points === null ? 'not known' : `${plain(points)} of 100`,
    ...(between ? [`between ${plain(between[0])} and ${plain(between[1])}`] : []),
  ].join(', ')
}

/**
 * @param {readonly Signal[]} signals @param {Readonly<Record<string, Curve>>} curves
 * @returns {{ element: HTMLElement, show(signals: readonly Signal[]): void }} `show` redraws with other weights and keeps open details open
 */
export const factorBars = (signals, curves) => {
  const rows = signals.map((signal) => {
    const { factor, detail } = signal,
      mark = marks[knownOf(signal)]
    const slot = h('span', { class: 'factor-slot' }),
      number = h('span', { class: 'factor-number' }),
      share = h('dd', {})
    const element = h(
      'details',
      { class: 'factor' },
      h(
        'summary',
        {},
        h('span', { class: 'factor-name' }, labelOf(factor), mark && [' ', h('span', { class: 'factor-mark' }, mark)]),
        slot,
        number,
      ),
      h(
        'div',
        { class: 'factor-evidence' },
        h('p', {}, detail),
        h(
          'dl',
          { class: 'inline' },
          h('div', {}, h('dt', {}, 'Points'), h('dd', {}, pointsText(signal))),
          h('div', {}, h('dt', {}, 'Weight'), share),
        ),
        curveText(curves[factor]) && h('p', { class: 'small' }, curveText(curves[factor])),
      ),
    )
    return { factor, element, slot, number, share }
  })

  /** @param {readonly Signal[]} shown */
  const show = (shown) => {
    const known = shown.filter(({ points }) => points !== null).reduce((sum, { weight }) => sum + weight, 0)
    const longest = Math.max(
      1,
      ...shown.map(({ weight, points, contribution }) =>
        points === null ? 100 * weight : Math.max(contribution ?? 0, known > 0 ? (100 * weight) / known : 0),
      ),
    )
    const scale = { longest, heaviest: Math.max(...shown.map(({ weight }) => weight)), known }
    for (const { factor, slot, number, share } of rows) {
      const signal = shown.find((each) => each.factor === factor)
      if (!signal) continue
      replace(slot, bar(signal, scale))
      const per = plain(Math.round(signal.weight * 1000) / 10)
      replace(
        number,
        signal.contribution === null
          ? h('span', { class: 'muted' }, knownOf(signal) === 'unknown' ? '?' : '–')
          : [h('b', {}, `${signal.contribution}`), h('span', { class: 'muted' }, ` × ${per} %`)],
      )
      replace(share, `${per} % of the score`)
    }
  }
  show(signals)

  const isPartial = signals.some((signal) => knownOf(signal) === 'part'),
    isUnknown = signals.some((signal) => knownOf(signal) === 'unknown')
  const element = h(
    'div',
    { class: 'factors' },
    rows.map((row) => row.element),
    h(
      'p',
      { class: 'small legend' },
      'Length: points added to the score. Height: weight. The light part is what the factor could add at most. ',
      isPartial && 'The middle part is what it may add where it is known in part; the line is what it is weighed at. ',
      isUnknown && 'A broken line is what it may be worth where it is not known. ',
      'Open a factor for its evidence.',
    ),
  )
  return { element, show }
}
