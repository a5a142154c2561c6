/** The maps of `areas.yaml` as GetFeatureInfo and OGC API Features answers. */
import { type Point } from '@domesday/core'
import { circle, metresBetween } from '@domesday/vocabulary-geography'
import { yamlRows, type SampleAnswer, type SampleReply, type SampleRequest } from '@domesday/vocabulary-samples'

interface Area extends Point {
  readonly layer: 'rofrs_4band' | 'rofsw' | 'zones'
  readonly metres: number
  readonly band?: string
  readonly zone?: string
  readonly cause?: string
  readonly origin?: string
}

const areas = yamlRows<Area>(import.meta.dirname, 'areas.yaml')
const boxReach = 3 // metres from the centre of the small box to its corners, rounded up

const collection = (features: readonly object[]): SampleReply => ({
  json: {
    type: 'FeatureCollection',
    features,
    totalFeatures: features.length,
    numberMatched: features.length,
    numberReturned: features.length,
    timeStamp: '2026-10-15T09:00:00.000Z',
    crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } },
  },
})

const outline = (area: Area): object => {
  const ring = circle(area, area.metres, 72).map(({ lat, lng }) => [lng, lat])
  return { type: 'MultiPolygon', coordinates: [[[...ring, ring[0]]]] }
}

const rule = '-'.repeat(44)
/** The recorded text of a hit, with another number and outline in each. */
const block = ({ band, metres }: Area, i: number): string =>
  [
    `objectid = ${990001 + i}`,
    `risk_band = ${band}`,
    `shape = [GEOMETRY (MultiPolygon) with ${Math.round(metres)} points]`,
    rule,
    '',
  ].join('\n')

const info = ({ query }: SampleRequest): SampleReply => {
  const [south = NaN, west = NaN, north = NaN, east = NaN] = (query.get('BBOX') ?? '').split(',').map(Number)
  const layer = query.get('QUERY_LAYERS')
  const at = { lat: (south + north) / 2, lng: (west + east) / 2 }
  if (Number.isNaN(at.lat + at.lng) || query.get('CRS') !== 'EPSG:4326' || query.get('INFO_FORMAT') !== 'text/plain') {
    // As upstream: errors are XML with status 200.
    return {
      xml: '<ServiceExceptionReport version="1.3.0"><ServiceException>Cannot read the box</ServiceException></ServiceExceptionReport>',
    }
  }
  // Bands do not overlap: of nested areas the innermost is drawn.
  const [area] = areas
    .filter((one) => one.layer === layer && metresBetween(one, at) <= one.metres)
    .toSorted((a, b) => a.metres - b.metres)
  return {
    type: 'text/plain; charset=utf-8',
    text: area
      ? `Results for FeatureType 'https://environment.data.gov.uk/spatialdata/sample/wfs:${layer}':\n${rule}\n${block(area, areas.indexOf(area))}`
      : 'no features were found\n',
  }
}

const zones = ({ query }: SampleRequest): SampleReply => {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = (query.get('bbox') ?? '').split(',').map(Number)
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 }
  if (Number.isNaN(middle.lat + middle.lng))
    return { status: 400, json: { code: 'InvalidParameterValue', description: 'Invalid bbox' } }
  return collection(
    areas
      .filter((area) => area.layer === 'zones' && metresBetween(area, middle) <= area.metres + boxReach)
      .map((area, i) => ({
        type: 'Feature',
        id: `Flood_Zones_2_3_Rivers_and_Sea.${990001 + i}`,
        geometry: outline(area),
        geometry_name: 'shape',
        properties: { origin: area.origin, flood_zone: area.zone, flood_source: area.cause },
      })),
  )
}

export const answer: SampleAnswer = (request) => {
  if (request.path.endsWith('/wms')) return info(request)
  return request.path.endsWith('/Flood_Zones_2_3_Rivers_and_Sea/items') ? zones(request) : null
}
