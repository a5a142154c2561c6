import {
  dataset,
  figure,
  integer,
  listed,
  maybe,
  need,
  notCovered,
  object,
  onceFor,
  orNull,
  partly,
  rounded,
  text,
  type Node,
  type Of,
  type Partly,
  type Rows,
  type Shape,
  type Shown,
} from '@domesday/core'
import { comparisonIn, comparisonOf, type Comparison } from '@domesday/vocabulary-comparison'
import { formerCouncils, formerInWords } from '@domesday/vocabulary-succession'
import { together } from './former.ts'
import { named, quarterOf, tableWire, type Quarter } from './quarter.ts'
import { decisionsTable } from './release.ts'

export { quarterOf } from './quarter.ts'

export const planningPerformance = dataset({
  id: 'planning-performance',
  title: 'Planning decisions of councils',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Ministry of Housing, Communities and Local Government, planning application statistics, © Crown copyright, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'England: planning applications decided by each district, national park and development corporation, by quarter, as far as each has returned them; a council that replaced others has the sum of theirs before it; prior approvals are not among them',
  pull: [
    {
      part: '',
      wire: tableWire,
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
  row: quarterOf,
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
  major_decisions: orNull(integer('Those on major developments: ten homes or more, or as much of other building')),
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

const byQuarter = (a: Quarter, b: Quarter): number => a.quarter.localeCompare(b.quarter, 'en')
const newestOf = (rows: Iterable<Quarter>): string | null => [...rows].toSorted(byQuarter).at(-1)?.quarter ?? null
const quartersIn = onceFor((table: Table) => new Set(Array.from(table.all(), ({ quarter }) => quarter)))
/** Of all authorities: one that is late has an older one. */
const newestPublished = onceFor((table: Table) => newestOf(table.all())!)

/** `2026 Q1` and the quarters before it. */
const quartersUpTo = (newest: string, count: number): readonly string[] => {
  const last = Number(newest.slice(0, 4)) * 4 + Number(newest.slice(-1)) - 1
  return Array.from({ length: count }, (_, i) => `${Math.floor((last - i) / 4)} Q${((last - i) % 4) + 1}`)
}

/** `former`: those of the districts that the authority was formed from, where it has none of its own. */
const overAYear = (
  table: Table,
  own: readonly Quarter[],
  former: readonly Quarter[] = [],
): Performance | Partly<Performance> | null => {
  const earlier = former.filter(({ quarter }) => !own.some((one) => one.quarter === quarter))
  const all = [...own, ...earlier],
    last = newestOf(all)
  if (last === null) return null
  const due = quartersUpTo(last, 4).filter((quarter) => quartersIn(table).has(quarter))
  const quarters = all.filter(({ quarter }) => due.includes(quarter)).toSorted((a, b) => byQuarter(b, a)),
    newest = quarters[0],
    oldest = quarters.at(-1)
  const sum = (count: Count): number | null => {
    const known = quarters.flatMap((quarter) => quarter[count] ?? [])
    return known.length === 0 ? null : known.reduce((total, one) => total + one, 0)
  }
  const decisions = sum('decisions')
  if (!newest || !oldest || decisions === null) return null
  const year = {
    code: newest.code,
    ...ratesOf(quarters),
    decisions,
    major_decisions: sum('majorDecisions'),
    authority: [
      ...new Set([newest, ...earlier.filter((one) => quarters.includes(one))].map((one) => one.authority)),
    ].join('; '),
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
  const published = newestPublished(table)
  const stated = quarters
    .filter(({ decisions, majorDecisions }) => decisions !== null && majorDecisions !== null)
    .map(({ quarter }) => quarter)
  const without = due.filter((quarter) => !stated.includes(quarter)).toSorted()
  const lacks = [
    without.length > 0 && `the decisions of ${listed(without)} are not stated, and the counts are without them`,
    last !== published && `${newest.authority} has made no return after ${last}, and others have for ${published}`,
  ].filter((lack) => lack !== false)
  const current = quartersUpTo(published, 4)
  return lacks.length === 0
    ? year
    : partly(year, lacks.join('; '), stated.filter((quarter) => current.includes(quarter)).length / due.length)
}

export interface Authority {
  /** The district's code. */
  readonly code: string
  /** The district's name. */
  readonly council?: string | null
  /** The deciding authority, if known; may be a national park: `South Downs National Park`. */
  readonly name: string | null
}

/**
 * A district is found by its code, a former code, or by name if it has a new code. A park or corporation that decides
 * instead is found by name. Of a young council the quarters before it are those of the districts that it was formed
 * from, added up: all figures are counts, or rates of counts.
 */
export const performance = planningPerformance.ask(
  'performance',
  (rows, { code, council = null, name }: Authority) => {
    const byName = (): readonly Quarter[] => (name === null ? [] : [...rows.where('name', named(name))])
    const other = name !== null && /national park|broads|corporation/i.test(name)
    if (other) return overAYear(rows, byName())
    const { same, parts } = formerCouncils({ code, name: council })
    const byCode = (one: string): readonly Quarter[] => [...rows.where('code', one)]
    const codes = [code, ...same.map((former) => former.code)].map((one) => () => byCode(one))
    const own = [...codes, byName].map((find) => find()).find(({ length }) => length > 0) ?? []
    const former = together(
      parts.map((part) => byCode(part.code)),
      { code, authority: formerInWords(parts) },
    )
    return overAYear(rows, own, former)
  },
  { version: 3, digest: performanceShape, confidence: 'unconfirmed' },
)

interface District {
  readonly postcode: string
  readonly local_authority: string | null
  readonly codes: { readonly local_authority: string | null }
}

/** Decisions of a place's authority. `authority` is the name of the deciding authority, if known. */
export const performanceOf = (place: Node<District>, authority: Node<string>): Shown<Performance> =>
  need(
    performance,
    { place, authority: maybe(authority) },
    ({ place: { postcode, local_authority: council, codes }, authority }) =>
      codes.local_authority === null
        ? notCovered(`${postcode} lies in no district`)
        : { code: codes.local_authority, council, name: authority },
  )
