/** Polygons as the flood services send them. Positions are [lng, lat], also where `crs` names EPSG:4326. */
import { inRing, type Point } from '@domesday/core'

type Position = readonly number[]
export type Geometry =
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }

const ring = (positions: readonly Position[]): readonly Point[] => positions.map(([lng = NaN, lat = NaN]) => ({ lat, lng }))

/** Whether a point lies inside a polygon and in none of its holes. */
export const holds = (geometry: Geometry | null | undefined, at: Point): boolean => {
  if (geometry?.type === 'Polygon') return inPolygon(geometry.coordinates, at)
  return geometry?.type === 'MultiPolygon' && geometry.coordinates.some((polygon) => inPolygon(polygon, at))
}

const inPolygon = ([outer = [], ...holes]: readonly (readonly Position[])[], at: Point): boolean =>
  inRing(at, ring(outer)) && !holes.some((hole) => inRing(at, ring(hole)))
