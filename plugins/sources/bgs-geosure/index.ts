import {
  choice,
  each,
  list,
  maybe,
  need,
  numeric,
  object,
  orNull,
  render,
  sent,
  source,
  stated,
  table,
  text,
  wire,
  type Node,
  type Of,
  type Point,
  type Shape,
  type Shown,
} from '@domesday/core'

export const bgsGeosure = source({
  id: 'bgs-geosure',
  title: 'BGS GeoSure hexagons and geology',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains British Geological Survey materials © UKRI',
  covers: ['England', 'Wales', 'Scotland'],
  coverage:
    'Great Britain: ground hazards by hexagons of 65 km², the highest class found in each (the maps of single properties are licensed), and rocks at 1:625,000',
})

/** GeoSure hazards by layer number. */
const layers = {
  collapsible_ground: 2,
  compressible_ground: 3,
  landslides: 4,
  running_sand: 5,
  shrink_swell: 6,
  soluble_rocks: 7,
} as const
export type Hazard = keyof typeof layers
// The survey calls only a high level significant.
const levelShape = choice(['low', 'moderate', 'high'], {
  description: 'The worst in the 65 km² around',
  tones: { good: ['low'], fair: ['moderate'], bad: ['high'] },
})
export type Level = Of<typeof levelShape>

const { any, must, ignored } = sent
/**
 * Held against the clients that read these layers, as the survey publishes no schema. Layers spell their columns in
 * different cases: code looks.
 */
const layerWire = wire({
  features: must([{ attributes: must(any), geometry: ignored }]),
  ...sent.unread('displayFieldName', 'fieldAliases', 'fields', 'geometryType', 'spatialReference'),
})

const columnsOf = (columns: unknown): Readonly<Record<string, unknown>> => Object(columns) as Record<string, unknown>

/** Reads the legend before the number: what a number means differs between releases, and some go up to 5. */
const levelOf = (legend: string | null, number: number | null): Level | null => {
  const word = legend?.toLowerCase() ?? ''
  if (/significant|high/.test(word)) return 'high'
  if (/moderate|medium/.test(word)) return 'moderate'
  if (/low|nil|negligible/.test(word)) return 'low'
  return number === null || number < 1 ? null : number >= 3 ? 'high' : number >= 2 ? 'moderate' : 'low'
}

/**
 * The highest level of a hazard in the hexagon that contains a point. Null outside all hexagons (at sea): that does not
 * mean a low level. The map server reports errors with status 200.
 */
export const hazardAt = bgsGeosure.get('hazard', {
  wire: layerWire,
  path: ({ hazard, at: { lat, lng } }: { readonly hazard: Hazard; readonly at: Point }) => [
    `/GeoIndex_Onshore/hex_grids/MapServer/${layers[hazard]}/query`,
    {
      // Such services read the short form of a point in national grid metres, whatever inSR says.
      geometry: JSON.stringify({ x: lng, y: lat, spatialReference: { wkid: 4326 } }),
      geometryType: 'esriGeometryPoint',
      inSR: 4326,
      spatialRel: 'esriSpatialRelIntersects',
      outFields: '*',
      returnGeometry: false,
      f: 'json',
    },
  ],
  digest: levelShape,
  read: ({ features: [first] }) => {
    const attributes = new Map(
      Object.entries(columnsOf(first?.attributes)).map(([name, value]) => [name.toLowerCase(), value]),
    )
    return levelOf(stated(attributes.get('legend')), numeric(attributes.get('class')))
  },
  confidence: 'unconfirmed',
})

const rockShape = object({
  // `SHERWOOD SANDSTONE GROUP`
  unit: orNull(text('In the words of the survey')),
  rock: orNull(text('What it is made of')),
  age: orNull(text('Geological period')),
})
/** Rock at a point, at 1:625,000; names in capitals, as published. */
export interface Rock extends Of<typeof rockShape> {}

interface Spot {
  readonly layer: 'bedrock' | 'superficial'
  readonly at: Point
}
/** RFC 7946: the properties of a feature may be null. The survey has changed the names of the columns. */
const itemsWire = wire({
  features: must([{ properties: sent.mustOrNull(any), ...sent.unread('type', 'id', 'geometry', 'bbox', 'links') }]),
  ...sent.unread('type', 'bbox', 'links', 'numberMatched', 'numberReturned', 'timeStamp'),
})
const half = 0.0001 // degrees: a box about twenty metres wide

/** The bedrock or the superficial deposits at a point; `[]` where none is mapped (bare rock has no deposit). */
export const rockAt = bgsGeosure.get('rock', {
  wire: itemsWire,
  path: ({ layer, at: { lat, lng } }: Spot) => [
    `https://ogcapi.bgs.ac.uk/collections/bgsgeology625k${layer}/items`,
    {
      bbox: [lng - half, lat - half, lng + half, lat + half].map((degrees) => degrees.toFixed(4)).join(','),
      limit: 5,
      f: 'json',
    },
  ],
  digest: list(rockShape),
  read: ({ features }) =>
    features
      .filter(({ properties }) => properties !== null)
      .map(({ properties }) => columnsOf(properties))
      .map((columns) => ({
        unit: stated(columns['lex_d']),
        rock: stated(columns['rcs_d'] ?? columns['rock_d']),
        age: stated(columns['max_period'] ?? columns['max_system']),
      })),
  confidence: 'unconfirmed',
})

const unsteady = [
  'collapsible_ground',
  'compressible_ground',
  'landslides',
  'running_sand',
  'soluble_rocks',
] as const satisfies readonly Hazard[]

const groundFields = object({
  ground_stability: choice(['stable', 'moderate', 'unstable'], {
    description: 'By the worst of five ground hazards in the 65 km² around. Indicative: most ground there is better',
    tones: { good: ['stable'], fair: ['moderate'], bad: ['unstable'] },
  }),
  // Null where the hazard's layer did not answer.
  ground_hazards: table(orNull(levelShape), 'The five hazards, each the worst in the 65 km² around'),
})
/** Ground hazards in the hexagon, without shrink-swell. */
export interface Ground extends Of<typeof groundFields> {}
const groundShape: Shape<Ground> = groundFields

/**
 * Null where the result is not known: one high level is enough for `unstable`, any other result needs all five levels.
 */
export const groundOf = (levels: readonly (Level | null)[]): Ground | null => {
  const hazards = Object.fromEntries(unsteady.map((hazard, i) => [hazard, levels[i] ?? null]))
  if (levels.includes('high')) return { ground_stability: 'unstable', ground_hazards: hazards }
  if (levels.includes(null)) return null
  return { ground_stability: levels.includes('moderate') ? 'moderate' : 'stable', ground_hazards: hazards }
}

export const groundAt = (point: Node<Point>): Shown<Ground> =>
  render(
    groundShape,
    each(maybe(hazardAt), point, (at) => unsteady.map((hazard) => ({ hazard, at }))),
    groundOf,
  )

/** Shrink-swell of clay: how far it shrinks in dry weather and swells in wet weather. */
export const shrinkSwellAt = (point: Node<Point>): Shown<Level> =>
  need(hazardAt, point, (at) => ({ hazard: 'shrink_swell', at }) as const)

const rocksFields = object({
  bedrock: orNull(list(rockShape, 'On the map at 1:625,000')),
  superficial_deposits: orNull(list(rockShape, 'What lies on the bedrock; empty where nothing does')),
})
/** Null where the layer did not answer, `[]` where none is mapped. */
export interface Rocks extends Of<typeof rocksFields> {}
const rocksShape: Shape<Rocks> = rocksFields

/** The bedrock and superficial deposits at a point, at 1:625,000. At least one of the two layers must answer. */
export const rocksAt = (point: Node<Point>): Shown<Rocks> => {
  const rocks = each(maybe(rockAt), point, (at) =>
    (['bedrock', 'superficial'] as const).map((layer) => ({ layer, at })),
  )
  return render(rocksShape, rocks, ([bedrock = null, superficial = null]) => ({
    bedrock,
    superficial_deposits: superficial,
  }))
}
