/** The waters of `waters.yaml` as the map server's layers answer. */
import { type Point } from '@domesday/core'
import { circle, metresBetween } from '@domesday/vocabulary-geography'
import { yamlRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'

interface Water extends Point {
  readonly layer: 'river' | 'coast'
  readonly id: string
  readonly name: string
  readonly type?: string
  readonly metres: number
  readonly ecological?: string
  readonly chemical?: string
  readonly catchment: string
  readonly management?: string
}

const waters = yamlRows<Water>(import.meta.dirname, 'waters.yaml')

const field = (name: string, type = 'String'): object => ({
  name,
  type: `esriFieldType${type}`,
  alias: name,
  sqlType: 'sqlTypeOther',
  domain: null,
  defaultValue: null,
})
const names = [
  'water_body_id',
  'water_body_name',
  'water_body_type',
  'ecological_class',
  'chemical_class',
  'operational_catchment',
]

const layer = (features: readonly object[]): SampleReply => ({
  json: {
    objectIdFieldName: 'OBJECTID',
    uniqueIdField: { name: 'OBJECTID', isSystemMaintained: true },
    globalIdFieldName: '',
    fields: [...names.map((name) => field(name)), field('classification_year', 'Integer')],
    features,
  },
})

const attributes = ({ layer, id, name, type, ecological, chemical, catchment, management }: Water): object => ({
  ...(layer === 'river' && {
    OBJECTID: 990_000 + waters.findIndex((one) => one.id === id),
    country: 'England',
    management_catchment: management ?? null,
    mancat_id: 9900,
    opcat_id: 9990,
  }),
  water_body_id: id,
  water_body_name: name,
  water_body_type: type ?? 'River',
  ecological_class: ecological ?? null,
  chemical_class: chemical ?? null,
  classification_year: 2025,
  operational_catchment: catchment,
})

const outline = (water: Water): object => {
  const ring = circle(water, water.metres, 48).map(({ lat, lng }) => [lng, lat])
  return { rings: [[...ring, ring[0]]] }
}

export const answer: SampleAnswer = ({ path, query }) => {
  if (!path.endsWith('/FeatureServer/0/query')) return null
  const [lng = NaN, lat = NaN] = (query.get('geometry') ?? '').split(',').map(Number)
  if (Number.isNaN(lat + lng)) {
    // As upstream: errors have status 200.
    return {
      json: {
        error: {
          code: 400,
          message: 'Cannot perform query. Invalid query parameters.',
          details: ["'geometry' parameter is invalid"],
        },
      },
    }
  }
  const distance = Number(query.get('distance') ?? 0)
  const asked = path.includes('_River_') ? 'river' : 'coast'
  const found = waters.filter(
    (water) => water.layer === asked && metresBetween(water, { lat, lng }) <= water.metres + distance,
  )
  return layer(
    found.map((water) => ({
      attributes: attributes(water),
      ...(query.get('returnGeometry') === 'true' && { geometry: outline(water) }),
    })),
  )
}
