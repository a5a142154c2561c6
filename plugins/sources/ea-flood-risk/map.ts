/** The two maps of likelihood (NaFRA2): what is asked of them at a point, and what their text says. */
import { passing, type Path, type Point } from '@domesday/core'

/** Chance of a flood in a year: high from 3.3 %, medium from 1 %, low from 0.1 %, very low below. */
export type Band = 'very low' | 'low' | 'medium' | 'high'
export const bands: readonly Band[] = ['very low', 'low', 'medium', 'high']
export const worst = (...found: readonly (Band | null)[]): Band | null =>
  bands.findLast((band) => found.includes(band)) ?? null

const half = 0.001 // degrees: the box is only the sheet of the map; one pixel of it is asked, some two metres wide
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
    // WMS 1.3.0 has the latitude first in this system.
    CRS: 'EPSG:4326',
    BBOX: [lat - half, lng - half, lat + half, lng + half].map(degrees).join(','),
    WIDTH: pixels,
    HEIGHT: pixels,
    I: pixels / 2,
    J: pixels / 2,
  },
]

/** The service's whole answer where it finds nothing. That nothing floods there it says with a band of its own. */
const nothing = 'no features were found'

/**
 * The worst band of the areas at the point, null where the map has none there. Under load the service sends other
 * things with status 200, an empty list or a page among them: whatever is not one of the two answers that it gives is
 * a passing fault, and no low risk.
 */
export const bandIn = (text: string): Band | null => {
  const said = text.trim()
  if (said === nothing) return null
  const words = said.startsWith('Results for FeatureType')
    ? [...said.matchAll(/^risk_band = (.*)$/gm)].map(([, word]) => word!.trim().toLowerCase())
    : []
  if (words.length === 0) throw passing('neither a band nor the sentence that there is none')
  const found = bands.filter((band) => words.includes(band))
  if (new Set(words).size > found.length) throw new TypeError('a band of another name')
  return worst(...found)
}
