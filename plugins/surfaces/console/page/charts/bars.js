/** Bar charts: a stacked bar of parts, bars of counts by category, and shares by energy band. */
import { h, picture, s } from '../dom.js'
import { labelOf, numberText, phrase, plain } from '../words.js'

/** @typedef {readonly (readonly [string, number])[]} Parts */

/** A key as a label: keys are words or snake_case. @param {string} key */
const named = (key) => (/[A-Z ]/.test(key) ? phrase(key) : labelOf(key.replaceAll('-', ' ')))

/**
 * @param {string} name @param {Parts} parts @param {string | null} unit @param {number} total
 * @param {(key: string) => string | null} colourOf the colour that is declared for a part
 */
export const stacked = (name, parts, unit, total, colourOf = () => null) => {
  const shown = parts.filter(([, value]) => value > 0),
    absent = parts.filter(([, value]) => value === 0)
  const declared = shown.map(([key]) => colourOf(key))
  // A second part of the same tone is paler.
  const colour = (/** @type {number} */ i) =>
    `${declared[i] ?? `part-${i % 10}`}${declared[i]?.startsWith('tone') && declared.indexOf(declared[i]) < i ? ' is-pale' : ''}`
  let x = 0
  const cells = shown.map(([key, value], i) => {
    const width = (100 * value) / total
    const cell = s(
      'rect',
      { class: colour(i), x, y: 0, width: Math.max(0, width - 0.25), height: 10 },
      s('title', {}, `${named(key)}: ${numberText(value, key, unit)}`),
    )
    x += width
    return cell
  })
  const share = (/** @type {number} */ value) => `${plain(Math.round((1000 * value) / total) / 10)} %`
  const label = `${labelOf(name)}: ${shown.map(([key, value]) => `${named(key)} ${numberText(value, key, unit)}`).join(', ')}`
  return h(
    'figure',
    { class: 'stack' },
    picture(label, { viewBox: '0 0 100 10', preserveAspectRatio: 'none', class: 'stack-bar' }, cells),
    h(
      'ul',
      { class: 'stack-key' },
      shown.map(([key, value], i) =>
        h(
          'li',
          {},
          h('span', { class: `swatch ${colour(i)}` }, named(key)),
          ' ',
          h('b', {}, numberText(value, key, unit)),
          unit !== '%' && h('span', { class: 'muted' }, ` ${share(value)}`),
        ),
      ),
    ),
    unit !== '%' && h('p', { class: 'small muted' }, `Of ${numberText(total, 'total', unit)} in all`),
    absent.length > 0 && h('p', { class: 'small muted' }, `None: ${absent.map(([key]) => named(key)).join(', ')}`),
  )
}

/**
 * @param {string} name @param {Readonly<Record<string, number>>} counts @param {string | null} unit
 * @param {(key: string) => string} toneAt good or bad news, where that is declared of the keys
 */
export const countBars = (name, counts, unit, toneAt = () => 'neutral') => {
  const rows = Object.entries(counts),
    largest = Math.max(...rows.map(([, value]) => value), 1)
  const list = rows.map(([key, value]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, named(key)),
      h(
        'td',
        { class: 'bar-cell' },
        s(
          'svg',
          { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': true, class: 'count-bar' },
          s('rect', {
            ...(toneAt(key) !== 'neutral' && { class: `is-toned tone-${toneAt(key)}` }),
            x: 0,
            y: 0,
            width: (100 * Math.max(0, value)) / largest,
            height: 8,
          }),
        ),
      ),
      h('td', { class: 'number' }, numberText(value, key, unit)),
    ),
  )
  return h('table', { class: 'counts' }, h('caption', { class: 'unseen' }, labelOf(name)), h('tbody', {}, list))
}

/** @param {string} name @param {Readonly<Record<string, number>>} shares per cent by band A to G */
export const energyBands = (name, shares) => {
  const rows = Object.entries(shares),
    largest = Math.max(...rows.map(([, value]) => value), 1)
  const label = `${labelOf(name)}: ${rows.map(([band, value]) => `${band} ${plain(value)} %`).join(', ')}`
  return h(
    'figure',
    { class: 'bands' },
    picture(
      label,
      { viewBox: `0 0 240 ${rows.length * 20}`, class: 'bands-picture' },
      rows.map(([band, value], i) => {
        const y = i * 20 + 2,
          length = (150 * value) / largest
        return s(
          'g',
          { class: `band-${band}` },
          s('path', { d: `M0 ${y}h26l7 8l-7 8h-26z`, class: 'band-name' }),
          s('text', { class: 'band-letter', x: 9, y: y + 12 }, band),
          value > 0 && s('rect', { class: 'band-bar', x: 40, y, width: Math.max(1, length), height: 16, rx: 1.5 }),
          s('text', { class: 'band-share', x: 46 + length, y: y + 12 }, `${plain(value)} %`),
        )
      }),
    ),
  )
}
