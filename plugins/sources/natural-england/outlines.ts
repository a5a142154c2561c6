/** How far a point lies from an outline as map services of this kind send it: rings of [lng, lat], holes among them. */
import { type Point } from '@domesday/core'
import { inRing } from '@domesday/vocabulary-geography'

export type Rings = readonly (readonly (readonly number[])[])[]

const metresInDegree = 111_320

/** Metres from the point (the origin) to a stretch of an edge, all in metres. */
const toStretch = (ax: number, ay: number, bx: number, by: number): number => {
  const dx = bx - ax,
    dy = by - ay,
    square = dx * dx + dy * dy
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square))
  return Math.hypot(ax + along * dx, ay + along * dy)
}

/** 0 inside; holes are outside. Infinite where there is no ring. Flat arithmetic: good for a few kilometres. */
export const metresToOutline = (rings: Rings, at: Point): number => {
  const corners = rings.map((ring) => ring.map(([lng = NaN, lat = NaN]) => ({ lat, lng })))
  // Each ring that holds the point turns it over: in an area, in its hole, on an island in the hole.
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
