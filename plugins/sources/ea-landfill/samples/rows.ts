/** The sites of `sites.yaml` as the map server lists those that meet a box. */
import { type Point } from '@domesday/core'
import { circle, metresBetween } from '@domesday/vocabulary-geography'
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Site extends Point {
  readonly layer: 'historic' | 'authorised'
  readonly metres: number
  readonly name: string
  readonly reference: string
  readonly lastinput?: string
  readonly waste?: readonly string[]
  readonly type?: string
  readonly status?: string
}
const sites = yamlRows<Site>(import.meta.dirname, 'sites.yaml')

const ids = {
  historic: 'Historic_Landfill_Sites',
  authorised: 'Permitted_Waste_Sites_Authorised_Landfill_Site_Boundaries',
} as const

const outline = (site: Site): object => {
  const ring = circle(site, site.metres, 48).map(({ lat, lng }) => [lng, lat])
  return { type: 'MultiPolygon', coordinates: [[[...ring, ring[0]]]] }
}
const propertiesOf = ({ layer, name, reference, lastinput, waste = [], type, status }: Site): object =>
  layer === 'historic'
    ? {
        hld_ref: reference,
        site_name: name,
        site_add: 'Invented Lane',
        lic_hold: null,
        firstinput: null,
        lastinput: lastinput ?? null,
        ...Object.fromEntries(
          ['inert', 'industrial', 'commercial', 'household', 'special', 'liqsludge', 'wasteunk'].map((kind) => [
            kind,
            waste.includes(kind) ? 'Yes' : null,
          ]),
        ),
        gascontrol: null,
        leachatcnt: null,
      }
    : {
        lic_nmbr: '99012',
        status,
        lic_site: name,
        site_name: 'Invented Waste Ltd',
        type_desc: type,
        lic_epr: reference,
      }

export const answer: SampleAnswer = ({ path, query }) => {
  const layer = path.endsWith('/Historic_Landfill_Sites/items')
    ? 'historic'
    : path.endsWith('/wfs') && query.get('typeNames')?.endsWith(`:${ids.authorised}`)
      ? 'authorised'
      : null
  if (layer === null) return null
  const [west = NaN, south = NaN, east = NaN, north = NaN] = (query.get('bbox') ?? '').split(',').map(Number)
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 }
  if (Number.isNaN(middle.lat + middle.lng))
    return { status: 400, json: { code: 'InvalidParameterValue', description: 'Invalid bbox' } }
  const corner = metresBetween(middle, { lat: north, lng: east })
  const found = sites.filter((site) => site.layer === layer && metresBetween(site, middle) <= site.metres + corner)
  return {
    json: {
      type: 'FeatureCollection',
      features: found.map((site) => ({
        type: 'Feature',
        id: `${ids[layer]}.${99_001 + sites.indexOf(site)}`,
        geometry: outline(site),
        geometry_name: 'shape',
        properties: propertiesOf(site),
      })),
      totalFeatures: found.length,
      numberMatched: found.length,
      numberReturned: found.length,
      timeStamp: '2026-10-15T09:00:00.000Z',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } },
    },
  }
}
