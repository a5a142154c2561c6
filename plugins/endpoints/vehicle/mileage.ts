/** Odometer readings of tests, and what is odd about them. */
import { counted, spoken } from '@domesday/core'
import type { MotTest } from '@domesday/source-dvsa-mot-history'

export interface MileageReading {
  readonly date: string
  readonly mileage: number
}

/** Oldest first, one a day: a retest of the same day repeats the reading. */
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
  /** The finding of the furthest fall, where one is major. */
  readonly gravest: string | null
}
export interface Limits {
  /** A fall up to this may be a slip of the keyboard, miles. */
  readonly small_fall_miles: number
  /** No vehicle is taken to cover more. */
  readonly most_miles_a_year: number
}

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
const miles = (count: number): string => counted(count, 'mile')

interface Odd {
  readonly grade: Grade
  /** Miles; 0 of a rise. */
  readonly fall: number
  readonly finding: string
}

/**
 * Each reading against the one before: a fall by more than the small one is major, a smaller fall minor, and so is a
 * rise that no vehicle could drive in the time. A fall is minor too where one reading was typed wrong: the next is
 * back above it, or the one before it could not have been driven to. Null with fewer than two readings.
 */
export const anomalyOf = (
  readings: readonly MileageReading[],
  { small_fall_miles: smallFall, most_miles_a_year: mostAYear }: Limits,
): Anomaly | null => {
  if (readings.length < 2) return null
  // Tests of one month are taken to lie a month apart: a long drive between two of them is no anomaly.
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
