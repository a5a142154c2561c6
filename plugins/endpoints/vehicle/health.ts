/** How well a vehicle was maintained: its tests as a score, and facts that no good history outweighs. */
import {
  atLeast,
  counted,
  factor,
  gate,
  gates,
  maybe,
  notApplicable,
  rounded,
  score,
  spoken,
  unknown,
  type Gate,
  type Node,
  type ScoreNode,
} from '@domesday/core'
import {
  isPassed,
  passRateOf,
  type Anomaly,
  type MileageReading,
  type MotTest,
  type Vehicle,
} from '@domesday/source-dvsa-mot-history'
import { againDangerous, type Limits } from './recurring.ts'
import { twoVehicles, type Both } from './registers.ts'
import { dangerousNow, expired, failedSince, named, recalled, turnedBack, type TestedUntil } from './roadworthiness.ts'

export interface Evidence {
  readonly record: Node<Vehicle>
  readonly description: Node<Both['tested']>
  readonly licensing: Node<NonNullable<Both['licensed']>>
  /** Newest first. */
  readonly tests: Node<readonly MotTest[]>
  readonly readings: Node<readonly MileageReading[]>
  readonly anomaly: Node<Anomaly>
  readonly tested: Node<TestedUntil>
  readonly today: Node<string>
  readonly own: Node<{ readonly recent_tests: number; readonly exempt_after_years: number } & Limits & Both['own']>
  /** Facts that are told and do not affect the score. */
  readonly notes: Readonly<Record<string, Gate>>
}

/** `the last test`, `the last 3 tests` */
export const lastTests = (count: number): string =>
  count === 1 ? 'the last test' : `the last ${counted(count, 'test')}`

/** Failed tests among the recent ones, and their reasons. */
export const failedInWords = (recent: number, failed: number, reasons: number): string => {
  if (failed === 0) return `No failure in ${lastTests(recent)}.`
  const why = counted(reasons, 'reason')
  return recent === 1
    ? `The last test failed, with ${why} for failure.`
    : `${counted(failed, 'failed test')} among the last ${recent}, with ${why} for failure.`
}

const untested = ({ first_mot_due: due }: Vehicle) =>
  notApplicable(
    due === null ? 'no test is on record' : `it has had no test yet, and the first is due on ${spoken(due)}`,
  )

const passRate = (tests: readonly MotTest[]) => ({
  metric: passRateOf(tests),
  detail: `${tests.filter(isPassed).length} of ${counted(tests.length, 'test')} passed (${rounded(passRateOf(tests))} %).`,
})

const advisories = (recent: readonly MotTest[]) => {
  const published = recent.flatMap(({ advisories }) => (advisories === null ? [] : [advisories]))
  if (published.length === 0) return unknown(`defects are not published for ${lastTests(recent.length)}`)
  const count = published.flat().length
  const found = `${count === 0 ? 'No advisory' : counted(count, 'advisory or minor defect')} in ${lastTests(published.length)}`
  return published.length < recent.length
    ? atLeast(count, `${found} whose defects are published, of ${recent.length}.`)
    : { metric: count, detail: `${found}.` }
}

const failures = (recent: readonly MotTest[]) => {
  const failed = recent.filter((test) => !isPassed(test))
  // A failed test had at least one reason, even if the reasons are not published.
  const count = failed.reduce((sum, { failures }) => sum + Math.max(1, failures?.length ?? 1), 0)
  const mended = recent.flatMap(({ rectified }) => rectified ?? [])
  const afterwards =
    mended.length === 0 ? '' : ` ${counted(mended.length, 'defect')} mended at the station${named(mended)}.`
  const detail = failedInWords(recent.length, failed.length, count)
  return failed.some(({ failures }) => failures === null)
    ? atLeast(count, `${detail.slice(0, -1)} at least: not all are published.${afterwards}`)
    : { metric: count, detail: `${detail}${afterwards}` }
}

export const healthOf = ({
  record,
  description,
  licensing,
  tests,
  readings,
  anomaly,
  tested,
  today,
  own,
  notes,
}: Evidence): ScoreNode =>
  score(
    'vehicle-health',
    {
      pass_rate: factor({ tests, record }, ({ tests, record }) =>
        tests.length === 0 ? untested(record) : passRate(tests),
      ),
      recent_advisories: factor({ tests, record, own }, ({ tests, record, own }) =>
        tests.length === 0 ? untested(record) : advisories(tests.slice(0, own.recent_tests)),
      ),
      recent_failures: factor({ tests, record, own }, ({ tests, record, own }) =>
        tests.length === 0 ? untested(record) : failures(tests.slice(0, own.recent_tests)),
      ),
    },
    {
      gates: gates({
        two_vehicles: gate({ tested: description, licensed: maybe(licensing), own }, twoVehicles),
        mileage_turned_back: gate({ anomaly: maybe(anomaly), readings, tests }, turnedBack),
        last_test_failed: gate(tests, failedSince),
        dangerous_defect: gate(tests, dangerousNow),
        dangerous_again: gate({ tests, today, own }, againDangerous),
        open_recall: gate(record, recalled),
        mot_expired: gate({ tested, record, today, own }, expired),
        ...notes,
      }),
    },
  )
