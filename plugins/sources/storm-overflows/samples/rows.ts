/** The outlets of `overflows.yaml` as the layer of yearly returns and the companies' maps answer. */
import { type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { numberIn, page, yamlRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'

type Return = readonly [spills: number | null, hours: number | null, monitored: number]
interface Outlet extends Point {
  readonly id: string
  readonly company: string
  readonly site: string
  readonly other?: string
  readonly kind: string
  readonly water: string
  readonly returns?: readonly (Return | null)[]
  readonly none?: true
  readonly status?: number
  readonly since?: string
}

const outlets = yamlRows<Outlet>(import.meta.dirname, 'overflows.yaml')
const returned = ['2025', '2024']

const envelope = (names: readonly string[], features: readonly object[], more = false): SampleReply => ({
  json: {
    objectIdFieldName: 'OBJECTID',
    uniqueIdField: { name: 'OBJECTID', isSystemMaintained: true },
    globalIdFieldName: '',
    geometryType: 'esriGeometryPoint',
    spatialReference: { wkid: 4326, latestWkid: 4326 },
    fields: names.map((name) => ({
      name,
      type: `esriFieldType${name.endsWith('_calculated') ? 'Double' : 'String'}`,
      alias: name,
      sqlType: 'sqlTypeOther',
      domain: null,
      defaultValue: null,
    })),
    ...(more && { exceededTransferLimit: true }),
    features,
  },
})

const attributes = (outlet: Outlet, year: string, of: Return | null): Readonly<Record<string, unknown>> => ({
  unique_id: outlet.id,
  old_unique_id_pre_2024: null,
  water_company_name: outlet.company,
  annual_return_year: year,
  site_name_ea_condat: outlet.site,
  site_name_wasc_op_name: outlet.other ?? outlet.site,
  storm_discharge_asset_type: outlet.kind,
  counted_spills_12_24hr_calculated: of?.[0] ?? null,
  total_spill_duration_hrs_calculated: of?.[1] ?? null,
  edm_operation_percent_calculated: of?.[2] ?? null,
  receiving_water_environment_common_name_ea_condat: outlet.water,
  has_data: of ? 1 : 0,
})

/** The rows selected by `where`. Only flags and years are supported. */
const rowsFor = (where: string, near: (at: Point) => boolean): readonly object[] =>
  outlets.filter(near).flatMap((outlet) =>
    returned.flatMap((year, i) => {
      const of = outlet.none ? null : outlet.returns?.[i]
      if (of === undefined || (of === null && !outlet.none)) return []
      const row = attributes(outlet, year, of)
      const wanted =
        (!/has_data\s*=\s*1/.test(where) || row['has_data'] === 1) &&
        (!where.includes('annual_return_year') || where.includes(`'${year}'`))
      return wanted ? [{ attributes: row, geometry: { x: outlet.lng, y: outlet.lat } }] : []
    }),
  )

/** A company's map. South West Water's column names start with a lower-case letter, but no sample place is there. */
const statuses = (near: (at: Point) => boolean, company: (name: string) => boolean): SampleReply => {
  const found = outlets.filter((outlet) => near(outlet) && outlet.status !== undefined && company(outlet.company))
  return envelope(
    [],
    found.map(({ id, company, status, since, lat, lng, water }, i) => ({
      attributes: {
        OBJECTID: i + 1,
        Id: id,
        Company: company,
        Status: status,
        StatusStart: Date.parse(since!),
        LatestEventStart: Date.parse(since!) - 5_400_000,
        LatestEventEnd: status === 1 ? null : Date.parse(since!),
        Latitude: lat,
        Longitude: lng,
        ReceivingWaterCourse: water,
        LastUpdated: Date.parse('2026-10-15T08:45:00Z'),
      },
    })),
  )
}

export const answer: SampleAnswer = ({ path, query }) => {
  if (!path.endsWith('/FeatureServer/0/query')) return null
  const where = query.get('where') ?? ''
  if (query.get('returnDistinctValues') === 'true')
    return envelope(
      ['annual_return_year'],
      returned.map((year) => ({ attributes: { annual_return_year: year } })),
    )
  const [lng = NaN, lat = NaN] = (query.get('geometry') ?? '').split(',').map(Number)
  if (Number.isNaN(lat + lng) || where === '') {
    // As upstream: errors have status 200.
    return {
      json: {
        error: {
          code: 400,
          message: 'Cannot perform query. Invalid query parameters.',
          details: ["'where' clause is invalid"],
        },
      },
    }
  }
  const near = (at: Point): boolean => metresBetween(at, { lat, lng }) <= Number(query.get('distance') ?? 0)
  if (!path.includes('edm_annual_returns'))
    return statuses(near, (name) => path.includes(name.split(' ').slice(0, 2).join('_')))
  const { items, next } = page(
    rowsFor(where, near),
    numberIn(query, 'resultOffset', 0),
    Math.min(1000, numberIn(query, 'resultRecordCount', 1000)),
  )
  return envelope((query.get('outFields') ?? '').split(','), items, next !== null)
}
