/** Water bodies in the map layers, and their classifications in the explorer. */
import {
  choice,
  integer,
  numeric,
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Point,
  type Sent,
} from '@domesday/core'
import { inRing } from '@domesday/vocabulary-geography'

const ecologicalClasses = ['High', 'Good', 'Moderate', 'Poor', 'Bad'] as const
const chemicalClasses = ['Good', 'Fail', 'Not assessed'] as const

/** A status as published, the class that it stands for, null of a new word, and the year of its classification. */
const classedShape = <W extends string>(words: readonly W[]) =>
  object({ status: text(), class: orNull(choice(words)), year: orNull(integer()) })

/** Null where it was not classified. */
const classes = {
  ecological: orNull(classedShape(ecologicalClasses)),
  chemical: orNull(classedShape(chemicalClasses)),
}
/** What the explorer holds of any water body. */
export const listedShape = object({ name: orNull(text()), ...classes })

export const waterbodyFields = {
  // GB1… river, GB5… transitional, GB6… coastal.
  id: text("The regulator's number: GB112069061240"),
  // The layer has no name for some.
  name: orNull(text()),
  // Unknown words pass through in lower case.
  kind: text('river, transitional or coastal'),
  operationalCatchment: orNull(text()),
  metres: integer({ description: '0 inside the catchment', unit: 'm' }),
  ...classes,
}
export const waterbodyShape = object(waterbodyFields)
export type Waterbody = Of<typeof waterbodyShape>

type Attributes = Readonly<Record<string, unknown>>
type Ring = readonly (readonly number[])[]

const { scalar, must, often, unread } = sent
const attributesSent = {
  water_body_id: must(scalar),
  water_body_name: scalar,
  water_body_type: scalar,
  operational_catchment: scalar,
  ecological_class: often(scalar),
  chemical_class: scalar,
  classification_year: scalar,
  ...unread(
    'OBJECTID',
    'FID',
    'country',
    'Shape__Area',
    'Shape__Length',
    'river_basin_district',
    'management_catchment',
    'mancat_id',
    'opcat_id',
  ),
}
const layerSent = unread(
  'objectIdFieldName',
  'uniqueIdField',
  'globalIdFieldName',
  'geometryProperties',
  'geometryType',
  'spatialReference',
  'fields',
)
/**
 * Held against recorded features, as map layers have no schema: a water body means nothing without its number. A class
 * that is absent is looked up.
 */
export const riverWire = wire({
  ...layerSent,
  // One catchment holds a point.
  ...unread('exceededTransferLimit'),
  features: must([{ attributes: must(attributesSent), geometry: sent.ignored }]),
})
export const coastWire = wire({
  ...layerSent,
  exceededTransferLimit: sent.flag,
  features: must([{ attributes: must(attributesSent), geometry: often({ rings: often(sent.any) }) }]),
})
type River = Sent<typeof riverWire>['features'][number]
type Coast = Sent<typeof coastWire>['features'][number]

const classed = <W extends string>(words: readonly W[], said: unknown, year: unknown) => {
  const status = stated(said)
  return status === null ? null : { status, class: classIn(words, status), year: numeric(year) }
}
const classIn = <W extends string>(words: readonly W[], status: string): W | null => {
  // `Does not require assessment`, in rounds without chemistry.
  const word = /not require assessment/i.test(status) ? 'not assessed' : status.toLowerCase()
  return words.find((one) => one.toLowerCase() === word) ?? null
}

const waterbodyOf = (attributes: River['attributes'], kind: string, metres: number): Waterbody | null => {
  const id = stated(attributes.water_body_id)
  const year = attributes.classification_year
  return id === null
    ? null
    : {
        id,
        name: stated(attributes.water_body_name),
        kind: stated(attributes.water_body_type)?.toLowerCase() ?? kind,
        operationalCatchment: stated(attributes.operational_catchment),
        metres,
        ecological: classed(ecologicalClasses, attributes.ecological_class, year),
        chemical: classed(chemicalClasses, attributes.chemical_class, year),
      }
}

/** The river whose catchment a point lies in, or null. */
export const riverOf = (features: readonly River[]): Waterbody | null =>
  features.map(({ attributes }) => waterbodyOf(attributes, 'river', 0)).find((one) => one !== null) ?? null

/** Metres from a point to a ring, 0 inside. Flat geometry is enough: rings are at most a few kilometres away. */
const metresToRing = (at: Point, ring: Ring): number => {
  if (
    inRing(
      at,
      ring.map(([lng = NaN, lat = NaN]) => ({ lat, lng })),
    )
  )
    return 0
  const east = 111_320 * Math.cos((at.lat * Math.PI) / 180),
    north = 111_320
  const corners = ring.map(([lng = NaN, lat = NaN]) => ({ x: (lng - at.lng) * east, y: (lat - at.lat) * north }))
  return Math.min(
    ...corners.slice(1).map((b, i) => {
      const a = corners[i]!,
        dx = b.x - a.x,
        dy = b.y - a.y
      const along = dx === 0 && dy === 0 ? 0 : Math.max(0, Math.min(1, -(a.x * dx + a.y * dy) / (dx * dx + dy * dy)))
      return Math.hypot(a.x + along * dx, a.y + along * dy)
    }),
  )
}

/** The nearest transitional or coastal water, or null. One without an outline counts as the farthest. */
export const nearestOf = (features: readonly Coast[], at: Point, reach: number): Waterbody | null =>
  features
    .map(({ attributes, geometry }) => {
      const rings = Array.isArray(geometry?.rings) ? (geometry.rings as readonly Ring[]) : []
      const metres = Math.min(reach, ...rings.map((ring) => metresToRing(at, ring)))
      return waterbodyOf(attributes, 'coastal', Math.round(metres))
    })
    .filter((one) => one !== null)
    .toSorted((a, b) => a.metres - b.metres)[0] ?? null

/**
 * Held against programs that read the file, as there is no schema: a row is one item in one year. The file has had its
 * columns in other spellings: code looks past that.
 */
export const rowsWire = wire([
  {
    'Classification Item': often(scalar),
    Status: often(scalar),
    Year: often(scalar),
    Cycle: scalar,
    'Water Body': scalar,
    ...unread(
      'River Basin District',
      'Management Catchment',
      'Operational Catchment',
      'Water Body ID',
      'Water Body Type',
      'Hydromorphological designation',
      'Classification ID',
      'Classification Level',
      'Certainty',
      'Easting',
      'Northing',
      'NGR',
    ),
  },
])

/** A row of classifications.csv with normalised column names: their spelling changes. */
const normalised = (row: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name
        .trim()
        .toLowerCase()
        .replace(/[\s.]+/g, '_'),
      value,
    ]),
  )

/** The newest status of each item over all cycles and years. A year without a status is skipped. */
export const classesOf = (rows: readonly Attributes[]): Of<typeof listedShape> => {
  const known = rows.map(normalised).filter((row) => stated(row['status']) !== null)
  const newest = (item: string): Attributes | undefined =>
    known
      .filter((each) => stated(each['classification_item'])?.toLowerCase() === item)
      .toSorted(
        (a, b) =>
          (numeric(b['year']) ?? 0) - (numeric(a['year']) ?? 0) ||
          (numeric(b['cycle']) ?? 0) - (numeric(a['cycle']) ?? 0),
      )[0]
  const ecological = newest('ecological') ?? newest('overall water body'),
    chemical = newest('chemical')
  return {
    name: stated(known[0]?.['water_body'] ?? known[0]?.['water_body_name']),
    ecological: classed(ecologicalClasses, ecological?.['status'], ecological?.['year']),
    chemical: classed(chemicalClasses, chemical?.['status'], chemical?.['year']),
  }
}
