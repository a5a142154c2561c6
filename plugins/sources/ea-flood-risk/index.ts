import {
  choice,
  derive,
  maybe,
  need,
  numeric,
  render,
  sent,
  some,
  source,
  stated,
  wire,
  type Node,
  type Operation,
  type Point,
  type Shown,
} from '@domesday/core'
import { holds, type Geometry } from '@domesday/vocabulary-geography'
import { isSettled, likelihoodOf, type AddressesAtRisk, type InForce, type Likelihood } from './likelihood.ts'
import { levelsOf, levelsShape, zoneShape, type FloodLevels, type Zone } from './levels.ts'
import { bandIn, bands, questionAt } from './map.ts'

export {
  likelihoodOf,
  nowOf,
  worstOf,
  type AddressesAtRisk,
  type InForce,
  type Likelihood,
  type Now,
} from './likelihood.ts'
export { bandIn, type Band } from './map.ts'
export type { FloodLevels, Zone } from './levels.ts'

export const eaFloodRisk = source({
  id: 'ea-flood-risk',
  title: 'Long-term flood risk and flood zones',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    '© Environment Agency copyright and database right; contains public sector information licensed under the Open Government Licence v3.0',
  covers: ['England'],
  // The service rejects many calls with a 403 and answers the next one.
  slow: ({ status }) => (status === 403 ? 1 : null),
  coverage:
    'England: the chance of flooding from rivers and the sea and from surface water (NaFRA2), and the Flood Map for Planning',
})

const bandAt = (service: string, layer: string) => ({
  path: (at: Point) => questionAt(service, layer, at),
  as: 'text' as const,
  digest: choice(bands),
  read: bandIn,
})

/** Likelihood of flooding from rivers and the sea at a point, including defences. */
export const riversAndSea = eaFloodRisk.get(
  'rivers-and-sea',
  bandAt('nafra2-risk-of-flooding-from-rivers-and-sea', 'rofrs_4band'),
)

/** Likelihood of flooding from surface water at a point. We have seen no answer of this layer with a band. */
export const surfaceWater = eaFloodRisk.get('surface-water', {
  ...bandAt('nafra2-risk-of-flooding-from-surface-water', 'rofsw'),
  confidence: 'unconfirmed',
})

const { scalar, must, often, unread } = sent
/** Held against OGC API Features and RFC 7946: a polygon means nothing without its outline and its zone. */
const zonesWire = wire({
  features: must([
    {
      geometry: must({ type: must(sent.text), coordinates: must(sent.any) }),
      properties: must({
        flood_zone: must(scalar),
        flood_source: often(scalar),
        origin: scalar,
      }),
      ...unread('type', 'id', 'geometry_name', 'bbox'),
    },
  ]),
  numberMatched: scalar,
  numberReturned: scalar,
  ...unread('type', 'links', 'timeStamp', 'totalFeatures', 'crs', 'bbox'),
})

/** The map writes `undefined` if it does not state the cause. */
const causeOf = (said: unknown): string | null => {
  const cause = stated(said)
  return cause?.toLowerCase() === 'undefined' ? null : cause
}

const collection =
  '/spatialdata/flood-map-for-planning-flood-zones/ogc/features/v1/collections/Flood_Zones_2_3_Rivers_and_Sea/items'
const limit = 200
const half = 0.00002 // degrees: a box about two metres wide

/**
 * The flood zone at a point. The service lists polygons that meet a small box, so each is tested against the point.
 * Zone 3 lies within zone 2: the highest counts. Null if polygons are missing, or cannot be read, and none is of
 * zone 3.
 */
export const zoneAt = eaFloodRisk.get('zone', {
  wire: zonesWire,
  path: ({ lat, lng }: Point) => [
    collection,
    {
      bbox: [lng - half, lat - half, lng + half, lat + half].map((degrees) => degrees.toFixed(6)).join(','),
      f: 'json',
      limit,
    },
  ],
  digest: zoneShape,
  read: ({ features, numberMatched, numberReturned }, at, unread): Zone | null => {
    const here = features.filter(({ geometry }) => holds(geometry as Geometry, at)).map(({ properties }) => properties)
    const of = (zone: string) => here.find(({ flood_zone: said }) => stated(said)?.toUpperCase() === zone)
    const found = of('FZ3') ?? of('FZ2')
    const cut = unread > 0 || Number(numberMatched) > (numeric(numberReturned) ?? features.length)
    if (cut && !of('FZ3')) return null
    return { zone: of('FZ3') ? 3 : found ? 2 : 1, cause: causeOf(found?.flood_source), origin: stated(found?.origin) }
  },
})

/**
 * The likelihood at a place. The agency's postcode file is asked only if a map has no band and the missing one could be
 * worse than the known one.
 */
export const likelihoodAt = (
  point: Node<Point>,
  postcode: Node<string>,
  inPostcode: Operation<string, AddressesAtRisk | null>,
): Node<Likelihood> => {
  const maps = { riversAndSea: maybe(need(riversAndSea, point)), surfaceWater: maybe(need(surfaceWater, point)) }
  const addresses = need(inPostcode, { postcode, ...maps }, ({ postcode, ...said }) =>
    isSettled(said) ? null : postcode,
  )
  return derive({ ...maps, addresses: maybe(addresses) }, (said) => likelihoodOf(said))
}

/** Levels of flooding, raised by the warnings in force. At least one of likelihood and zone must be known. */
export const floodAt = (
  point: Node<Point>,
  likelihood: Node<Likelihood>,
  warnings: Node<readonly InForce[]>,
): Shown<FloodLevels> =>
  render(
    levelsShape,
    { known: some({ likelihood, zone: need(zoneAt, point) }), warnings: maybe(warnings) },
    ({ known: { likelihood, zone }, warnings }) => levelsOf(likelihood, warnings, zone),
  )
