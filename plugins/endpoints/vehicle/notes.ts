/** Facts about a vehicle that a buyer or driver must know; they do not affect the score. */
import { listed, spoken } from '@domesday/core'
import type { Registration } from '@domesday/source-dvla-ves'
import type { MotTest, Vehicle } from '@domesday/source-dvsa-mot-history'
import { isUnsaid, type TestedUntil } from './roadworthiness.ts'

const days = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
const when = (from: string, to: string): string =>
  [`today`, `tomorrow`][days(from, to)] ?? `in ${days(from, to)} days, on ${spoken(to)}`

interface Known {
  readonly record: Pick<Vehicle, 'outstanding_recall' | 'make'>
  /** Null if there is no record, or the register did not answer. */
  readonly licensing: Pick<Registration, 'make' | 'tax_status' | 'marked_for_export'> | null
  readonly tested: TestedUntil | null
  /** Newest first; null if they are not known. */
  readonly tests: readonly MotTest[] | null
  readonly today: string
  readonly own: { readonly test_due_soon_days: number }
}

const ofTax = (status: string | null): string | null => {
  if (status === null) return 'Whether it is taxed is not known.'
  if (/^sorn$/i.test(status)) return 'It is declared off the road (SORN), and must not be driven until it is taxed.'
  return /^(untaxed|not taxed)/i.test(status) ? 'It is not taxed, and must not be driven until it is.' : null
}

/** In how many of the last five years a test found what is dangerous: once may happen to anybody. */
const ofDanger = (tests: readonly MotTest[], today: string): string | null => {
  const since = Number(today.slice(0, 4)) - 5
  const years = new Set(tests.flatMap(({ date, dangerous }) => (dangerous?.length ? [date.slice(0, 4)] : [])))
  const recent = [...years].filter((year) => Number(year) > since).toSorted()
  return recent.length < 2 ? null : `Tests found dangerous defects in ${listed(recent)}.`
}

/** Years in which a vehicle was not tested: off the road, abroad, or driven without. */
const longestWithoutTest = 800
const ofGaps = (tests: readonly MotTest[]): string | null => {
  const gaps = tests.slice(1).flatMap(({ date }, i) => (days(date, tests[i]!.date) > longestWithoutTest ? [i] : []))
  return gaps.length === 0
    ? null
    : `No test is on record ${listed(gaps.map((i) => `between ${spoken(tests[i + 1]!.date)} and ${spoken(tests[i]!.date)}`))}.`
}

const wordsOf = (make: string): readonly string[] => make.toUpperCase().match(/[A-Z0-9]+/g) ?? []
/** Registers may name a converter or a maker's other name: that they differ proves nothing, and has to be looked at. */
const ofMakes = ({ make }: Known['record'], licensed: string | null): string | null =>
  make === null || licensed === null || wordsOf(make).some((word) => wordsOf(licensed).includes(word))
    ? null
    : `The registers differ: it is a ${make} by its tests, and a ${licensed} by DVLA. Compare both with the vehicle.`

/** What must be known before anything else. */
export const firstOf = (licensing: Known['licensing']): readonly string[] =>
  licensing?.marked_for_export === true ? ['It is marked for export.'] : []

export const notesOf = ({ record, licensing, tested, tests, today, own }: Known): readonly string[] => {
  const until = tested?.until ?? null
  const left = until === null ? null : days(today, until)
  return [
    isUnsaid(record.outstanding_recall) ? 'Whether a safety recall is open is not known: ask the manufacturer.' : null,
    until !== null && left !== null && left >= 0 && left <= own.test_due_soon_days
      ? `Its ${tested?.first ? 'first MOT test is due' : 'MOT runs out'} ${when(today, until)}.`
      : null,
    ofTax(licensing?.tax_status ?? null),
    ofMakes(record, licensing?.make ?? null),
    ofDanger(tests ?? [], today),
    ofGaps(tests ?? []),
  ].filter((note) => note !== null)
}
