/** Distances and directions around the place asked for. */
import { fieldOf, valueOf } from '../drawn.js'
import { isNumber, isPoint, schemaOf } from '../shapes.js'
import { plain } from '../words.js'

/** @typedef {import('../types').Drawn} Drawn */
/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */
/** @typedef {{ lat: number, lng: number }} Point */

/**
 * Metres east and north of a place; accurate to a few metres within tens of kilometres.
 * @param {Point} from
 * @param {Point} to
 */
export const offset = (from, to) => ({
  east: (to.lng - from.lng) * 111_195 * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180),
  north: (to.lat - from.lat) * 111_195,
})

/** How far a row is; null if it does not say. @param {Drawn} drawn @param {Schema | undefined} item @param {Row} row */
export const metresOf = (drawn, item, row) => {
  const field = fieldOf(drawn, 'distance', row),
    distance = field === undefined ? null : row[field]
  return isNumber(distance) ? distance * (schemaOf(item, field)?.['x-unit'] === 'km' ? 1000 : 1) : null
}

/**
 * Degrees clockwise from north; null if the answer has no coordinates.
 * @param {Drawn} drawn
 * @param {Row} row
 * @param {Point | null} at
 */
const bearingOf = (drawn, row, at) => {
  const to = valueOf(drawn, 'at', row)
  if (!isPoint(to) || !at) return null
  const { east, north } = offset(at, to)
  return (Math.atan2(east, north) * 180) / Math.PI
}

/**
 * Where a row is from the place: how far, and in which direction if that is known.
 * @param {Drawn} drawn @param {Schema | undefined} item @param {Row} row @param {Point | null} at
 */
export const whereOf = (drawn, item, row, at) => ({
  metres: metresOf(drawn, item, row) ?? 0,
  bearing: metresOf(drawn, item, row) === 0 ? 0 : bearingOf(drawn, row, at),
})

/** Round distances for at most five rings, up to the farthest mark or beyond. @param {number} farthest metres */
export const ringsFor = (farthest) => {
  const reach = Math.max(farthest, 50),
    power = 10 ** Math.floor(Math.log10(reach / 5))
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((each) => reach / each <= 5) ?? 10 * power
  return Array.from({ length: Math.max(1, Math.ceil(reach / step - 1e-9)) }, (_, i) => (i + 1) * step)
}

/** Metres, or kilometres with so many decimals. @param {number} metres @param {number} [decimals] */
export const distanceText = (metres, decimals = 1) =>
  metres >= 1000
    ? `${plain(Math.round((metres / 1000) * 10 ** decimals) / 10 ** decimals)} km`
    : `${plain(Math.round(metres))} m`

const compass = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']
/** @param {number} bearing */
export const compassWord = (bearing) => compass[Math.round((((bearing % 360) + 360) % 360) / 45) % 8] ?? ''

/** @param {number} bearing @param {number} r @returns {[number, number]} */
export const onRing = (bearing, r) => [
  r * Math.sin((bearing * Math.PI) / 180),
  -r * Math.cos((bearing * Math.PI) / 180),
]

const ringSides = [180, 225, 135, 270, 90, 315, 45]
/**
 * The direction in which the labels of the rings cover the fewest marks.
 * @param {readonly { x: number, y: number }[]} marks
 * @param {readonly number[]} radii
 */
export const clearSide = (marks, radii) => {
  const covered = (/** @type {number} */ side) =>
    radii.flatMap((r) =>
      marks.filter(({ x, y }) => {
        const [dx, dy] = onRing(side, r)
        return x > dx - 7 && x < dx + 20 && Math.abs(y - dy) < 8
      }),
    ).length
  return ringSides.reduce((best, side) => (covered(side) < covered(best) ? side : best))
}

/**
 * Marks moved apart until none covers another, each as little as it takes.
 * @param {readonly { x: number, y: number, size: number }[]} marks
 */
export const apart = (marks) => {
  const places = marks.map(({ x, y, size }) => ({ x, y, size }))
  for (let round = 0, moved = true; moved && round < 120; round++) {
    moved = false
    for (const [i, one] of places.entries())
      for (const other of places.slice(i + 1)) {
        const wanted = one.size + other.size + 0.8,
          gap = Math.hypot(other.x - one.x, other.y - one.y)
        if (gap >= wanted) continue
        // Two at the very same place part in a direction of their own.
        const angle = gap === 0 ? i * 2.4 : Math.atan2(other.y - one.y, other.x - one.x)
        const step = (wanted - gap) / 2 + 0.05
        one.x -= step * Math.cos(angle)
        one.y -= step * Math.sin(angle)
        other.x += step * Math.cos(angle)
        other.y += step * Math.sin(angle)
        moved = true
      }
  }
  return places
}
