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
}
export interface Limits {
  /** A fall up to this may be a slip of the keyboard, miles. */
  readonly small_fall_miles: number
  /** No vehicle is taken to cover more. */
  readonly most_miles_a_year: number
}

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
const miles = (count: number): string => counted(count, 'mile')

/**
 * Each reading against the one before: a fall by more than the small one is major, a smaller fall minor, and so is a rise that no
 * vehicle could drive in the time. Null with fewer than two readings.
 */
export const anomalyOf = (
  readings: readonly MileageReading[],
  { small_fall_miles: smallFall, most_miles_a_year: mostAYear }: Limits,
): Anomaly | null => {
  if (readings.length < 2) return null
  const odd = readings.slice(1).flatMap((to, i) => {
    const from = readings[i]!,
      change = to.mileage - from.mileage
    if (change < 0) {
      const grade: Grade = -change > smallFall ? 'major' : 'minor'
      return [
        {
          grade,
          finding: `${miles(to.mileage)} on ${spoken(to.date)}, ${miles(-change)} fewer than on ${spoken(from.date)}.`,
        },
      ]
    }
    // Tests of one month are taken to lie a month apart: a long drive between two of them is no anomaly.
    const most = (mostAYear * Math.max(days(from.date, to.date), 30)) / 365
    if (change <= most) return []
    const finding = `${miles(to.mileage)} on ${spoken(to.date)}, ${miles(change)} more than on ${spoken(from.date)}: faster than ${miles(mostAYear)} a year.`
    return [{ grade: 'minor' as const, finding }]
  })
  return {
    grade: odd.some(({ grade }) => grade === 'major') ? 'major' : odd.length > 0 ? 'minor' : 'none',
    findings: odd.map(({ finding }) => finding),
  }
}
