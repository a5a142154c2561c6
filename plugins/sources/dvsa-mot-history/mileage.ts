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
import type { MotTest, Vehicle } from './vehicle.ts'

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
      'major: a reading well below the one before it; minor: a little below, a slip, an odometer of five digits that may have gone over, or above what could be driven. Null with fewer than two readings',
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
  /** How long after a test its reading may be corrected. */
  readonly correction_days: number
}

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
const miles = (count: number): string => counted(count, 'mile')

interface Odd {
  readonly grade: Anomaly['grade']
  /** Miles; 0 for a rise. */
  readonly fall: number
  readonly finding: string
}

/** Most vehicles first used until then have odometers of five digits, which go on from 99,999 to 0. */
const lastOfFiveDigits = '1995-12-31'
const wentOver = (from: MileageReading, to: MileageReading, firstUsed: string | null): boolean =>
  firstUsed !== null &&
  firstUsed <= lastOfFiveDigits &&
  from.mileage >= 90_000 &&
  from.mileage < 100_000 &&
  to.mileage < 10_000

/** A tester types 0 or 1 where there is nothing to read. */
const isPlaceholder = ({ mileage }: MileageReading): boolean => mileage <= 1

/** Readings that a lower one corrects, each with that one: testers have some weeks to do so. */
const correctedIn = (readings: readonly MileageReading[], within: number) =>
  readings.slice(1).flatMap((to, i) => {
    const from = readings[i]!
    return to.mileage < from.mileage && days(from.date, to.date) <= within ? [{ from, to }] : []
  })

/**
 * Compares each reading with the one before. A fall above the small limit is major; a smaller one is minor, and so is a
 * rise too fast for any vehicle. A fall is also minor if one reading was mistyped: the next is above it again, or the
 * one before was too high to be reached; or if the odometer may have gone over. What was corrected soon after is left
 * out. Null with fewer than two readings.
 */
export const anomalyOf = (
  readings: readonly MileageReading[],
  { small_fall_miles: smallFall, most_miles_a_year: mostAYear, correction_days: correctionDays }: Limits,
  firstUsed: string | null = null,
): Anomaly | null => {
  if (readings.length < 2) return null
  const [read, typed] = [readings.filter((one) => !isPlaceholder(one)), readings.slice(1).filter(isPlaceholder)]
  const corrected = correctedIn(read, correctionDays)
  const real = read.filter((one) => !corrected.some(({ from }) => from === one))
  // Count tests less than a month apart as a month apart: one long drive between them is no anomaly.
  const isTooFast = (from: MileageReading, to: MileageReading): boolean =>
    to.mileage - from.mileage > (mostAYear * Math.max(days(from.date, to.date), 30)) / 365
  const isSlip = (at: number): boolean => {
    const [before, from, to, next] = [real[at - 2], real[at - 1]!, real[at]!, real[at + 1]]
    if (next && next.mileage >= from.mileage) return true
    return before !== undefined && isTooFast(before, from) && to.mileage >= before.mileage
  }
  const fallOf = (at: number): Odd => {
    const from = real[at - 1]!,
      to = real[at]!,
      fall = from.mileage - to.mileage
    const excuse =
      fall <= smallFall
        ? ''
        : isSlip(at)
          ? ' One of the two is taken for a slip: the readings around it agree.'
          : wentOver(from, to, firstUsed)
            ? ' An odometer of five digits, as vehicles of that age have, may have gone over.'
            : null
    const finding = `${miles(to.mileage)} on ${spoken(to.date)}, ${miles(fall)} fewer than on ${spoken(from.date)}.`
    return { grade: excuse === null ? 'major' : 'minor', fall, finding: `${finding}${excuse ?? ''}` }
  }
  const odd = real.slice(1).flatMap((to, i): readonly Odd[] => {
    const from = real[i]!,
      change = to.mileage - from.mileage
    if (change < 0) return [fallOf(i + 1)]
    if (!isTooFast(from, to)) return []
    const finding = `${miles(to.mileage)} on ${spoken(to.date)}, ${miles(change)} more than on ${spoken(from.date)}: faster than ${miles(mostAYear)} a year.`
    return [{ grade: 'minor', fall: 0, finding }]
  })
  const slips = [
    ...typed.map(({ date, mileage }) => `${miles(mileage)} on ${spoken(date)} is taken for a slip of the tester.`),
    ...corrected.map(
      ({ from, to }) =>
        `${miles(from.mileage)} on ${spoken(from.date)} is taken for a slip: a test on ${spoken(to.date)} read ${miles(to.mileage)}.`,
    ),
  ]
  const [gravest] = odd.filter(({ grade }) => grade === 'major').toSorted((a, b) => b.fall - a.fall)
  return {
    grade: gravest ? 'major' : odd.length + slips.length > 0 ? 'minor' : 'none',
    findings: [...odd.map(({ finding }) => finding), ...slips],
    gravest: gravest?.finding ?? null,
  }
}

/** `record` tells the age of the odometer. */
export const anomalyIn = (
  readings: Shown<readonly MileageReading[]>,
  record: Node<Pick<Vehicle, 'first_used'>>,
  own: Node<Limits>,
): Shown<Anomaly> =>
  render(anomalyShape, { readings, record, own }, ({ readings, record, own }) =>
    anomalyOf(readings, own, record.first_used),
  )
