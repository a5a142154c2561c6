import {
  derive,
  first,
  integer,
  maybe,
  need,
  object,
  orNull,
  partly,
  render,
  source,
  text,
  type Node,
  type Point,
} from '@domesday/core'
import { ofCircle } from '@domesday/vocabulary-geography'
import {
  classesOf,
  coastWire,
  listedShape,
  nearestOf,
  riverOf,
  riverWire,
  rowsWire,
  waterbodyFields,
  waterbodyShape,
  type Waterbody,
} from './waterbody.ts'

export type { Waterbody } from './waterbody.ts'

export const eaCatchmentData = source({
  id: 'ea-catchment-data',
  title: 'Catchment Data Explorer',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    '© Environment Agency copyright and database right; contains public sector information licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'England: rivers, estuaries and coastal waters with their ecological and chemical class under the Water Framework Directive, last classified in 2025',
})

const layer = (service: string): string => `/Bb8lfThdhugyc4G3/arcgis/rest/services/${service}/FeatureServer/0/query`
const around = ({ lat, lng }: Point) => ({
  where: "country='England'",
  geometry: `${lng},${lat}`,
  geometryType: 'esriGeometryPoint',
  inSR: 4326,
  spatialRel: 'esriSpatialRelIntersects',
  f: 'json',
})

/**
 * The river whose catchment contains a point, with its classes. Null in towns that drain directly to the sea:
 * catchments do not cover all land.
 */
export const riverAt = eaCatchmentData.get('river', {
  wire: riverWire,
  // All fields: we do not know which fields hold the classes, and one wrong name fails the whole query.
  path: (at: Point) => [
    layer('Simplified_WFD_River_Water_Body_Catchments_Cycle_4_Classification_2025'),
    {
      ...around(at),
      outFields: '*',
      returnGeometry: false,
    },
  ],
  digest: waterbodyShape,
  read: ({ features }) => riverOf(features),
  confidence: 'unconfirmed',
})

const reach = 10_000 // metres

/** The nearest estuary or coastal water within 10 km of a point, with its classes, or null. */
export const coastNear = eaCatchmentData.get('coast', {
  wire: coastWire,
  path: (at: Point) => [
    layer('WFD_Transitional_and_Coastal_Water_Bodies_Cycle_4_Classification_2025'),
    {
      ...around(at),
      distance: reach,
      units: 'esriSRUnit_Meter',
      outFields:
        'water_body_id,water_body_name,water_body_type,ecological_class,chemical_class,classification_year,operational_catchment',
      // Outlines simplified to about 100 metres, to limit the size of long coasts.
      returnGeometry: true,
      outSR: 4326,
      maxAllowableOffset: 0.001,
      geometryPrecision: 5,
    },
  ],
  digest: waterbodyShape,
  read: ({ features, exceededTransferLimit: more }, at) => {
    const nearest = nearestOf(features, at, reach)
    if (nearest === null) return null
    const told = more === true ? partly(nearest, 'the map service has more waters around than it sends') : nearest
    // Only what is nearer than this one could stand in its place.
    return ofCircle(told, { at, metres: nearest.metres ?? reach }, eaCatchmentData)
  },
  confidence: 'unconfirmed',
})

/** The newest classes of any water body, by id. Null if the explorer does not know it. */
export const classification = eaCatchmentData.get('classification', {
  wire: rowsWire,
  path: (id: string) =>
    `https://environment.data.gov.uk/catchment-planning/WaterBody/${encodeURIComponent(id)}/classifications.csv`,
  as: 'csv',
  digest: listedShape,
  read: classesOf,
  none: ({ status }) => (status === 404 ? null : undefined),
  confidence: 'unconfirmed',
})

/** The water body that a point drains to, with its name and newest known classes. */
export interface NearestWaterbody extends Waterbody {
  readonly name: string
  /** False if a null class may only be unknown, because the explorer did not answer. */
  readonly complete: boolean
}

const unlisted = { name: null, ecological: null, chemical: null }

/**
 * The river whose catchment contains the point, else the nearest estuary or coastal water. Values missing on the map
 * are looked up in the explorer; they stay null if it does not answer.
 */
export const waterbodyAt = (point: Node<Point>): Node<NearestWaterbody> => {
  const river = need(riverAt, point)
  const coast = need(coastNear, point)
  const body = first(river, coast)
  const listed = first(
    need(classification, body, (body) => (isWhole(body) ? null : body.id)),
    render(listedShape, body, () => unlisted),
  )
  return derive({ body, listed: maybe(listed) }, ({ body, listed }): NearestWaterbody => ({
    ...body,
    name: body.name ?? listed?.name ?? body.operationalCatchment ?? body.id,
    ecological: body.ecological ?? listed?.ecological ?? null,
    chemical: body.chemical ?? listed?.chemical ?? null,
    complete: listed !== null,
  }))
}

const nearestShape = object({
  nearest_waterbody: text(
    'The river whose catchment this is, or the nearest estuary or coastal water within ten kilometres',
  ),
  wfd_classification: orNull(
    text({
      description: 'Ecological class under the Water Framework Directive: High, Good, Moderate, Poor or Bad',
      tones: { good: ['High', 'Good'], fair: ['Moderate'], bad: ['Poor', 'Bad'] },
    }),
  ),
  classification_year: orNull(integer('Of the ecological class')),
  chemical_status: orNull(
    text({
      description:
        'Good, Fail, or that it was not assessed. Mercury and flame retardants make nearly every water body fail',
      tones: { good: ['Good'], bad: ['Fail'] },
    }),
  ),
  chemical_status_year: orNull(integer('Of the chemical status, which is not classified every year')),
  waterbody_type: waterbodyFields.kind,
  waterbody_id: waterbodyFields.id,
  distance_m: waterbodyFields.metres,
})
/** The water body as it is shown. */
export const shownWaterbody = (waterbody: Node<NearestWaterbody>) =>
  render(nearestShape, waterbody, ({ id, name, kind, metres, ecological, chemical }) => ({
    nearest_waterbody: name,
    wfd_classification: ecological?.status ?? null,
    classification_year: ecological?.year ?? null,
    chemical_status: chemical?.status ?? null,
    chemical_status_year: chemical?.year ?? null,
    waterbody_type: kind,
    waterbody_id: id,
    distance_m: metres,
  }))

const isWhole = ({ name, ecological, chemical }: Waterbody): boolean =>
  name !== null && ecological !== null && chemical !== null
