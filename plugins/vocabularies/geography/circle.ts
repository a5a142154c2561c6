/** Circles on the ground, and how much of one lies in an area. */
import type { Point } from '@domesday/core'

export interface Circle {
  readonly at: Point
  readonly metres: number
}

const metresInDegree = 111_195

interface Box {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}
export interface Outline {
  readonly lats: readonly number[]
  readonly lngs: readonly number[]
  readonly box: Box
}
/** From its corners, longitude first: `-2.9205 53.1822, -2.921 53.1771`. */
export const outlineOf = (lines: readonly string[]): Outline => {
  const corners = lines.join(', ').split(', ')
  const lngs = corners.map((corner) => Number(corner.split(' ')[0])),
    lats = corners.map((corner) => Number(corner.split(' ')[1]))
  const box = { south: Math.min(...lats), north: Math.max(...lats), west: Math.min(...lngs), east: Math.max(...lngs) }
  return { lats, lngs, box }
}

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
/** The share of a circle that lies in an outline, 0 to 1, by points that stand for areas of the same size. */
export const shareIn = (outline: Outline, { at: { lat, lng }, metres }: Circle): number => {
  const { south, north, west, east } = outline.box
  const up = metres / metresInDegree,
    along = up / Math.cos((lat * Math.PI) / 180)
  if (lat + up < south || lat - up > north || lng + along < west || lng - along > east) return 0
  // Hardly a circle has a border in it: the others are in or out throughout.
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

/** A share in words. */
export const shareInWords = (share: number): string =>
  share < 0.01 ? 'under 1 %' : `about ${Math.round(share * 100)} %`
