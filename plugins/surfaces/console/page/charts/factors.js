/** Factors as bars: the length is the points that each adds to the score. Each opens to its evidence. */
import { h, picture, replace, s } from '../dom.js'
import { knownOf, mostOf } from '../scoring.js'
import { labelOf, phrase, plain } from '../words.js'

/** @typedef {import('../types').Signal} Signal */
/** @typedef {import('../types').Curve} Curve */
/** @typedef {import('../dom.js').Child} Child */

const width = 100,
  height = 20

/** @param {number} value */
const tenth = (value) => plain(Math.round(value * 10) / 10)

/**
 * A factor's contribution in words, for screen readers.
 * @param {Signal} signal
 * @param {number} per points of the score for each point of the factor
 * @param {number | null} most
 */
const inWords = (signal, per, most) => {
  const { factor, points, contribution, points_between: [low, high] = [0, 0] } = signal
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
 * The faint part is the maximum contribution; the middle part is the possible range of a partly known factor.
 * @param {Signal} signal @param {{ longest: number, known: number, most: number | null }} scale
 */
const bar = (signal, { longest, known, most }) => {
  const { weight, points, contribution, points_between: between } = signal
  const isKnown = points !== null
  const per = isKnown && known > 0 ? weight / known : weight
  const across = (/** @type {number} */ part) => (width * part) / longest
  const rect = (/** @type {string} */ className, /** @type {number} */ from, /** @type {number} */ to) =>
    s('rect', { class: className, x: across(from), y: 0, width: across(to - from), height })
  const end = across(contribution ?? 0)
  return picture(
    inWords(signal, per, most),
    { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', class: 'factor-bar' },
    knownOf(signal) === 'none' && s('line', { class: 'factor-none', x1: 0, y1: height / 2, x2: 4, y2: height / 2 }),
    isKnown && rect('factor-track', 0, most ?? 0),
    contribution !== null && contribution > 0 && rect('factor-fill', 0, contribution),
    // The contribution is rounded to whole points: extend the span to it.
    between &&
      rect(
        isKnown ? 'factor-span' : 'factor-unknown',
        Math.min(between[0] * per, contribution ?? Infinity),
        Math.max(between[1] * per, contribution ?? 0),
      ),
    between && contribution !== null && s('line', { class: 'factor-here', x1: end, y1: 0, x2: end, y2: height }),
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

/** How a factor's weight is used. @param {Signal} signal @param {number | null} most */
const weightText = ({ weight, contribution, points }, most) => {
  const share = `${plain(Math.round(weight * 1000) / 10)} %`
  if (contribution === null) return points === null ? `${share}, not counted` : share
  return most === Math.round(weight * 100) ? share : `${share}, of what is known ${most} %`
}

/**
 * What the parts add up to.
 * @param {readonly Signal[]} signals
 * @returns {Child}
 */
const sumOf = (signals) => {
  const parts = signals.flatMap(({ contribution }) => contribution ?? [])
  return parts.length === 0
    ? null
    : [h('b', {}, plain(parts.reduce((all, part) => all + part, 0))), h('span', { class: 'muted' }, ' of 100')]
}

/**
 * @param {readonly Signal[]} signals @param {Readonly<Record<string, Curve>>} curves
 * @returns {{
 *   element: HTMLElement,
 *   show(signals: readonly Signal[]): void,
 * }} `show` redraws with other weights and keeps open details open
 */
export const factorBars = (signals, curves) => {
  const rows = signals.map((signal) => {
    const { factor, detail } = signal,
      mark = marks[knownOf(signal)]
    const slot = h('span', { class: 'factor-slot' }),
      number = h('span', { class: 'factor-number' }),
      share = h('dd', {})
    const curve = curveText(curves[factor])
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
        curve && h('p', { class: 'small curve' }, curve),
      ),
    )
    return { factor, element, slot, number, share }
  })
  const total = h('span', { class: 'factor-sum' })
  const totals = h('p', { class: 'factor-total' }, h('span', { class: 'factor-name' }, 'Together'), total)

  /** @param {readonly Signal[]} shown */
  const show = (shown) => {
    const known = shown.filter(({ points }) => points !== null).reduce((sum, { weight }) => sum + weight, 0)
    const most = mostOf(shown)
    const longest = Math.max(
      1,
      ...shown.map(({ factor, weight, points_between: [, high] = [0, 0] }) => most.get(factor) ?? high * weight),
    )
    for (const { factor, slot, number, share } of rows) {
      const signal = shown.find((each) => each.factor === factor)
      if (!signal) continue
      const own = most.get(factor) ?? null
      replace(slot, bar(signal, { longest, known, most: own }))
      replace(
        number,
        signal.contribution === null
          ? h('span', { class: 'muted' }, knownOf(signal) === 'unknown' ? '?' : '–')
          : [h('b', {}, `${signal.contribution}`), h('span', { class: 'muted' }, ` of ${own}`)],
      )
      replace(share, weightText(signal, own))
    }
    const sum = sumOf(shown)
    totals.hidden = sum === null
    replace(total, sum)
  }
  show(signals)

  const isPartial = signals.some((signal) => knownOf(signal) === 'part'),
    isUnknown = signals.some((signal) => knownOf(signal) === 'unknown')
  const element = h(
    'div',
    { class: 'factors' },
    rows.map((row) => row.element),
    totals,
    h(
      'p',
      { class: 'small legend' },
      'Each bar is what the factor adds to the score, and its faint part what it could add at most, in whole points. ',
      isPartial && 'The middle part is what it may add where it is known in part; the line is what it is weighed at. ',
      isUnknown &&
        'A broken line is what a factor may be worth that is not known: the others share its weight until it is. ',
      'Open a factor for its evidence.',
    ),
  )
  return { element, show }
}
