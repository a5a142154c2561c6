/** Yearly returns in the map layer: one row per outlet and year. */
import { numeric, quantity, rounded, stated, type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'

/** A storm overflow and its returns for a year. */
export interface Overflow {
  /** `UUG00123`, the same in the yearly returns and on the companies' maps; null in returns before 2024. */
  readonly id: string | null
  readonly site: string | null
  /** As in the returns: `United Utilities`, `Dwr Cymru Welsh Water`. */
  readonly company: string | null
  /** `SO on sewer network`, `Storm tank at WwTW`, `Storm discharge at pumping station` … */
  readonly kind: string | null
  readonly year: number
  /** Counted in blocks of 12, then 24 hours; null if no count was returned. */
  readonly spills: number | null
  readonly hours: number | null
  /** Percentage of the year in which its monitor worked. */
  readonly monitored: number | null
  /** The water that it discharges into, by its permit. */
  readonly receivingWater: string | null
  readonly at: Point
  readonly metres: number
}

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

type Attributes = Readonly<Record<string, unknown>>
export interface Layer {
  readonly features?:
    | readonly {
        readonly attributes?: Attributes | null
        readonly geometry?: { readonly x?: unknown; readonly y?: unknown } | null
      }[]
    | null
  readonly exceededTransferLimit?: boolean
  readonly error?: { readonly code?: number; readonly message?: string | null } | null
}

/** Features of a layer. The map server reports errors with status 200. */
export const featuresOf = ({ features, error }: Layer): NonNullable<Layer['features']> => {
  if (error || !features)
    throw new TypeError(`the map server says ${error?.code ?? ''} ${stated(error?.message) ?? 'nothing of features'}`)
  return features
}

/** `Not Applicable` and `#TBC` mean no value. */
const told = (raw: unknown): string | null => {
  const text = stated(raw)
  return text === null || /^(not applicable|n\/?a|#?tbc|unknown)$/i.test(text) ? null : text
}

/**
 * Null for a row without a place or year. All figures are floating point, including counts; percentages have
 * single-precision noise.
 */
export const overflowOf = (
  attributes: Attributes,
  geometry: { readonly x?: unknown; readonly y?: unknown } | null | undefined,
  from: Point,
): Overflow | null => {
  const lng = numeric(geometry?.x),
    lat = numeric(geometry?.y),
    year = numeric(attributes['annual_return_year'])
  if (lng === null || lat === null || year === null) return null
  const spills = quantity(attributes['counted_spills_12_24hr_calculated']),
    hours = quantity(attributes['total_spill_duration_hrs_calculated'])
  const monitored = quantity(attributes['edm_operation_percent_calculated'])
  return {
    id: told(attributes['unique_id']) ?? told(attributes['old_unique_id_pre_2024']),
    site: told(attributes['site_name_ea_condat']) ?? told(attributes['site_name_wasc_op_name']),
    company: told(attributes['water_company_name']),
    kind: told(attributes['storm_discharge_asset_type']),
    year,
    spills: spills === null ? null : rounded(spills),
    hours: hours === null ? null : rounded(hours, 2),
    monitored: monitored === null ? null : rounded(monitored, 1),
    receivingWater: told(attributes['receiving_water_environment_common_name_ea_condat']),
    at: { lat, lng },
    metres: Math.round(metresBetween(from, { lat, lng })),
  }
}

/**
 * Each outlet once, in the newest year of any outlet here, nearest first. If the layer is rewritten between two pages,
 * some outlets come twice.
 */
export const newestOf = (rows: readonly Overflow[]): readonly Overflow[] => {
  const newest = Math.max(...rows.map(({ year }) => year))
  const outlets = new Map(
    rows.filter(({ year }) => year === newest).map((row) => [row.id ?? `${row.site} ${row.at.lat} ${row.at.lng}`, row]),
  )
  return [...outlets.values()].toSorted((a, b) => a.metres - b.metres)
}

export interface Spills {
  readonly total: number
  /** Overflows with a spill count. Excludes zeros of monitors that never worked. */
  readonly counted: number
  /** Sums over the counted overflows; null if there are none. */
  readonly spills: number | null
  /** One decimal. */
  readonly hours: number | null
}

const isCounted = ({ spills, monitored }: Overflow): boolean => spills !== null && !(spills === 0 && monitored === 0)

/** Total spills of some overflows. Without overflows the sums are 0. */
export const spillsOf = (overflows: readonly Overflow[]): Spills => {
  const counted = overflows.filter(isCounted)
  const sum = (of: (overflow: Overflow) => number | null): number =>
    counted.reduce((total, overflow) => total + (of(overflow) ?? 0), 0)
  const known = counted.length > 0 || overflows.length === 0
  return {
    total: overflows.length,
    counted: counted.length,
    spills: known ? sum(({ spills }) => spills) : null,
    hours: known
      ? rounded(
          sum(({ hours }) => hours),
          1,
        )
      : null,
  }
}
