/** Factors as bars: as long as what they add to the score, as high as their weight. Each opens to its evidence. */
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
 * What a factor adds, for those who do not see its bar. @param {Signal} signal @param {number} per points of the
 * score for one of its own
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
 * The bar's area is weight × contribution; the light part is what the factor could add at most, and the part between
 * is what is possible where it is known in part.
 * @param {Signal} signal @param {{ longest: number, heaviest: number, known: number }} scale
 */
const bar = (signal, { longest, heaviest, known }) => {
  const { weight, points, contribution, points_between: between } = signal
  const thick = Math.max(2, (height * weight) / (heaviest || 1)),
    y = (height - thick) / 2
  const isKnown = points !== null
  const per = isKnown && known > 0 ? weight / known : weight
  const across = (/** @type {number} */ part) => (width * part) / longest
  const rect = (/** @type {string} */ look, /** @type {number} */ from, /** @type {number} */ to) =>
    s('rect', { class: look, x: across(from), y, width: across(to - from), height: thick })
  const end = across(contribution ?? 0)
  return picture(
    inWords(signal, per),
    { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', class: 'factor-bar' },
    isKnown && rect('factor-track', 0, 100 * per),
    contribution !== null && contribution > 0 && rect('factor-fill', 0, contribution),
    // What it adds is rounded to whole points: the span reaches to it all the same.
    between &&
      rect(
        isKnown ? 'factor-span' : 'factor-unknown',
        Math.min(between[0] * per, contribution ?? Infinity),
        Math.max(between[1] * per, contribution ?? 0),
      ),
    between && contribution !== null && s('line', { class: 'factor-here', x1: end, y1: y, x2: end, y2: y + thick }),
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
 * @returns {{ element: HTMLElement, show(signals: readonly Signal[]): void }} `show` redraws under other weights, and leaves open what is open
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

  /** @param {readonly Signal[]} now */
  const show = (now) => {
    const known = now.filter(({ points }) => points !== null).reduce((sum, { weight }) => sum + weight, 0)
    const longest = Math.max(
      1,
      ...now.map(({ weight, points, contribution }) =>
        points === null ? 100 * weight : Math.max(contribution ?? 0, known > 0 ? (100 * weight) / known : 0),
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
