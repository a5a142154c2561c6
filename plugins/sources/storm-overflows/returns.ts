/** Yearly returns in the map layer: one row per outlet and year. */
import {
  distinct,
  figure,
  integer,
  list,
  number,
  numeric,
  object,
  orNull,
  point,
  quantity,
  rounded,
  stated,
  text,
  type Of,
  type Point,
  type Shape,
  type Partly,
  wire,
  sent,
  type Sent,
  partly,
} from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'

/** As the list of overflows shows them. */
export const listedFields = {
  // The same in all returns from 2024 on and on the companies' maps: UUG00123.
  id: orNull(text('The same in all returns from 2024 on and on the maps of the companies')),
  site: orNull(text("By the regulator's register")),
  water_company: orNull(text('As returned')),
  type: orNull(text('Where in the sewers it is')),
  // In blocks of 12, then 24 hours.
  spill_count: orNull(integer('In the year; null where none was returned')),
  spill_hours: orNull(figure('h', 'In the year; null where none was returned')),
  monitored_pct: orNull(figure('%', 'Of the year in which its monitor worked')),
  discharges_into: orNull(text('By its permit')),
  coordinates: point(),
  distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
}
const overflowFields = object({ ...listedFields, year: integer('That its return is of') })
/** A storm overflow and its returns for a year. */
export interface Overflow extends Of<typeof overflowFields> {}
export const overflowShape: Shape<Overflow> = overflowFields

/** The layer's column names. A query fails if one is unknown. */
export const fields = [
  'unique_id',
  'old_unique_id_pre_2024',
  'water_company_name',
  'annual_return_year',
  'site_name_ea_condat',
  'site_name_wasc_op_name',
  'storm_discharge_asset_type',
  'counted_spills_12_24hr_calculated',
  'total_spill_duration_hrs_calculated',
  'edm_operation_percent_calculated',
  'receiving_water_environment_common_name_ea_condat',
] as const

const { scalar, must, often, ignored } = sent
const layerSent = {
  exceededTransferLimit: sent.flag,
  ...sent.unread(
    'error',
    'objectIdFieldName',
    'globalIdFieldName',
    'uniqueIdField',
    'geometryProperties',
    'geometryType',
    'spatialReference',
    'fields',
  ),
}
/** Held against recorded rows, as a map layer has no schema: a return means nothing without its place and its year. */
export const returnsWire = wire({
  ...layerSent,
  features: must([
    {
      attributes: must({
        water_company_name: often(scalar),
        annual_return_year: must(scalar),
        counted_spills_12_24hr_calculated: often(scalar),
        total_spill_duration_hrs_calculated: often(scalar),
        edm_operation_percent_calculated: often(scalar),
        unique_id: scalar,
        old_unique_id_pre_2024: scalar,
        site_name_ea_condat: scalar,
        site_name_wasc_op_name: scalar,
        storm_discharge_asset_type: scalar,
        receiving_water_environment_common_name_ea_condat: scalar,
        has_data: ignored,
      }),
      geometry: must({ x: must(scalar), y: must(scalar) }),
    },
  ]),
})
export const yearsWire = wire({
  ...layerSent,
  features: must([{ attributes: must({ annual_return_year: must(scalar) }) }]),
})
/** The companies name the columns of their maps in their own ways: code looks. */
export const statusWire = wire({ ...layerSent, features: must([{ attributes: must(sent.any), geometry: ignored }]) })
type Return = Sent<typeof returnsWire>['features'][number]
/** `Not Applicable` and `#TBC` mean no value. */
const told = (raw: unknown): string | null => {
  const text = stated(raw)
  return text === null || /^(not applicable|n\/?a|#?tbc|unknown)$/i.test(text) ? null : text
}

/**
 * Null for a row whose place or year is no number. All figures are floating point, including counts; percentages have
 * single-precision noise.
 */
export const overflowOf = ({ attributes, geometry }: Return, from: Point): Overflow | null => {
  const lng = numeric(geometry.x),
    lat = numeric(geometry.y),
    year = numeric(attributes.annual_return_year)
  if (lng === null || lat === null || year === null) return null
  const spills = quantity(attributes.counted_spills_12_24hr_calculated),
    hours = quantity(attributes.total_spill_duration_hrs_calculated)
  const monitored = quantity(attributes.edm_operation_percent_calculated)
  return {
    id: [attributes.unique_id, attributes.old_unique_id_pre_2024].map(told).find((id) => id !== null) ?? null,
    site: told(attributes.site_name_ea_condat) ?? told(attributes.site_name_wasc_op_name),
    water_company: told(attributes.water_company_name),
    type: told(attributes.storm_discharge_asset_type),
    year,
    spill_count: spills === null ? null : rounded(spills),
    spill_hours: hours === null ? null : rounded(hours, 2),
    monitored_pct: monitored === null ? null : rounded(monitored, 1),
    discharges_into: told(attributes.receiving_water_environment_common_name_ea_condat),
    coordinates: { lat, lng },
    distance_m: Math.round(metresBetween(from, { lat, lng })),
  }
}

/** A number may stand for several outlets. If the layer is rewritten between two pages, some come twice. */
const outletOf = ({ id, site, coordinates: { lat, lng } }: Overflow): string => `${id ?? site} ${lat} ${lng}`

/**
 * Each outlet once, in the newest year of its company, nearest first: known in part where a company has not made its
 * return for the year that others have.
 */
export const newestOf = (rows: readonly Overflow[]): readonly Overflow[] | Partly<readonly Overflow[]> => {
  const newest = Math.max(...rows.map(({ year }) => year))
  const byCompany = Map.groupBy(rows, ({ water_company: company }) => company)
  const latest = [...byCompany].map(([company, own]) => ({ company, year: Math.max(...own.map(({ year }) => year)) }))
  const kept = rows.filter(({ water_company: of, year }) =>
    latest.some((one) => one.company === of && one.year === year),
  )
  const outlets = [...new Map(kept.map((row) => [outletOf(row), row])).values()].toSorted(
    (a, b) => a.distance_m - b.distance_m,
  )
  const late = latest.filter(({ year }) => year < newest)
  if (late.length === 0) return outlets
  const inTime = outlets.filter(({ year }) => year === newest).length
  return partly(
    outlets,
    late
      .map(({ company, year }) => `the newest return of ${company ?? 'a company'} is that of ${year}, not ${newest}`)
      .join('; '),
    inTime / outlets.length,
  )
}

const spillsFields = object({
  overflows_within_5km: integer('Overflows of sewers and works that made a return'),
  total_spill_count: orNull(
    integer('Spills in the year, by blocks of 12 and then 24 hours; null where none was counted'),
  ),
  total_spill_hours: orNull(figure('h', 'How long they spilled in the year, all added up')),
  spills_per_overflow: orNull(number('Of those that were counted')),
  overflows_counted: integer('Overflows whose monitor worked and whose spills were counted'),
  return_year: orNull(integer('The newest year with returns here; null where there is no overflow')),
  water_companies: list(text(), 'Whose overflows they are, nearest first'),
})
/** The overflows within five kilometres, added up. */
export interface Spills extends Of<typeof spillsFields> {}
export const spillsShape: Shape<Spills> = spillsFields

/** The zero of a monitor that never worked is no count. */
const isCounted = ({ spill_count: spills, monitored_pct: monitored }: Overflow): boolean =>
  spills !== null && !(spills === 0 && monitored === 0)

export const companiesOf = (overflows: readonly Overflow[]): readonly string[] =>
  distinct(overflows.map(({ water_company: company }) => company))

/** Total spills of some overflows. Without overflows the sums are 0. */
export const spillsOf = (overflows: readonly Overflow[]): Spills => {
  const counted = overflows.filter(isCounted)
  const sum = (of: (overflow: Overflow) => number | null): number =>
    counted.reduce((total, overflow) => total + (of(overflow) ?? 0), 0)
  const isKnown = counted.length > 0 || overflows.length === 0
  const spills = sum(({ spill_count: count }) => count)
  return {
    overflows_within_5km: overflows.length,
    overflows_counted: counted.length,
    total_spill_count: isKnown ? spills : null,
    total_spill_hours: isKnown
      ? rounded(
          sum(({ spill_hours: hours }) => hours),
          1,
        )
      : null,
    spills_per_overflow: counted.length === 0 ? null : rounded(spills / counted.length, 1),
    return_year: overflows.length === 0 ? null : Math.max(...overflows.map(({ year }) => year)),
    water_companies: companiesOf(overflows),
  }
}
