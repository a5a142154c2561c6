/**
 * Circles that reach over a land border of England into a nation that a source does not cover. The sea is no border:
 * only land counts. The outlines are those of `land.json`, with their source and precision.
 */
import { listed, once, withParts, type Nation, type Partly, type Point } from '@domesday/core'
import land from './land.json' with { type: 'json' }

export interface Circle {
  readonly at: Point
  readonly metres: number
}
/** A source, by what it says of itself. By default it covers all nations. */
interface Covering {
  readonly title: string
  readonly covers?: readonly Nation[]
}

const metresInDegree = 111_195

interface Box {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}
interface Outline {
  readonly nation: string
  readonly lats: readonly number[]
  readonly lngs: readonly number[]
  readonly box: Box
}
const outlines = once((): readonly Outline[] =>
  Object.entries(land.nations).map(([nation, lines]) => {
    const corners = lines.join(', ').split(', ')
    const lngs = corners.map((corner) => Number(corner.split(' ')[0])),
      lats = corners.map((corner) => Number(corner.split(' ')[1]))
    const box = { south: Math.min(...lats), north: Math.max(...lats), west: Math.min(...lngs), east: Math.max(...lngs) }
    return { nation, lats, lngs, box }
  }),
)

const isIn = ({ lats, lngs }: Outline, lat: number, lng: number): boolean => {
  let inside = false
  for (let i = 0, j = lats.length - 1; i < lats.length; j = i++) {
    const a = lats[i]!,
      b = lats[j]!
    if (a > lat !== b > lat && lng < ((lngs[j]! - lngs[i]!) * (lat - a)) / (b - a) + lngs[i]!) inside = !inside
  }
  return inside
}

/** Whether a line of an outline may come into a box; by the boxes of the lines. */
const hasLineIn = ({ lats, lngs }: Outline, { south, north, west, east }: Box): boolean => {
  for (let i = 0, j = lats.length - 1; i < lats.length; j = i++) {
    const isApart =
      Math.max(lats[i]!, lats[j]!) < south ||
      Math.min(lats[i]!, lats[j]!) > north ||
      Math.max(lngs[i]!, lngs[j]!) < west ||
      Math.min(lngs[i]!, lngs[j]!) > east
    if (!isApart) return true
  }
  return false
}

const rings = 16
const rays = 32
/** The share of a circle that is land of a nation, 0 to 1, by points that stand for areas of the same size. */
const shareIn = (outline: Outline, { at: { lat, lng }, metres }: Circle): number => {
  const { south, north, west, east } = outline.box
  const up = metres / metresInDegree,
    along = up / Math.cos((lat * Math.PI) / 180)
  if (lat + up < south || lat - up > north || lng + along < west || lng - along > east) return 0
  // Hardly a circle has a border in it: the others are of one nation throughout.
  if (!hasLineIn(outline, { south: lat - up, north: lat + up, west: lng - along, east: lng + along }))
    return isIn(outline, lat, lng) ? 1 : 0
  let inside = 0
  for (let ring = 0; ring < rings; ring++) {
    const out = Math.sqrt((ring + 0.5) / rings)
    for (let ray = 0; ray < rays; ray++) {
      const angle = (2 * Math.PI * (ray + (ring % 2) / 2)) / rays
      if (isIn(outline, lat + up * out * Math.cos(angle), lng + along * out * Math.sin(angle))) inside += 1
    }
  }
  return inside / (rings * rays)
}

/** Nations whose land a circle reaches and that a source does not cover, with their share of the circle, 0 to 1. */
export const beyond = (circle: Circle, { covers }: Pick<Covering, 'covers'>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    outlines().flatMap((outline) => {
      if (covers === undefined || (covers as readonly string[]).includes(outline.nation)) return []
      const share = shareIn(outline, circle)
      return share === 0 ? [] : [[outline.nation, share]]
    }),
  )

const percent = (share: number): string => (share < 0.01 ? 'under 1 %' : `about ${Math.round(share * 100)} %`)

/**
 * What a source has of a circle: known in part where the circle reaches a nation that the source does not cover. How
 * much is known goes by area.
 */
export const ofCircle = <T>(value: T | Partly<T>, circle: Circle, source: Covering): T | Partly<T> => {
  const reached = Object.entries(beyond(circle, source))
  if (reached.length === 0) return value
  const words = reached.map(([nation, share]) => `${percent(share)} of the circle is in ${nation}`)
  const known = 1 - reached.reduce((sum, [, share]) => sum + share, 0)
  return withParts(value, [{ why: `${listed(words)}, which ${source.title} does not cover`, known }]) as Partly<T>
}
