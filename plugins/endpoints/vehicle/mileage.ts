/** Odometer readings of tests, and anomalies in them. */
import { counted, spoken } from '@domesday/core'
import type { MotTest } from '@domesday/source-dvsa-mot-history'

export interface MileageReading {
  readonly date: string
  readonly mileage: number
}

/** Oldest first, one per day: a retest on the same day repeats the reading. */
export const readingsOf = (tests: readonly MotTest[]): readonly MileageReading[] => {
  const byDay = new Map(
    tests.toReversed().flatMap(({ date, miles }) => (miles === null ? [] : [[date, miles] as const])),
  )
  return [...byDay].map(([date, mileage]) => ({ date, mileage }))
}

export type Grade = 'none' | 'minor' | 'major'
export interface Anomaly {
  readonly grade: Grade
  readonly findings: readonly string[]
  /** The finding with the largest fall, if one is major. */
  readonly gravest: string | null
}
export interface Limits {
  /** Miles. A fall up to this may be a typing error. */
  readonly small_fall_miles: number
  /** Faster rises are anomalies. */
  readonly most_miles_a_year: number
}

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
const miles = (count: number): string => counted(count, 'mile')

interface Odd {
  readonly grade: Grade
  /** Miles; 0 for a rise. */
  readonly fall: number
  readonly finding: string
}

/**
 * Compares each reading with the one before. A fall above the small limit is major; a smaller one is minor, and so is a
 * rise too fast for any vehicle. A fall is also minor if one reading was mistyped: the next is above it again, or the
 * one before was too high to be reached. Null with fewer than two readings.
 */
export const anomalyOf = (
  readings: readonly MileageReading[],
  { small_fall_miles: smallFall, most_miles_a_year: mostAYear }: Limits,
): Anomaly | null => {
  if (readings.length < 2) return null
  // Count tests less than a month apart as a month apart: one long drive between them is no anomaly.
  const isTooFast = (from: MileageReading, to: MileageReading): boolean =>
    to.mileage - from.mileage > (mostAYear * Math.max(days(from.date, to.date), 30)) / 365
  const isSlip = (at: number): boolean => {
    const [before, from, to, next] = [readings[at - 2], readings[at - 1]!, readings[at]!, readings[at + 1]]
    if (next && next.mileage >= from.mileage) return true
    return before !== undefined && isTooFast(before, from) && to.mileage >= before.mileage
  }
  const fallOf = (at: number): Odd => {
    const from = readings[at - 1]!,
      to = readings[at]!,
      fall = from.mileage - to.mileage
    const slip = fall > smallFall && isSlip(at)
    const finding = `${miles(to.mileage)} on ${spoken(to.date)}, ${miles(fall)} fewer than on ${spoken(from.date)}.`
    return {
      grade: fall > smallFall && !slip ? 'major' : 'minor',
      fall,
      finding: slip ? `${finding} One of the two is taken for a slip: the readings around it agree.` : finding,
    }
  }
  const odd = readings.slice(1).flatMap((to, i): readonly Odd[] => {
    const from = readings[i]!,
      change = to.mileage - from.mileage
    if (change < 0) return [fallOf(i + 1)]
    if (!isTooFast(from, to)) return []
    const finding = `${miles(to.mileage)} on ${spoken(to.date)}, ${miles(change)} more than on ${spoken(from.date)}: faster than ${miles(mostAYear)} a year.`
    return [{ grade: 'minor', fall: 0, finding }]
  })
  const [gravest] = odd.filter(({ grade }) => grade === 'major').toSorted((a, b) => b.fall - a.fall)
  return {
    grade: gravest ? 'major' : odd.length > 0 ? 'minor' : 'none',
    findings: odd.map(({ finding }) => finding),
    gravest: gravest?.finding ?? null,
  }
}
