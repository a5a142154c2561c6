/** Geometry on the ground. Points are WGS84; distances are great-circle distances. */
// outside gathering: it loads a library, the same whenever that is; with all other modules it takes 10 ms of a start.
import { createRequire } from 'node:module'
import { once, type Point } from '@domesday/core'

export { beyond, ofCircle } from './borders.ts'
export { mayLieIn } from './boxes.ts'
export { nationCode, regionCode } from './codes.ts'
export { metresToOutline, ringsOf, type Rings } from './distance.ts'
export { holds, inRing, type Geometry } from './rings.ts'
export { outlineOf, shareInWords, shareIn, type Circle } from './circle.ts'

/** The Earth's mean radius, metres. */
export const earthRadius = 6_371_008.8
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres between two points. */
export const metresBetween = (a: Point, b: Point): number => {
  const half =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** A distance in words, of whole metres: `370 m`, `12.0 km`. */
export const away = (metres: number): string => (metres < 1000 ? `${metres} m` : `${(metres / 1000).toFixed(1)} km`)

/** The corners of a regular polygon around a point; the first is not repeated. */
export const circle = (at: Point, metres: number, corners = 16): readonly Point[] =>
  Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners
    return {
      lat: Number((at.lat + (metres * Math.cos(angle)) / 111_320).toFixed(5)),
      lng: Number((at.lng + (metres * Math.sin(angle)) / (111_320 * Math.cos(radians(at.lat)))).toFixed(5)),
    }
  })

// EPSG:27700 with the seven-parameter shift, accurate to about 5 m. Loaded on first use: most calls do not need it.
const nationalGrid =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs'
type Converter = { forward(at: [number, number]): [number, number]; inverse(at: [number, number]): [number, number] }
// outside gathering: it loads a library, which is the same whenever that is.
const grid = once(() =>
  (createRequire(import.meta.url)('proj4') as (from: string, to: string) => Converter)('WGS84', nationalGrid),
)

/** OSGB36 easting and northing, metres, to WGS84. */
export const fromGrid = (easting: number, northing: number): Point => {
  const [lng, lat] = grid().inverse([easting, northing])
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) }
}
export const toGrid = ({ lat, lng }: Point): { readonly easting: number; readonly northing: number } => {
  const [easting, northing] = grid().forward([lng, lat])
  return { easting: Math.round(easting), northing: Math.round(northing) }
}
