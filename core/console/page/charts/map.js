/** A schematic map: rings of distance around the place, and what is there in its true direction, as far as the answer says it. */
import { h, picture, s } from '../dom.js'
import { isNumber, isPoint, metresOf, placeName } from '../shapes.js'
import { labelOf, phrase, plain } from '../words.js'

/** @typedef {import('../types').Row} Row */
/** @typedef {{ lat: number, lng: number }} Point */

const radius = 100, numbered = 15

/** Metres east and north of a place; true to a few metres within tens of kilometres. @param {Point} from @param {Point} to */
const offset = (from, to) => ({
  east: (to.lng - from.lng) * 111_195 * Math.cos((from.lat + to.lat) / 2 * Math.PI / 180),
  north: (to.lat - from.lat) * 111_195,
})

/** Degrees clockwise from north; null where the answer gives neither a bearing nor coordinates. @param {Row} row @param {Point | null} at */
const bearingOf = (row, at) => {
  if (isNumber(row.bearing_deg)) return row.bearing_deg
  const to = isPoint(row.coordinates) ? row.coordinates : isPoint(row) ? row : null
  if (!to || !at) return null
  const { east, north } = offset(at, to)
  return Math.atan2(east, north) * 180 / Math.PI
}

/** Round distances for five rings at most, the last at or beyond the farthest. @param {number} farthest metres */
const ringsFor = (farthest) => {
  const reach = Math.max(farthest, 50), power = 10 ** Math.floor(Math.log10(reach / 5))
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((each) => reach / each <= 5) ?? 10 * power
  return Array.from({ length: Math.max(1, Math.ceil(reach / step - 1e-9)) }, (_, i) => (i + 1) * step)
}

/** @param {number} metres */
export const distanceText = (metres) => metres >= 1000 ? `${plain(Math.round(metres / 100) / 10)} km` : `${plain(Math.round(metres))} m`

const compass = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']
/** @param {number} bearing */
export const compassWord = (bearing) => compass[Math.round(((bearing % 360) + 360) % 360 / 45) % 8] ?? ''

const kindKeys = ['type', 'phase', 'status', 'kind', 'road_type', 'permission', 'classification']
/** The key that sorts the rows into a few kinds, for the colours. @param {readonly Row[]} rows */
const kindKey = (rows) => kindKeys.find((key) => {
  const kinds = new Set(rows.map((row) => row[key]))
  return kinds.size > 1 && kinds.size <= 6 && rows.every((row) => typeof row[key] === 'string')
})

/**
 * @param {string} name what is shown @param {readonly Row[]} rows @param {Point | null} at the place in the middle
 * @returns {HTMLElement}
 */
export const map = (name, rows, at) => {
  const rings = ringsFor(Math.max(...rows.map(metresOf))), reach = /** @type {number} */ (rings.at(-1))
  const bearings = rows.map((row) => metresOf(row) === 0 ? 0 : bearingOf(row, at))
  const blind = bearings.filter((bearing) => bearing === null).length
  const key = kindKey(rows), kinds = key ? [...new Set(rows.map((row) => /** @type {string} */ (row[key])))] : []

  const marks = rows.map((row, i) => {
    const bearing = bearings[i] ?? 360 * i / rows.length
    const r = radius * metresOf(row) / reach, angle = bearing * Math.PI / 180
    return { x: r * Math.sin(angle), y: -r * Math.cos(angle), known: bearings[i] !== null, kind: key ? kinds.indexOf(/** @type {string} */ (row[key])) : 0, text: textOf(row), i }
  })
  const where = blind === 0 ? 'each in its direction, north at the top' : 'directions not known'
  const label = `${labelOf(name)}: ${rows.length} within ${distanceText(reach)}, ${where}. The list beside it says the same.`

  return h('figure', { class: 'map' },
    picture(label, { viewBox: '-122 -116 244 232', class: 'map-picture' },
      rings.toReversed().map((ring) => s('circle', { class: 'map-ring', r: radius * ring / reach })),
      blind < rows.length && [
        s('path', { class: 'map-axis', d: `M0 ${-radius}V${radius}M${-radius} 0H${radius}` }),
        s('text', { class: 'map-north', x: 0, y: -radius - 5, 'text-anchor': 'middle' }, 'N'),
      ],
      s('path', { class: 'map-here', d: 'M0 -5L4 4L0 1.5L-4 4Z' }, s('title', {}, 'The place asked for')),
      marks.toReversed().map(({ x, y, known, kind, text, i }) => s('g', { class: `map-mark kind-${kind}${known ? '' : ' is-blind'}` },
        s('circle', { cx: x.toFixed(1), cy: y.toFixed(1), r: i < numbered ? 6.2 : 3 }, s('title', {}, text)),
        i < numbered && s('text', { x: x.toFixed(1), y: (y + 2.4).toFixed(1), 'text-anchor': 'middle' }, i + 1))),
      rings.map((ring) => s('text', { class: 'map-distance', x: 2, y: radius * ring / reach - 2 }, distanceText(ring))),
    ),
    h('figcaption', { class: 'small' },
      kinds.length > 0 && h('span', { class: 'legend' }, kinds.map((kind, i) => h('span', { class: `swatch kind-${i}` }, phrase(kind)))),
      blind > 0 && h('span', { class: 'map-blind' }, blind === rows.length
        ? 'Direction not known: the answer gives distances only, so the marks are spread around the rings in order of distance.'
        : `Direction not known for ${blind}, drawn hollow.`)))
}

/** @param {Row} row */
const textOf = (row) => `${placeName(row) ?? ''}, ${distanceText(metresOf(row))}`

/** The direction of a row from the place, in a word; null where it is not known. @param {Row} row @param {Point | null} at */
export const directionWord = (row, at) => {
  const bearing = bearingOf(row, at)
  return bearing === null || metresOf(row) === 0 ? null : compassWord(bearing)
}
