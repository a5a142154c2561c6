/**
 * A map: rings of distance around the place, the coast beneath them, and marks in their true direction if the answer
 * has it. What a mark's colour and size mean is declared.
 */
import { fieldsOf, textOf, valueOf } from '../drawn.js'
import { h, picture, s } from '../dom.js'
import { isNumber, schemaOf } from '../shapes.js'
import { labelOf, midSentence, numberText, phrase, plain, unitOf } from '../words.js'
import { apart, clearSide, distanceText, onRing, ringsFor, whereOf } from './around.js'
import { groupsOf } from './map-groups.js'
import { land } from './outline.js'

/** @typedef {import('../types').Drawn} Drawn */
/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */
/**
 * @typedef {{
 *   x: number,
 *   y: number,
 *   size: number,
 *   i: number,
 *   known: boolean,
 *   group: number,
 *   className: string,
 *   text: string,
 *   trueX: number,
 *   trueY: number,
 * }} Mark
 */

const radius = 100,
  numbered = 15
/**
 * If the area of marks shows an amount: the radius of the largest mark, which stands for an amount of `fewest` or more,
 * so that a single one is not too large. From the radius `roomy` a number fits inside.
 */
const largest = 11,
  fewest = 4,
  roomy = 4.8

/**
 * `16 crimes`, `1 crime`, `19,850 vehicles/day`.
 * @param {number} amount
 * @param {string} field
 * @param {Schema | undefined} item
 */
export const amountText = (amount, field, item) => {
  const unit = unitOf(field, schemaOf(item, field))
  if (unit !== null) return numberText(amount, field, unit)
  const name = midSentence(labelOf(field))
  return `${plain(amount)} ${amount === 1 ? name.replace(/s$/, '') : name}`
}

/** @param {Drawn} drawn @param {Row} row */
export const titleOf = (drawn, row) => textOf(drawn, 'title', row) ?? 'A place without a name'

/**
 * The field whose number is the size of a mark, if every row has one.
 * @param {Drawn} drawn
 * @param {readonly Row[]} rows
 */
export const amountField = (drawn, rows) => {
  const [field] = fieldsOf(drawn, 'amount')
  return field !== undefined && rows.every((row) => isNumber(row[field]) && row[field] > 0) ? field : null
}

/**
 * @param {string} name what is shown
 * @param {readonly Row[]} rows that all have a distance
 * @param {{ drawn: Drawn, item: Schema | undefined, at: { lat: number, lng: number } | null }} meant
 * @returns {HTMLElement}
 */
export const map = (name, rows, { drawn, item, at }) => {
  const places = rows.map((row) => whereOf(drawn, item, row, at))
  const rings = ringsFor(Math.max(...places.map(({ metres }) => metres))),
    reach = /** @type {number} */ (rings.at(-1)),
    decimals = reach / rings.length < 1000 ? 2 : 1
  const blind = places.filter(({ bearing }) => bearing === null).length
  const colour = groupsOf(drawn, item, rows)
  const amount = amountField(drawn, rows),
    amounts = amount === null ? [] : rows.map((row) => /** @type {number} */ (row[amount])),
    most = Math.max(...amounts),
    least = Math.min(...amounts)
  const sizeOf = (/** @type {number} */ i) =>
    amounts[i] !== undefined ? largest * Math.sqrt(amounts[i] / Math.max(most, fewest)) : i < numbered ? 6.2 : 3
  const textAt = (/** @type {Row} */ row, /** @type {number} */ i) =>
    [
      titleOf(drawn, row),
      amount !== null && amountText(amounts[i] ?? 0, amount, item),
      colour.field !== null && valueOf(drawn, fieldsOf(drawn, 'word')[0] === colour.field ? 'word' : 'kind', row),
      distanceText(places[i]?.metres ?? 0),
    ]
      .filter((part) => part !== false && part !== null)
      .map((part, at) => (at === 0 ? part : phrase(String(part)).toLowerCase()))
      .join(', ')

  const still = rows.map((row, i) => {
    const { metres, bearing } = places[i] ?? { metres: 0, bearing: null }
    const [x, y] = onRing(bearing ?? (360 * i) / rows.length, (radius * metres) / reach)
    return { row, x, y, size: sizeOf(i), known: bearing !== null }
  })
  // Many marks by amount are see-through and lie on one another; others are pulled apart, so that each is seen.
  const moved = amount === null || rows.length <= numbered ? apart(still) : still
  /** @type {Mark[]} */
  const marks = still.map(({ row, x, y, size, known }, i) => {
    const group = colour.of(row),
      isGrave = colour.grave.includes(group)
    return {
      x: moved[i]?.x ?? x,
      y: moved[i]?.y ?? y,
      trueX: x,
      trueY: y,
      size,
      i,
      known,
      group,
      text: textAt(row, i),
      className: `map-mark ${colour.groups[group]?.className ?? 'kind-0'}${known ? '' : ' is-blind'}${amount === null ? '' : ' is-sized'}${isGrave ? ' is-grave' : ''}`,
    }
  })
  const far = marks.filter(({ x, y, trueX, trueY }) => Math.hypot(x - trueX, y - trueY) > 1.5)
  const radii = rings.map((ring) => (radius * ring) / reach),
    side = clearSide(marks, radii)
  const where = blind === 0 ? 'each in its direction, north at the top' : 'directions not known'
  const isEven = least === most,
    sized = amount === null ? '' : midSentence(labelOf(amount)),
    unit = amount === null ? null : unitOf(amount, schemaOf(item, amount))
  const sizes =
    amount === null
      ? ''
      : isEven
        ? ` ${amountText(most, amount, item)} each,`
        : ` drawn by their number of ${sized}, ${plain(least)} to ${plain(most)}${unit ? ` ${unit}` : ''},`
  const label = `${labelOf(name)}: ${rows.length} within ${distanceText(reach)},${sizes} ${where}. The list beside it says the same.`

  const dot = (/** @type {Mark} */ mark) =>
    s('circle', { cx: mark.x.toFixed(1), cy: mark.y.toFixed(1), r: mark.size.toFixed(2) }, s('title', {}, mark.text))
  const number = (/** @type {Mark} */ { x, y, size, i }) =>
    i < numbered &&
    (size >= roomy
      ? s('text', { x: x.toFixed(1), y: (y + 2.4).toFixed(1), 'text-anchor': 'middle' }, i + 1)
      : s('text', { class: 'map-beside', x: (x + size + 1).toFixed(1), y: (y + 2.4).toFixed(1) }, i + 1))
  // The last drawn lies on top: the nearest, small marks above large ones, and bad news above all.
  const order = (amount === null ? marks.toReversed() : marks.toSorted((a, b) => b.size - a.size)).toSorted(
    (a, b) => Number(colour.grave.includes(a.group)) - Number(colour.grave.includes(b.group)),
  )

  return h(
    'figure',
    { class: 'map' },
    picture(
      label,
      { viewBox: '-122 -116 244 232', class: 'map-picture' },
      at !== null && land(at, reach, radius),
      rings.toReversed().map((ring) => s('circle', { class: 'map-ring', r: (radius * ring) / reach })),
      blind < rows.length && [
        s('path', { class: 'map-axis', d: `M0 ${-radius}V${radius}M${-radius} 0H${radius}` }),
        s('text', { class: 'map-north', x: 0, y: -radius - 5, 'text-anchor': 'middle' }, 'N'),
      ],
      far.map(({ x, y, trueX, trueY }) =>
        s('path', { class: 'map-lead', d: `M${trueX.toFixed(1)} ${trueY.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}` }),
      ),
      amount === null
        ? [here(), order.map((mark) => s('g', { class: mark.className }, dot(mark), number(mark)))]
        : [
            order.map((mark) => s('g', { class: mark.className }, dot(mark))),
            here(),
            s('g', { class: 'map-numbers' }, clear(marks).map(number)),
          ],
      rings.map((ring, i) => {
        const [x, y] = onRing(side, radii[i] ?? 0)
        return s(
          'text',
          { class: 'map-distance', x: (x + 2).toFixed(1), y: (y - 2).toFixed(1) },
          distanceText(ring, decimals),
        )
      }),
    ),
    h(
      'figcaption',
      { class: 'small' },
      amount !== null &&
        h(
          'span',
          { class: 'map-size' },
          isEven
            ? `Each mark is ${amountText(most, amount, item)}.`
            : `The area of a mark is its number of ${sized}: the largest has ${unit ? amountText(most, amount, item) : plain(most)}.`,
        ),
      colour.field !== null &&
        h(
          'span',
          { class: 'legend' },
          h('span', {}, labelOf(colour.field)),
          colour.groups.map(
            ({ word, className }, i) =>
              marks.some(({ group }) => group === i) && h('span', { class: `swatch ${className}` }, word),
          ),
        ),
      far.length > 0 &&
        h(
          'span',
          { class: 'map-note' },
          'Marks that would cover one another are pulled apart: a line leads to where each is.',
        ),
      blind > 0 &&
        h(
          'span',
          { class: 'map-note' },
          blind === rows.length
            ? 'Direction not known: the answer gives distances only, so the marks are spread around the rings in order of distance.'
            : `Direction not known for ${blind}, drawn hollow.`,
        ),
    ),
  )
}

/** Marks far enough from earlier ones to have a number. @param {readonly Mark[]} marks */
const clear = (marks) =>
  marks.reduce(
    (chosen, mark) => (chosen.some(({ x, y }) => Math.hypot(x - mark.x, y - mark.y) < 6) ? chosen : [...chosen, mark]),
    /** @type {Mark[]} */ ([]),
  )

const here = () => s('path', { class: 'map-here', d: 'M0 -5L4 4L0 1.5L-4 4Z' }, s('title', {}, 'The place asked for'))
