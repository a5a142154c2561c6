/** Roadworthiness of a vehicle in the registers: facts that decide, whatever its history. */
import { counted, derive, first, maybe, spoken, unknown, type Node, type Unknown } from '@domesday/core'
import type { Registration } from '@domesday/source-dvla-ves'
import {
  isPassed,
  type Anomaly,
  type MileageReading,
  type MotTest,
  type Vehicle,
} from '@domesday/source-dvsa-mot-history'

/** `: Brake pipe corroded; Tyre worn and 2 more` */
const named = (defects: readonly string[]): string =>
  defects.length === 0
    ? ''
    : `: ${defects.slice(0, 2).join('; ')}${defects.length > 2 ? ` and ${defects.length - 2} more` : ''}`

type Finding = string | Unknown | null

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
  /** By the licensing register, where it says otherwise than the tests. */
  readonly licensed?: string
}

/** Null if neither a test nor a due day states it. */
const byTests = (tests: readonly MotTest[], { first_mot_due: due }: Vehicle): TestedUntil | null => {
  const until = tests.length === 0 ? due : (tests.find(isPassed)?.expiry ?? null)
  return until === null ? null : { until, first: tests.length === 0, valid: null }
}
const byLicence = ({ mot_status: status, mot_expiry: until }: Registration): TestedUntil | null => {
  const valid = /^valid$/i.test(status ?? '') ? true : /^not valid$/i.test(status ?? '') ? false : null
  return until === null && valid === null ? null : { until, first: false, valid }
}
/**
 * From its tests or, if they state no day, from the licensing register. Where it has run out by its tests, that
 * register may have a certificate that still holds: it may know of a test that is not listed yet.
 */
export const testedUntil = (
  record: Node<Vehicle>,
  tests: Node<readonly MotTest[]>,
  licensing: Node<Registration>,
  today: Node<string>,
): Node<TestedUntil> =>
  first(
    derive({ record, tests, today }, ({ record, tests, today }) => {
      const tested = byTests(tests, record)
      return (tested?.until ?? '') >= today ? tested : null
    }),
    derive({ record, tests, licensing: maybe(licensing), today }, ({ record, tests, licensing, today }) => {
      const tested = byTests(tests, record),
        licensed = licensing?.mot_expiry ?? ''
      return tested && licensed >= today ? { ...tested, licensed } : tested
    }),
    derive(licensing, byLicence),
  )

const yearsBefore = (day: string, years: number): string => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`

/** Old vehicles without substantial changes need no test, and nobody publishes which were changed. */
export const expired = ({
  tested: { until, first, valid, licensed },
  record: { first_used: firstUsed },
  today,
  own: { exempt_after_years: exemptAfterYears },
}: {
  readonly tested: TestedUntil
  readonly record: Vehicle
  readonly today: string
  readonly own: { readonly exempt_after_years: number }
}): Finding => {
  if (until === null ? valid !== false : until >= today) return null
  const what =
    until === null
      ? 'MOT is not valid'
      : first
        ? `first MOT test was due on ${spoken(until)}, and there is none`
        : `MOT expired on ${spoken(until)}`
  if (licensed !== undefined)
    return unknown(`by its tests its ${what}, and by DVLA its MOT holds until ${spoken(licensed)}`)
  return firstUsed !== null && firstUsed <= yearsBefore(today, exemptAfterYears)
    ? unknown(`its ${what}, but after ${exemptAfterYears} years it needs none unless it was changed substantially`)
    : `Its ${what}.`
}
