import {
  dataset,
  figure,
  integer,
  maybe,
  need,
  notCovered,
  numeric,
  object,
  onceFor,
  orNull,
  rounded,
  stated,
  text,
  type Node,
  type Of,
  type Rows,
  type Shape,
  type Shown,
} from '@domesday/core'
import { comparisonIn, comparisonOf, type Comparison } from '@domesday/vocabulary-comparison'
import { decisionsTable } from './release.ts'

/** Decisions of a planning authority in a quarter. Missing counts are null. */
export interface Quarter {
  /** GSS code of a district, national park or development corporation. */
  readonly code: string
  readonly authority: string
  /** The authority's name in the form used for comparison. */
  readonly name: string
  /** `2026 Q1` */
  readonly quarter: string
  readonly decisions: number | null
  readonly granted: number | null
  readonly inTime: number | null
  readonly majorDecisions: number | null
  readonly majorsInTime: number | null
}

const named = (name: string): string =>
  name
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(local planning authority|lpa|authority|council|borough|district council|city of|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

type Wire = Readonly<Record<string, string | undefined>>

/**
 * The table has separate columns for decisions with an agreed extension (PAs) and without; the number in time is their
 * sum.
 */
const both = (wire: Wire, what: string): number | null => {
  const [without, under] = [numeric(wire[`${what} (excluding PAs)`]), numeric(wire[`${what} (PAs only)`])]
  return without === null && under === null ? null : (without ?? 0) + (under ?? 0)
}

/**
 * Missing figures are `..`, `x` or `z`. Parts of districts within a national park have their own rows, which are
 * dropped.
 */
export const quarterOf = (wire: Wire): Quarter | null => {
  const code = stated(wire['LPACD']),
    authority = stated(wire['LPANM']),
    [quarter] = /\d{4} Q[1-4]/.exec(stated(wire['Quarter']) ?? '') ?? []
  if (code === null || authority === null || quarter === undefined || /within national park/i.test(authority))
    return null
  return {
    code,
    authority,
    name: named(authority),
    quarter,
    decisions: numeric(wire['Total decisions; grand total (all)']),
    granted: numeric(wire['Total granted; grand total (all)']),
    inTime: both(wire, 'Total decisions in time; grand total'),
    majorDecisions: numeric(wire['Total decisions; major total (all)']),
    majorsInTime: both(wire, 'Total decisions in time; major total'),
  }
}

export const planningPerformance = dataset({
  id: 'planning-performance',
  title: 'Planning decisions of councils',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Ministry of Housing, Communities and Local Government, planning application statistics, © Crown copyright, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'England: planning applications decided by each district, national park and development corporation, by quarter; prior approvals are not among them',
  pull: [
    {
      part: '',
      demands: [
        'Total decisions; grand total (all)',
        'Total granted; grand total (all)',
        'Total decisions in time; grand total (excluding PAs)',
        'Total decisions in time; grand total (PAs only)',
        'Total decisions; major total (all)',
        'Total decisions in time; major total (excluding PAs)',
        'Total decisions in time; major total (PAs only)',
      ],
      addresses: () => [
        {
          on: '/api/content/government/statistical-data-sets/live-tables-on-planning-application-statistics',
          link: decisionsTable,
        },
      ],
      as: 'csv',
      encoding: 'detect',
      header: 'Region',
    },
  ],
  row: (wire: Wire) => quarterOf(wire),
  key: ({ code, quarter }) => `${code} ${quarter}`,
  index: ['code', 'name'],
})

const rate = (about: string) => orNull(figure('%', about))
const performanceFields = object({
  // GSS code.
  code: text(),
  approval_rate_pct: rate('Granted of all decisions'),
  in_time_pct: rate('Decided in the statutory time, or in a longer one that was agreed'),
  decisions: integer('All decisions, on applications large and small'),
  major_decisions: integer('Those on major developments: ten homes or more, or as much of other building'),
  majors_in_time_pct: rate('Major ones decided in the statutory time, or in a longer one that was agreed'),
  authority: text('Whose decisions they are'),
  from: text('First quarter, `2025 Q3`'),
  to: text('Last quarter'),
  comparison: object(
    { approval_rate_pct: comparisonIn('%'), in_time_pct: comparisonIn('%'), majors_in_time_pct: comparisonIn('%') },
    'The same rates of all authorities of England together, over the same quarters',
  ),
})
/** An authority over its newest quarters, at most four. Percentages with one decimal; null if counts are missing. */
export interface Performance extends Of<typeof performanceFields> {}
const performanceShape: Shape<Performance> = performanceFields

type Count = 'decisions' | 'granted' | 'inTime' | 'majorDecisions' | 'majorsInTime'

/** A rate uses only quarters that have both counts. */
const rateOf = (quarters: readonly Quarter[], part: Count, whole: Count): number | null => {
  const known = quarters.filter((quarter) => quarter[part] !== null && quarter[whole] !== null)
  const sum = (count: Count): number => known.reduce((total, quarter) => total + quarter[count]!, 0)
  return sum(whole) > 0 ? rounded((100 * sum(part)) / sum(whole), 1) : null
}

const rates = {
  approval_rate_pct: ['granted', 'decisions'],
  in_time_pct: ['inTime', 'decisions'],
  majors_in_time_pct: ['majorsInTime', 'majorDecisions'],
} as const satisfies Readonly<Record<string, readonly [Count, Count]>>
type Rate = keyof typeof rates

type Table = Pick<Rows<Quarter>, 'all'>
type National = Readonly<Record<Rate, number | null>>
/** Kept for each import: the table has some 330 authorities a quarter. */
const national = onceFor((rows: Table) =>
  onceFor((quarters: string) =>
    ratesOf([...rows.all()].filter(({ quarter }) => quarters.split(',').includes(quarter))),
  ),
)

/** Of all authorities together, over the same quarters. */
const ofEngland = (rows: Table, quarters: readonly string[]): National => national(rows)(quarters.join())
const beside = (england: National, period: string): Performance['comparison'] => {
  const of = (rate: Rate): Comparison => {
    const value = england[rate]
    return comparisonOf(
      'planning-performance',
      value === null ? [] : [{ level: 'nation', area: 'England', period, value }],
    )
  }
  return {
    approval_rate_pct: of('approval_rate_pct'),
    in_time_pct: of('in_time_pct'),
    majors_in_time_pct: of('majors_in_time_pct'),
  }
}
const ratesOf = (rows: readonly Quarter[]): National => ({
  approval_rate_pct: rateOf(rows, ...rates.approval_rate_pct),
  in_time_pct: rateOf(rows, ...rates.in_time_pct),
  majors_in_time_pct: rateOf(rows, ...rates.majors_in_time_pct),
})

const overAYear = (table: Table, rows: readonly Quarter[]): Performance | null => {
  const quarters = rows.toSorted((a, b) => b.quarter.localeCompare(a.quarter, 'en')).slice(0, 4),
    newest = quarters[0],
    oldest = quarters.at(-1)
  const sum = (count: Count): number => quarters.reduce((total, quarter) => total + (quarter[count] ?? 0), 0)
  return newest && oldest
    ? {
        code: newest.code,
        ...ratesOf(quarters),
        decisions: sum('decisions'),
        major_decisions: sum('majorDecisions'),
        authority: newest.authority,
        from: oldest.quarter,
        to: newest.quarter,
        comparison: beside(
          ofEngland(
            table,
            quarters.map(({ quarter }) => quarter),
          ),
          `${oldest.quarter} to ${newest.quarter}`,
        ),
      }
    : null
}

export interface Authority {
  /** The district's code. */
  readonly code: string
  /** The deciding authority, if known; may be a national park: `South Downs National Park`. */
  readonly name: string | null
}

/**
 * A district is found by its code, or by name if it has a new code. A park or corporation that decides instead is found
 * by name.
 */
export const performance = planningPerformance.ask(
  'performance',
  (rows, { code, name }: Authority) => {
    const byName = (): readonly Quarter[] => (name === null ? [] : [...rows.where('name', named(name))])
    const other = name !== null && /national park|broads|corporation/i.test(name)
    const found = other ? [byName] : [() => [...rows.where('code', code)], byName]
    return overAYear(rows, found.map((find) => find()).find(({ length }) => length > 0) ?? [])
  },
  { digest: performanceShape, confidence: 'unconfirmed' },
)

interface District {
  readonly postcode: string
  readonly codes: { readonly local_authority: string | null }
}

/** Decisions of a place's authority. `authority` is the name of the deciding authority, if known. */
export const performanceOf = (place: Node<District>, authority: Node<string>): Shown<Performance> =>
  need(performance, { place, authority: maybe(authority) }, ({ place: { postcode, codes }, authority }) =>
    codes.local_authority === null
      ? notCovered(`${postcode} lies in no district`)
      : { code: codes.local_authority, name: authority },
  )
