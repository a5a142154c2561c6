/** Facts about a vehicle that a buyer or driver must know: gates that do not affect the score. */
import { counted, gate, listed, rounded, spoken, type Gate, type Node } from '@domesday/core'
import type { Registration } from '@domesday/source-dvla-ves'
import type { MileageReading, MotTest, Vehicle } from '@domesday/source-dvsa-mot-history'
import { ofDanger, ofItems } from './recurring.ts'
import { daysBetween, isExempt, isUnsaid, type TestedUntil } from './roadworthiness.ts'

const when = (from: string, to: string): string =>
  [`today`, `tomorrow`][daysBetween(from, to)] ?? `in ${daysBetween(from, to)} days, on ${spoken(to)}`

interface Facts {
  readonly record: Vehicle
  /** Null if there is no record, or the register did not answer. */
  readonly licensing: Registration | null
  readonly tested: TestedUntil | null
  /** Newest first; null if they are not known. */
  readonly tests: readonly MotTest[] | null
  /** Oldest first; null if they are not known. */
  readonly readings: readonly MileageReading[] | null
  /** What the two registers say differently. */
  readonly differences: string | null
  readonly today: string
  readonly own: {
    readonly test_due_soon_days: number
    readonly exempt_after_years: number
    readonly untested_days: number
    readonly high_miles_a_year: number
    readonly recurring_years: number
    readonly recurring_within_years: number
  }
}

const ofTax = (status: string | null): string | null => {
  if (status === null) return 'Whether it is taxed is not known.'
  if (/^sorn$/i.test(status)) return 'It is declared off the road (SORN), and must not be driven until it is taxed.'
  return /^(untaxed|not taxed)/i.test(status) ? 'It is not taxed, and must not be driven until it is.' : null
}

/** Said where no MOT holds. */
const ofExemption = ({ record, tested, tests, today, own }: Facts): string | null => {
  const holds = tested !== null && (tested.until === null ? tested.valid === true : tested.until >= today)
  if (holds || !isExempt({ record, today, own })) return null
  const [last] = tests ?? []
  return `After ${own.exempt_after_years} years it is exempt from the MOT, unless it was changed substantially or is in commercial use${last ? `: its last test was on ${spoken(last.date)}` : ''}.`
}

/** Years in which a vehicle was not tested: off the road, abroad, or driven without. */
const ofGaps = ({ tests, own: { untested_days: most } }: Facts): string | null => {
  const all = tests ?? []
  const gaps = all.slice(1).flatMap(({ date }, i) => (daysBetween(date, all[i]!.date) > most ? [i] : []))
  return gaps.length === 0
    ? null
    : `No test is on record ${listed(gaps.map((i) => `between ${spoken(all[i + 1]!.date)} and ${spoken(all[i]!.date)}`))}.`
}

const year = 365.25
/** By the milder of the last two readings, as one may be a slip, since its first year anywhere. */
const ofMileage = ({ readings, record, licensing, own: { high_miles_a_year: most } }: Facts): string | null => {
  const known = [record.first_used, licensing?.first_registered, licensing?.year_of_manufacture]
  const [since] = known.flatMap((one) => (one ? [`${one}-01-01`.slice(0, 10)] : [])).toSorted()
  if (since === undefined) return null
  const [mildest] = (readings ?? [])
    .slice(-2)
    .map(({ date, mileage }) => ({ mileage, years: daysBetween(since, date) / year }))
    .toSorted((a, b) => a.mileage / a.years - b.mileage / b.years)
  return mildest && mildest.years >= 1 && mildest.mileage > most * mildest.years
    ? `Its mileage is very high for its age: ${counted(mildest.mileage, 'mile')} in ${rounded(mildest.years, 1)} years.`
    : null
}

const ofExport = ({ licensing }: Facts): string | null =>
  licensing?.marked_for_export === true
    ? 'It is marked for export: it cannot be taxed here until DVLA lifts the mark.'
    : null

const ofRecall = ({ record }: Facts): string | null =>
  isUnsaid(record.outstanding_recall) ? 'Whether a safety recall is open is not known: ask the manufacturer.' : null

const ofNextTest = ({ tested, today, own }: Facts): string | null => {
  const until = tested?.until ?? null
  const left = until === null ? null : daysBetween(today, until)
  return until !== null && left !== null && left >= 0 && left <= own.test_due_soon_days
    ? `Its ${tested?.first ? 'first MOT test is due' : 'MOT runs out'} ${when(today, until)}.`
    : null
}

/** In the order in which they are told. */
const notes: Readonly<Record<string, (known: Facts) => string | null>> = {
  marked_for_export: ofExport,
  exempt_by_age: ofExemption,
  years_untested: ofGaps,
  very_high_mileage: ofMileage,
  dangerous_in_several_years: ({ tests, today, own }) => ofDanger(tests ?? [], today, own),
  same_item_in_several_years: ({ tests, today, own }) => ofItems(tests ?? [], today, own),
  recall_not_known: ofRecall,
  test_due_soon: ofNextTest,
  not_taxed: ({ licensing }) => ofTax(licensing?.tax_status ?? null),
  registers_differ: ({ differences }) => differences,
}

type NodesOf<T> = { readonly [K in keyof T]: Node<T[K]> }
export const notesOf = (known: NodesOf<Facts>): Readonly<Record<string, Gate>> =>
  Object.fromEntries(Object.entries(notes).map(([name, read]) => [name, gate({ ...known }, read)]))
