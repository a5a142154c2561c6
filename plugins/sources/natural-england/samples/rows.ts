/** The sites of `sites.yaml` as a map service answers: attributes, and outlines if asked for. */
import { type Point } from '@domesday/core'
import { circle, metresBetween } from '@domesday/vocabulary-geography'
import { numberIn, yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Row extends Point {
  readonly layer: string
  readonly metres: number
  readonly attributes: Readonly<Record<string, unknown>>
}
const rows = yamlRows<Row>(import.meta.dirname, 'sites.yaml')

const served = new Set([
  'SSSI_England',
  'Special_Areas_of_Conservation_England',
  'Special_Protection_Areas_England',
  'Ramsar_England',
  'National_Nature_Reserves_England',
  'Local_Nature_Reserves_England',
  'Ancient_Woodland_England',
  'National_Parks_England',
  'Areas_of_Outstanding_Natural_Beauty_England',
])

const ringOf = (row: Row): readonly (readonly number[])[] => {
  const corners = circle(row, row.metres, 48).map(({ lat, lng }) => [lng, lat])
  return [...corners, corners[0]!]
}
const failed = (code: number, message: string) => ({ json: { error: { code, message, details: [] } } })

export const answer: SampleAnswer = ({ segments, query }) => {
  const layer = segments.at(-4) ?? ''
  if (segments.at(-1) !== 'query' || !served.has(layer)) return failed(400, 'Invalid URL')
  const [lng = NaN, lat = NaN] = (query.get('geometry') ?? '').split(',').map(Number)
  if (Number.isNaN(lat) || query.get('geometryType') !== 'esriGeometryPoint' || query.get('inSR') !== '4326')
    return failed(400, 'Cannot perform query. Invalid query parameters.')
  const reach = numberIn(query, 'distance', 0)
  const found = rows.filter((row) => row.layer === layer && metresBetween(row, { lat, lng }) <= row.metres + reach)
  const outlines = query.get('returnGeometry') === 'true'
  const features = found.map((row) => ({
    attributes: row.attributes,
    ...(outlines && { geometry: { rings: [ringOf(row)] } }),
  }))
  return {
    json: {
      objectIdFieldName: 'OBJECTID',
      globalIdFieldName: '',
      ...(outlines && { geometryType: 'esriGeometryPolygon', spatialReference: { wkid: 4326, latestWkid: 4326 } }),
      features,
    },
  }
}
