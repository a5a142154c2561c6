/** Roadworthiness of a vehicle in the registers: facts that decide, whatever its history. */
import { counted, derive, first, maybe, spoken, unknown, whole, type Node, type Unknown } from '@domesday/core'
import type { Registration } from '@domesday/source-dvla-ves'
import {
  isPassed,
  type Anomaly,
  type MileageReading,
  type MotTest,
  type Vehicle,
} from '@domesday/source-dvsa-mot-history'

/** `: Brake pipe corroded; Tyre worn and 2 more` */
export const named = (defects: readonly string[]): string =>
  defects.length === 0
    ? ''
    : `: ${defects.slice(0, 2).join('; ')}${defects.length > 2 ? ` and ${defects.length - 2} more` : ''}`

type Finding = string | Unknown | null

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Needs two readings. Without them, a vehicle tested once is fine, but one whose odometer was not read is unknown. */
export const turnedBack = ({
  anomaly,
  readings,
  tests,
}: {
  readonly anomaly: Anomaly | null
  readonly readings: readonly MileageReading[]
  readonly tests: readonly MotTest[]
}): Finding => {
  if (anomaly !== null) return anomaly.gravest && `The mileage fell: ${anomaly.gravest}`
  const unread = tests.filter(({ mileage }) => mileage === null).length
  return unread > 0 && unread + readings.length > 1
    ? unknown(`the odometer was not read at ${unread} of ${counted(tests.length, 'test')}`)
    : null
}

/** A later pass, even on the same day, cancels a failed test. */
export const failedSince = ([last]: readonly MotTest[]): Finding =>
  last && !isPassed(last)
    ? `Its last MOT test, on ${spoken(last.date)}, failed, and it has not passed since${named(last.failures ?? [])}.`
    : null

/**
 * From the last test only: defects that it does not list were repaired. A vehicle cannot pass with a dangerous defect.
 */
export const dangerousNow = ([last]: readonly MotTest[]): Finding => {
  if (!last) return null
  if (last.dangerous === null)
    return isPassed(last) ? null : unknown('the defects of its last test, which failed, are not published')
  if (last.dangerous.length === 0) return null
  const what = last.dangerous.length === 1 ? 'A dangerous defect' : `${last.dangerous.length} dangerous defects`
  return `${what} of the test on ${spoken(last.date)} ${last.dangerous.length === 1 ? 'is' : 'are'} outstanding${named(last.dangerous)}.`
}

/** The register often does not know: that is said, but decides nothing. An unknown word counts as unknown. */
export const recalled = ({ outstanding_recall: recall }: Vehicle): Finding => {
  if (recall === null) return unknown('the register does not say whether a safety recall is open')
  const word = recall.toLowerCase()
  if (word === 'yes') return 'A safety recall is open: the manufacturer has to mend it, without charge.'
  return word === 'no' || isUnsaid(recall)
    ? null
    : unknown(`the register says '${recall}' where it says whether a safety recall is open`)
}
export const isUnsaid = (recall: string | null): boolean => /^un(known|available)$/i.test(recall ?? '')

/** How long a vehicle may be driven by its tests. */
export interface TestedUntil {
  /** Null if only today's state is known. */
  readonly until: string | null
  /** Whether the first test is due on that day. */
  readonly first: boolean
  /** Today's state in the licensing register, if the day is unknown. */
  readonly valid: boolean | null
  /** What the licensing register says, in words, where it contradicts the tests. */
  readonly licensed?: string
}

/** Null if neither a test nor a due day states it. */
const byTests = (tests: readonly MotTest[], { first_mot_due: due }: Vehicle): TestedUntil | null => {
  const until = tests.length === 0 ? due : (tests.find(isPassed)?.expiry ?? null)
  return until === null ? null : { until, first: tests.length === 0, valid: null }
}
const isValid = ({ mot_status: status }: Registration): boolean | null =>
  /^valid$/i.test(status ?? '') ? true : /^not valid$/i.test(status ?? '') ? false : null
const byLicence = (licensing: Registration): TestedUntil | null => {
  const valid = isValid(licensing),
    until = licensing.mot_expiry
  return until === null && valid === null ? null : { until, first: false, valid }
}

/** Contradicts tests that have run out: it may know of a test that is not listed yet. */
const sayingValid = (licensing: Registration, today: string): string | null => {
  const { mot_expiry: until } = licensing
  if (until !== null) return until >= today ? `its MOT holds until ${spoken(until)}` : null
  return isValid(licensing) === true ? 'its MOT is valid' : null
}
/** Contradicts tests that hold, unless the last pass is so recent that it may not know of it. */
const sayingInvalid = (licensing: Registration, [last]: readonly MotTest[], today: string, lag: number) =>
  isValid(licensing) === false && (licensing.mot_expiry ?? '') < today && last && daysBetween(last.date, today) > lag
    ? 'its MOT is not valid'
    : null

interface Told {
  readonly record: Node<Vehicle>
  readonly tests: Node<readonly MotTest[]>
  readonly licensing: Node<Registration>
  readonly today: Node<string>
  readonly own: Node<{ readonly licensing_lag_days: number }>
}
/** From its tests, and what the licensing register says against them; if they state no day, from that register. */
export const testedUntil = ({ licensing, ...told }: Told): Node<TestedUntil> =>
  first(
    derive({ ...told, licensing: maybe(licensing) }, ({ record, tests, today, own, licensing }) => {
      const tested = byTests(tests, record)
      if (tested === null) return null
      const holds = (tested.until ?? '') >= today
      if (licensing === null) return holds ? whole(tested) : tested
      const licensed = holds
        ? sayingInvalid(licensing, tests, today, own.licensing_lag_days)
        : sayingValid(licensing, today)
      return licensed === null ? tested : { ...tested, licensed }
    }),
    derive(licensing, byLicence),
  )

const yearsBefore = (day: string, years: number): string => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
const isOut = ({ until, valid }: TestedUntil, today: string): boolean =>
  until === null ? valid === false : until < today

interface Due {
  readonly tested: TestedUntil
  readonly record: Vehicle
  readonly today: string
  readonly own: { readonly exempt_after_years: number }
}
/** Old vehicles need no test: hardly any was changed so much that it does, and nobody publishes which. */
export const isExempt = ({ record: { first_used: used }, today, own }: Omit<Due, 'tested'>): boolean =>
  used !== null && used <= yearsBefore(today, own.exempt_after_years)

export const expired = ({ tested, ...due }: Due): Finding => {
  const { until, first, licensed } = tested,
    { today } = due
  if (isExempt(due)) return null
  if (!isOut(tested, today))
    return licensed === undefined
      ? null
      : unknown(`by its tests its MOT holds until ${spoken(until!)}, and by DVLA ${licensed}`)
  const what =
    until === null
      ? 'MOT is not valid'
      : first
        ? `first MOT test was due on ${spoken(until)}, and there is none`
        : `MOT expired on ${spoken(until)}`
  return licensed === undefined ? `Its ${what}.` : unknown(`by its tests its ${what}, and by DVLA ${licensed}`)
}
