/**
 * A schematic map: distance rings around the place, and marks in their true direction if the answer has it.
 */
import { h, picture, s } from '../dom.js'
import { amountKey, isNumber, isPoint, metresOf, placeName } from '../shapes.js'
import { labelOf, phrase, plain } from '../words.js'

/** @typedef {import('../types').Row} Row */
/** @typedef {{ lat: number, lng: number }} Point */

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
 * Metres east and north of a place; accurate to a few metres within tens of kilometres.
 * @param {Point} from
 * @param {Point} to
 */
const offset = (from, to) => ({
  east: (to.lng - from.lng) * 111_195 * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180),
  north: (to.lat - from.lat) * 111_195,
})

/**
 * Degrees clockwise from north; null if the answer has neither a bearing nor coordinates.
 * @param {Row} row
 * @param {Point | null} at
 */
const bearingOf = (row, at) => {
  if (isNumber(row.bearing_deg)) return row.bearing_deg
  const to = isPoint(row.coordinates) ? row.coordinates : isPoint(row) ? row : null
  if (!to || !at) return null
  const { east, north } = offset(at, to)
  return (Math.atan2(east, north) * 180) / Math.PI
}

/** Round distances for at most five rings, up to the farthest mark or beyond. @param {number} farthest metres */
const ringsFor = (farthest) => {
  const reach = Math.max(farthest, 50),
    power = 10 ** Math.floor(Math.log10(reach / 5))
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((each) => reach / each <= 5) ?? 10 * power
  return Array.from({ length: Math.max(1, Math.ceil(reach / step - 1e-9)) }, (_, i) => (i + 1) * step)
}

/** @param {number} metres */
export const distanceText = (metres) =>
  metres >= 1000 ? `${plain(Math.round(metres / 100) / 10)} km` : `${plain(Math.round(metres))} m`

const compass = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']
/** @param {number} bearing */
export const compassWord = (bearing) => compass[Math.round((((bearing % 360) + 360) % 360) / 45) % 8] ?? ''

const kindKeys = ['type', 'phase', 'status', 'kind', 'road_type', 'permission', 'classification', 'commonest_category']
const colours = 6
/** The key that groups the rows into a few kinds, for the colours. @param {readonly Row[]} rows */
const kindKey = (rows) =>
  kindKeys.find((key) => {
    const kinds = new Set(rows.map((row) => row[key]))
    return (
      kinds.size > 1 &&
      (kinds.size <= colours || key === 'commonest_category') &&
      rows.every((row) => typeof row[key] === 'string')
    )
  })

/**
 * The kinds with a colour; if there are too many, the rarer ones share the last.
 * @param {readonly Row[]} rows
 * @param {string} key
 */
const kindsOf = (rows, key) => {
  const groups = [...Map.groupBy(rows, (row) => /** @type {string} */ (row[key]))]
  return groups.length <= colours
    ? groups.map(([kind]) => kind)
    : [
        ...groups
          .toSorted(([, a], [, b]) => b.length - a.length)
          .slice(0, colours - 1)
          .map(([kind]) => kind),
        'others',
      ]
}

const ringSides = [180, 225, 135, 270, 90, 315, 45]
/**
 * The direction in which the labels of the rings cover the fewest marks.
 * @param {readonly { x: number, y: number }[]} marks
 * @param {readonly number[]} radii
 */
const clearSide = (marks, radii) => {
  const covered = (/** @type {number} */ side) =>
    radii.flatMap((r) =>
      marks.filter(({ x, y }) => {
        const [dx, dy] = onRing(side, r)
        return x > dx - 7 && x < dx + 20 && Math.abs(y - dy) < 8
      }),
    ).length
  return ringSides.reduce((best, side) => (covered(side) < covered(best) ? side : best))
}
/** @param {number} bearing @param {number} r @returns {[number, number]} */
const onRing = (bearing, r) => [r * Math.sin((bearing * Math.PI) / 180), -r * Math.cos((bearing * Math.PI) / 180)]

/**
 * @param {string} name what is shown
 * @param {readonly Row[]} rows
 * @param {Point | null} at the place in the middle
 * @returns {HTMLElement}
 */
export const map = (name, rows, at) => {
  const rings = ringsFor(Math.max(...rows.map(metresOf))),
    reach = /** @type {number} */ (rings.at(-1))
  const bearings = rows.map((row) => (metresOf(row) === 0 ? 0 : bearingOf(row, at)))
  const blind = bearings.filter((bearing) => bearing === null).length
  const key = kindKey(rows),
    kinds = key ? kindsOf(rows, key) : []

  const amount = amountKey(rows),
    amounts = amount === null ? [] : rows.map((row) => /** @type {number} */ (row[amount])),
    most = Math.max(...amounts)
  const sizeOf = (/** @type {number} */ i) =>
    amounts[i] !== undefined ? largest * Math.sqrt(amounts[i] / Math.max(most, fewest)) : i < numbered ? 6.2 : 3

  const marks = rows.map((row, i) => {
    const bearing = bearings[i] ?? (360 * i) / rows.length
    const [x, y] = onRing(bearing, (radius * metresOf(row)) / reach),
      kind = key ? kinds.indexOf(/** @type {string} */ (row[key])) : 0
    return {
      x,
      y,
      size: sizeOf(i),
      known: bearings[i] !== null,
      kind: kind < 0 ? kinds.length - 1 : kind,
      text: textOf(row, amount, key),
      i,
    }
  })
  const radii = rings.map((ring) => (radius * ring) / reach),
    side = clearSide(marks, radii)
  const where = blind === 0 ? 'each in its direction, north at the top' : 'directions not known'
  const least = Math.min(...amounts),
    isEven = least === most
  const sizes =
    amount === null
      ? ''
      : isEven
        ? ` ${countText(most, amount)} each,`
        : ` drawn by their number of ${amount}, ${plain(least)} to ${plain(most)},`
  const label = `${labelOf(name)}: ${rows.length} within ${distanceText(reach)},${sizes} ${where}. The list beside it says the same.`

  const classOf = (/** @type {typeof marks[number]} */ { kind, known }) =>
    `map-mark kind-${kind}${known ? '' : ' is-blind'}${amount === null ? '' : ' is-sized'}`
  const dot = (/** @type {typeof marks[number]} */ mark) =>
    s('circle', { cx: mark.x.toFixed(1), cy: mark.y.toFixed(1), r: mark.size.toFixed(2) }, s('title', {}, mark.text))
  const number = (/** @type {typeof marks[number]} */ { x, y, size, i }) =>
    i < numbered &&
    (size >= roomy
      ? s('text', { x: x.toFixed(1), y: (y + 2.4).toFixed(1), 'text-anchor': 'middle' }, i + 1)
      : s('text', { class: 'map-beside', x: (x + size + 1).toFixed(1), y: (y + 2.4).toFixed(1) }, i + 1))

  return h(
    'figure',
    { class: 'map' },
    picture(
      label,
      { viewBox: '-122 -116 244 232', class: 'map-picture' },
      rings.toReversed().map((ring) => s('circle', { class: 'map-ring', r: (radius * ring) / reach })),
      blind < rows.length && [
        s('path', { class: 'map-axis', d: `M0 ${-radius}V${radius}M${-radius} 0H${radius}` }),
        s('text', { class: 'map-north', x: 0, y: -radius - 5, 'text-anchor': 'middle' }, 'N'),
      ],
      // Draw the nearest on top; if areas show amounts, small marks above large ones, and numbers above all.
      amount === null
        ? [here(), marks.toReversed().map((mark) => s('g', { class: classOf(mark) }, dot(mark), number(mark)))]
        : [
            marks.toSorted((a, b) => b.size - a.size).map((mark) => s('g', { class: classOf(mark) }, dot(mark))),
            here(),
            s('g', { class: 'map-numbers' }, apart(marks).map(number)),
          ],
      rings.map((ring, i) => {
        const [x, y] = onRing(side, radii[i] ?? 0)
        return s('text', { class: 'map-distance', x: (x + 2).toFixed(1), y: (y - 2).toFixed(1) }, distanceText(ring))
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
            ? `Each mark is ${countText(most, amount)}.`
            : `The area of a mark is its number of ${amount}: the largest has ${plain(most)}.`,
        ),
      kinds.length > 0 &&
        h(
          'span',
          { class: 'legend' },
          amount !== null && key && h('span', {}, labelOf(key)),
          kinds.map((kind, i) => h('span', { class: `swatch kind-${i}` }, phrase(kind))),
        ),
      blind > 0 &&
        h(
          'span',
          { class: 'map-blind' },
          blind === rows.length
            ? 'Direction not known: the answer gives distances only, so the marks are spread around the rings in order of distance.'
            : `Direction not known for ${blind}, drawn hollow.`,
        ),
    ),
  )
}

/**
 * Marks far enough from earlier ones to have a number.
 * @template {{ x: number, y: number }} M
 * @param {readonly M[]} marks
 */
const apart = (marks) =>
  marks.reduce(
    (chosen, mark) => (chosen.some(({ x, y }) => Math.hypot(x - mark.x, y - mark.y) < 6) ? chosen : [...chosen, mark]),
    /** @type {M[]} */ ([]),
  )

const here = () => s('path', { class: 'map-here', d: 'M0 -5L4 4L0 1.5L-4 4Z' }, s('title', {}, 'The place asked for'))

/** @param {Row} row */
export const titleOf = (row) => placeName(row) ?? 'A place without a name'

/** `16 crimes`, `1 crime`. @param {number} count @param {string} amount */
const countText = (count, amount) => `${plain(count)} ${count === 1 ? amount.replace(/s$/, '') : amount}`
/** @param {Row} row @param {string} amount */
export const amountText = (row, amount) => countText(/** @type {number} */ (row[amount]), amount)

/** @param {Row} row @param {string | null} amount @param {string | undefined} key */
const textOf = (row, amount, key) =>
  [
    titleOf(row),
    ...(amount === null ? [] : [amountText(row, amount), ...(key ? [phrase(String(row[key])).toLowerCase()] : [])]),
    distanceText(metresOf(row)),
  ].join(', ')

/**
 * The compass direction of a row from the place; null if unknown.
 * @param {Row} row
 * @param {Point | null} at
 */
export const directionWord = (row, at) => {
  const bearing = bearingOf(row, at)
  return bearing === null || metresOf(row) === 0 ? null : compassWord(bearing)
}
