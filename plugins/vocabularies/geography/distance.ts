/** Distance of a point from an outline: rings of [lng, lat], including holes. */
import { type Point } from '@domesday/core'
import { inRing, type Geometry } from './rings.ts'

export type Rings = readonly (readonly (readonly number[])[])[]

/** All rings of GeoJSON polygons. */
export const ringsOf = (geometry: Geometry): Rings =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()

const metresInDegree = 111_320

/** Metres from the point (the origin) to a line segment; coordinates in metres. */
const toStretch = (ax: number, ay: number, bx: number, by: number): number => {
  const dx = bx - ax,
    dy = by - ay,
    square = dx * dx + dy * dy
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square))
  return Math.hypot(ax + along * dx, ay + along * dy)
}

/** 0 inside; holes are outside. Infinite without rings. Flat geometry: accurate for a few kilometres. */
export const metresToOutline = (rings: Rings, at: Point): number => {
  const corners = rings.map((ring) => ring.map(([lng = NaN, lat = NaN]) => ({ lat, lng })))
  // A point is inside if an odd number of rings contains it: in an area, not in its hole, but on an island in the hole.
  if (corners.filter((ring) => inRing(at, ring)).length % 2 === 1) return 0
  const width = metresInDegree * Math.cos((at.lat * Math.PI) / 180)
  let nearest = Infinity
  for (const ring of corners) {
    const flat = ring.map(({ lat, lng }) => [(lng - at.lng) * width, (lat - at.lat) * metresInDegree] as const)
    flat.forEach(([x, y], i) => {
      const [px, py] = flat[i - 1] ?? [x, y]
      nearest = Math.min(nearest, toStretch(px, py, x, y))
    })
  }
  return nearest
}
