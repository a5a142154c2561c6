import {
  derive,
  holds,
  maybe,
  need,
  some,
  source,
  stated,
  toGrid,
  type Geometry,
  type Node,
  type Point,
} from '@domesday/core'

export const eaFloodRisk = source({
  id: 'ea-flood-risk',
  title: 'Long-term flood risk and flood zones',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    '© Environment Agency copyright and database right; contains public sector information licensed under the Open Government Licence v3.0',
  // No feature outside England is a hole in the map, never a low risk.
  covers: ['England'],
  coverage:
    'England: the chance of flooding from rivers and the sea and from surface water (NaFRA2), and the Flood Map for Planning',
})

/** Chance of a flood in a year: high from 3.3 %, medium from 1 %, low from 0.1 %, very low below. */
export type Band = 'very low' | 'low' | 'medium' | 'high'
const bands: readonly Band[] = ['very low', 'low', 'medium', 'high']
const worst = (found: readonly Band[]): Band | null => bands.findLast((band) => found.includes(band)) ?? null

interface Features<P> {
  readonly features?: readonly { readonly properties?: P | null; readonly geometry?: Geometry | null }[]
  readonly numberMatched?: number | string
  readonly numberReturned?: number
}
interface Feature {
  readonly risk_band?: string | null
}

/** A body without the list is a fault of the map, and must not pass for a place where nothing floods. */
const featuresOf = <P>({ features }: Features<P>): NonNullable<Features<P>['features']> => {
  if (!Array.isArray(features)) throw new TypeError('no list of features')
  return features
}

/** What a map layer says at a point. A place outside every band is very low; a band with a word we do not know is not known. */
const bandAt = (service: string, layer: string) => ({
  path: (at: Point) => {
    const { easting, northing } = toGrid(at)
    return [
      `/spatialdata/${service}/wms`,
      {
        SERVICE: 'WMS',
        VERSION: '1.3.0',
        REQUEST: 'GetFeatureInfo',
        LAYERS: layer,
        QUERY_LAYERS: layer,
        // National grid, because WMS 1.3.0 turns the axes of EPSG:4326 round.
        CRS: 'EPSG:27700',
        BBOX: [easting, northing, easting + 1, northing + 1].join(','),
        WIDTH: 3,
        HEIGHT: 3,
        I: 1,
        J: 1,
        INFO_FORMAT: 'application/json',
      },
    ] as const
  },
  read: (wire: Features<Feature>): Band | null => {
    const features = featuresOf(wire)
    const words = features.map(({ properties }) => stated(properties?.risk_band)?.toLowerCase())
    return features.length === 0 ? 'very low' : worst(bands.filter((band) => words.includes(band)))
  },
  confidence: 'unconfirmed' as const,
})

/** Chance of flooding from rivers and the sea at a point, defences counted. */
export const riversAndSea = eaFloodRisk.get(
  'rivers-and-sea',
  bandAt('nafra2-risk-of-flooding-from-rivers-and-sea', 'rofrs_4band'),
)

/** Chance of flooding from surface water at a point. */
export const surfaceWater = eaFloodRisk.get(
  'surface-water',
  bandAt('nafra2-risk-of-flooding-from-surface-water', 'rofsw'),
)

/** Flood zone for planning: 1 is outside 2 and 3. Zones leave defences out of account. */
export interface Zone {
  readonly zone: 1 | 2 | 3
  /** What floods there: `river`, `sea`, `river and sea` …; null in zone 1, and where the map does not say. */
  readonly cause: string | null
  /** How the zone was drawn, `modelled`, `recorded` …; null in zone 1. */
  readonly origin: string | null
}
interface ZoneFeature {
  readonly flood_zone?: string | null
  readonly flood_source?: string | null
  readonly origin?: string | null
}

/** Where the map does not say what floods, it says `undefined`. */
const causeOf = (said: unknown): string | null => {
  const cause = stated(said)
  return cause?.toLowerCase() === 'undefined' ? null : cause
}

const collection =
  '/spatialdata/flood-map-for-planning-flood-zones/ogc/features/v1/collections/Flood_Zones_2_3_Rivers_and_Sea/items'
const limit = 200
const half = 0.00002 // degrees: a box of about two metres

/**
 * The flood zone at a point. The service lists polygons that meet a small box, so each is tested against the point itself. Zone 3 lies
 * in zone 2: the highest counts. Null where the list was cut before a zone 3 was among it.
 */
export const zoneAt = eaFloodRisk.get('zone', {
  path: ({ lat, lng }: Point) => [
    collection,
    {
      bbox: [lng - half, lat - half, lng + half, lat + half].map((degrees) => degrees.toFixed(6)).join(','),
      f: 'json',
      limit,
    },
  ],
  read: (wire: Features<ZoneFeature>, at): Zone | null => {
    const features = featuresOf(wire),
      { numberMatched, numberReturned } = wire
    const here = features.filter(({ geometry }) => holds(geometry, at)).map(({ properties }) => properties)
    const of = (zone: string): ZoneFeature | null | undefined =>
      here.find((one) => stated(one?.flood_zone)?.toUpperCase() === zone)
    const found = of('FZ3') ?? of('FZ2')
    const cut = Number(numberMatched) > (numberReturned ?? features.length)
    if (cut && !of('FZ3')) return null
    return { zone: of('FZ3') ? 3 : found ? 2 : 1, cause: causeOf(found?.flood_source), origin: stated(found?.origin) }
  },
})

/** Words of the planning guidance for zones 1 to 3. They stand in where a band is not known. */
const zoneWords = { 1: 'low', 2: 'medium', 3: 'high' } as const satisfies Record<Zone['zone'], Band>

/** A flood warning as far as it bears on the level here. */
export interface InForce {
  /** 1 severe warning, 2 warning, 3 alert. */
  readonly severityLevel: number
  /** Whether its area holds the point; null where that is not known. */
  readonly here: boolean | null
}

export interface LongTermFlood {
  /** The worst of what it rests on. */
  readonly level: Band
  /** The planning zone is used only where a band is missing: it leaves defences out of account. */
  readonly basis: readonly ('rivers and sea' | 'surface water' | 'planning zone')[]
  readonly riversAndSea: Band | null
  readonly surfaceWater: Band | null
  readonly zone: Zone | null
}
export interface Flood<W extends InForce> extends LongTermFlood {
  /** The level raised by warnings whose area holds the point: an alert to medium, a warning to high. */
  readonly levelNow: Band
  /** Null where they are not known. */
  readonly warnings: readonly W[] | null
}

/** The level that bands and zone give together, or null where too little is known: one band without a zone tells only if it is high. */
export const longTermOf = ({
  riversAndSea,
  surfaceWater,
  zone,
}: Pick<LongTermFlood, 'riversAndSea' | 'surfaceWater' | 'zone'>): LongTermFlood | null => {
  const known = [
    riversAndSea && { word: riversAndSea, basis: 'rivers and sea' as const },
    surfaceWater && { word: surfaceWater, basis: 'surface water' as const },
  ].filter((one) => one !== null)
  const settled = known.length === 2 || known.some(({ word }) => word === 'high')
  const rests = settled
    ? known
    : zone
      ? [...known, { word: zoneWords[zone.zone], basis: 'planning zone' as const }]
      : []
  const level = worst(rests.map(({ word }) => word))
  return level && { level, basis: rests.map(({ basis }) => basis), riversAndSea, surfaceWater, zone }
}

/** Flood risk at a point over the long term. At least one of the three maps must answer. */
const longTermAt = (point: Node<Point>): Node<LongTermFlood> => {
  const at = <T>(operation: Parameters<typeof need<Point, T, { point: Node<Point> }>>[0]) =>
    need(operation, { point }, ({ point }) => point)
  const maps = some({ riversAndSea: at(riversAndSea), surfaceWater: at(surfaceWater), zone: at(zoneAt) })
  return derive({ maps }, ({ maps }) => longTermOf(maps))
}

const raised = (severityLevel: number): Band =>
  severityLevel <= 2 ? 'high' : severityLevel === 3 ? 'medium' : 'very low'

/** Flood risk at a point with the warnings now in force, which come from the live service. */
export const floodAt = <W extends InForce>(point: Node<Point>, warnings: Node<readonly W[]>): Node<Flood<W>> =>
  derive({ long: longTermAt(point), warnings: maybe(warnings) }, ({ long, warnings }): Flood<W> => ({
    ...long,
    levelNow:
      worst([
        long.level,
        ...(warnings ?? []).filter(({ here }) => here).map(({ severityLevel }) => raised(severityLevel)),
      ]) ?? long.level,
    warnings,
  }))
