/** The coast beneath a map, and where in the country a place is: from an outline that the service keeps. */
import { h, picture, s } from '../dom.js'
import { offset } from './around.js'

/** @typedef {{ lat: number, lng: number }} Point */
/** @typedef {[number, number][]} Ring longitude and latitude, or x and y */
/** @typedef {{ rings: Ring[], credit: string }} Outline */

/** Within a smaller circle an outline of this scale says nothing. */
const leastReach = 5000

/** @type {Promise<Outline | null> | undefined} */
let loading
/** The outline; null if it cannot be had: a map is complete without it. @returns {Promise<Outline | null>} */
const outline = () =>
  (loading ??= fetch('/console/outline.json')
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null))

/** @param {Ring} ring */
const pathOf = (ring) => `M${ring.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`

/**
 * The part of a ring within a square around the middle (Sutherland and Hodgman).
 * @param {Ring} ring @param {number} half of the side
 * @returns {Ring}
 */
const within = (ring, half) =>
  [
    [0, 1],
    [0, -1],
    [1, 1],
    [1, -1],
  ].reduce((/** @type {Ring} */ left, [axis = 0, sign = 1]) => {
    const over = (/** @type {[number, number]} */ point) => sign * /** @type {number} */ (point[axis]) - half
    return left.flatMap((point, i) => {
      const before = /** @type {[number, number]} */ (left.at(i - 1)),
        a = over(before),
        b = over(point)
      const share = a / (a - b)
      /** @type {[number, number]} */
      const crossing = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]
      return a > 0 !== b > 0 ? (b > 0 ? [crossing] : [crossing, point]) : b > 0 ? [] : [point]
    })
  }, ring)

/**
 * The land beneath a map whose edge is `reach` metres from the place in the middle.
 * @param {Point | null} at @param {number} reach @param {number} radius of the edge in the picture
 */
export const land = (at, reach, radius) => {
  const element = s('g', { class: 'map-land', 'aria-hidden': true })
  if (at === null || reach < leastReach) return element
  const scale = radius / reach
  outline().then((found) => {
    for (const ring of found?.rings ?? []) {
      const drawn = ring.map(([lng, lat]) => {
        const { east, north } = offset(at, { lat, lng })
        return /** @type {[number, number]} */ ([east * scale, -north * scale])
      })
      const inside = within(drawn, radius * 1.22)
      // Four corners are land all over: there is no coast to show.
      if (inside.length > 4) element.append(s('path', { d: pathOf(inside) }))
    }
  })
  return element
}

/** A degree of longitude is this much of one of latitude in the middle of the country. */
const narrowing = Math.cos((55 * Math.PI) / 180)
/** @param {Point} point @returns {[number, number]} */
const inCountry = ({ lat, lng }) => [(lng + 10.8) * narrowing * 10, (61 - lat) * 10]

/** A small map of the country with a mark at the place. @param {Point} at @param {string} name */
export const locator = (at, name) => {
  const [x, y] = inCountry(at)
  const coast = s('g', { class: 'map-land' })
  const element = h(
    'figure',
    { class: 'locator', hidden: true },
    picture(`Where ${name} is in the country`, { viewBox: '0 0 74 113' }, coast, [
      s('circle', { class: 'locator-ring', cx: x.toFixed(1), cy: y.toFixed(1), r: 5 }),
      s('circle', { class: 'locator-here', cx: x.toFixed(1), cy: y.toFixed(1), r: 2 }),
    ]),
  )
  outline().then((found) => {
    if (found === null) return
    for (const ring of found.rings) {
      // A tenth of the picture's unit is not to be seen.
      const drawn = ring
        .map(([lng, lat]) => inCountry({ lat, lng }))
        .reduce((/** @type {Ring} */ kept, point) => {
          const last = kept.at(-1)
          return last && Math.hypot(point[0] - last[0], point[1] - last[1]) < 0.25 ? kept : [...kept, point]
        }, [])
      if (drawn.length > 3) coast.append(s('path', { d: pathOf(drawn) }))
    }
    element.title = `Coast: ${found.credit}`
    element.hidden = false
  })
  return element
}
