/** What the odometer showed at the tests, and what is odd in that. */
import {
  choice,
  counted,
  date,
  drawn,
  integer,
  list,
  object,
  orNull,
  render,
  spoken,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import type { MotTest } from './vehicle.ts'

const readingFields = drawn(
  object({
    date: date('Day of the test'),
    mileage: integer({ description: 'Odometer; converted where it counts kilometres', minimum: 0, unit: 'miles' }),
  }),
  'series',
  { on: 'date', counter: 'mileage' },
)
export interface MileageReading extends Of<typeof readingFields> {}
const readingShape: Shape<MileageReading> = readingFields

export const readingsIn = (tests: readonly MotTest[]): readonly MileageReading[] => {
  const byDay = new Map(
    tests.toReversed().flatMap(({ date, mileage }) => (mileage === null ? [] : [[date, mileage] as const])),
  )
  return [...byDay].map(([date, mileage]) => ({ date, mileage }))
}

/** Oldest first, one per day: a retest on the same day repeats the reading. */
export const readingsOf = (tests: Shown<readonly MotTest[]>): Shown<readonly MileageReading[]> =>
  render(list(readingShape), tests, readingsIn)

const anomalyFields = object({
  grade: choice(['none', 'minor', 'major'], {
    description:
      'major: a reading well below the one before it; minor: a little below, a slip that the readings around it show, or above what could be driven. Null with fewer than two readings',
    tones: { good: ['none'], fair: ['minor'], bad: ['major'] },
  }),
  findings: list(
    text('A sentence'),
    'Each odd reading in plain English; empty when there is none, null with fewer than two readings',
  ),
  gravest: orNull(text('The finding with the largest fall, if one is major')),
})
export interface Anomaly extends Of<typeof anomalyFields> {}
const anomalyShape: Shape<Anomaly> = anomalyFields

export interface Limits {
  /** Miles. A fall up to this may be a typing error. */
  readonly small_fall_miles: number
  /** Faster rises are anomalies. */
  readonly most_miles_a_year: number
}

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
const miles = (count: number): string => counted(count, 'mile')

interface Odd {
  readonly grade: Anomaly['grade']
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

export const anomalyIn = (readings: Shown<readonly MileageReading[]>, own: Node<Limits>): Shown<Anomaly> =>
  render(anomalyShape, { readings, own }, ({ readings, own }) => anomalyOf(readings, own))
