/** Whether a point lies in a ring or in a polygon of GeoJSON. */
import { type Point } from '@domesday/core'

/** Whether a point lies in a ring (its last corner may repeat the first). */
export const inRing = ({ lat, lng }: Point, ring: readonly Point[]): boolean => {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i]!,
      b = ring[j]!
    if (a.lat > lat !== b.lat > lat && lng < ((b.lng - a.lng) * (lat - a.lat)) / (b.lat - a.lat) + a.lng)
      inside = !inside
  }
  return inside
}

type Position = readonly number[]
/** GeoJSON polygons. Positions are [lng, lat], even if `crs` names EPSG:4326. */
export type Geometry =
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }

const ringOf = (positions: readonly Position[]): readonly Point[] =>
  positions.map(([lng = NaN, lat = NaN]) => ({ lat, lng }))
const inPolygon = ([outer = [], ...holes]: readonly (readonly Position[])[], at: Point): boolean =>
  inRing(at, ringOf(outer)) && !holes.some((hole) => inRing(at, ringOf(hole)))

/** Whether a point is inside a polygon and in none of its holes; false for other kinds of geometry. */
export const holds = (geometry: Geometry | null | undefined, at: Point): boolean => {
  if (geometry?.type === 'Polygon') return inPolygon(geometry.coordinates, at)
  return geometry?.type === 'MultiPolygon' && geometry.coordinates.some((polygon) => inPolygon(polygon, at))
}
