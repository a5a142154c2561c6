/** The two maps of likelihood (NaFRA2): the query at a point, and how to read the answer. */
import { passing, type Path, type Point } from '@domesday/core'

/** Likelihood of a flood in a year: high from 3.3 %, medium from 1 %, low from 0.1 %, very low below. */
export type Band = 'very low' | 'low' | 'medium' | 'high'
export const bands: readonly Band[] = ['very low', 'low', 'medium', 'high']
export const worst = (...found: readonly (Band | null)[]): Band | null =>
  bands.findLast((band) => found.includes(band)) ?? null

const half = 0.001 // degrees: only the size of the map; the query reads one pixel, about two metres wide
const pixels = 100
const degrees = (value: number): number => Number(value.toFixed(6))

export const questionAt = (service: string, layer: string, { lat, lng }: Point): Path => [
  `/spatialdata/${service}/wms`,
  {
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetFeatureInfo',
    LAYERS: layer,
    QUERY_LAYERS: layer,
    INFO_FORMAT: 'text/plain',
    // WMS 1.3.0 puts the latitude first in this system.
    CRS: 'EPSG:4326',
    BBOX: [lat - half, lng - half, lat + half, lng + half].map(degrees).join(','),
    WIDTH: pixels,
    HEIGHT: pixels,
    I: pixels / 2,
    J: pixels / 2,
  },
]

/** The service's whole answer if it finds nothing. It has a separate band for "no flooding". */
const nothing = 'no features were found'

/**
 * The worst band at the point, null if the map has none. Under load the service answers 200 with an empty list or a
 * page: anything but its two known answers is a temporary error, never a low risk.
 */
export const bandIn = (text: string): Band | null => {
  const said = text.trim()
  if (said === nothing) return null
  const words = said.startsWith('Results for FeatureType')
    ? [...said.matchAll(/^risk_band = (.*)$/gm)].map(([, word]) => word!.trim().toLowerCase())
    : []
  if (words.length === 0) throw passing('neither a band nor the sentence that there is none')
  const found = bands.filter((band) => words.includes(band))
  if (new Set(words).size > found.length) throw new TypeError('unknown band')
  return worst(...found)
}
