/** How well a vehicle was maintained: its tests as a score, and facts that no good history outweighs. */
import {
  atLeast,
  counted,
  derive,
  factor,
  first,
  gate,
  gates,
  notApplicable,
  rounded,
  score,
  spoken,
  unknown,
  type Node,
  type ScoreNode,
} from '@domesday/core'
import type { Registration } from '@domesday/source-dvla-ves'
import type { MotTest, Vehicle } from '@domesday/source-dvsa-mot-history'
import { anomalyOf, type Limits, type MileageReading } from './mileage.ts'
import { failedInWords, lastTests } from './phrases.ts'
import {
  byLicence,
  byTests,
  dangerousNow,
  expired,
  failedSince,
  isPassed,
  recalled,
  turnedBack,
  type TestedUntil,
} from './roadworthiness.ts'

export interface Evidence {
  readonly record: Node<Vehicle>
  /** Newest first. */
  readonly tests: Node<readonly MotTest[]>
  readonly readings: Node<readonly MileageReading[]>
  readonly tested: Node<TestedUntil>
  readonly today: Node<string>
  readonly own: Node<Limits & { readonly recent_tests: number; readonly exempt_after_years: number }>
}

/** From its tests or, if they state no day, from the licensing register. */
export const testedUntil = (
  record: Node<Vehicle>,
  tests: Node<readonly MotTest[]>,
  licensing: Node<Registration>,
): Node<TestedUntil> =>
  first(
    derive({ record, tests }, ({ record, tests }) => byTests(tests, record)),
    derive({ licensing }, ({ licensing }) => byLicence(licensing)),
  )

export const shareOf = (tests: readonly MotTest[]): number => (100 * tests.filter(isPassed).length) / tests.length

const untested = ({ firstTestDue: due }: Vehicle) =>
  notApplicable(
    due === null ? 'no test is on record' : `it has had no test yet, and the first is due on ${spoken(due)}`,
  )

export const healthOf = ({ record, tests, readings, tested, today, own }: Evidence): ScoreNode =>
  score(
    'vehicle-health',
    {
      pass_rate: factor({ tests, record }, ({ tests, record }) =>
        tests.length === 0
          ? untested(record)
          : {
              metric: shareOf(tests),
              detail: `${tests.filter(isPassed).length} of ${counted(tests.length, 'test')} passed (${rounded(shareOf(tests))} %).`,
            },
      ),

      recent_advisories: factor({ tests, record, own }, ({ tests, record, own }) => {
        const recent = tests.slice(0, own.recent_tests),
          published = recent.flatMap(({ advisories }) => (advisories === null ? [] : [advisories]))
        if (recent.length === 0) return untested(record)
        if (published.length === 0) return unknown(`defects are not published for ${lastTests(recent.length)}`)
        const count = published.flat().length
        const found = `${count === 0 ? 'No advisory' : counted(count, 'advisory or minor defect')} in ${lastTests(published.length)}`
        return published.length < recent.length
          ? atLeast(count, `${found} whose defects are published, of ${recent.length}.`)
          : { metric: count, detail: `${found}.` }
      }),

      recent_failures: factor({ tests, record, own }, ({ tests, record, own }) => {
        const recent = tests.slice(0, own.recent_tests),
          failed = recent.filter((test) => !isPassed(test))
        if (recent.length === 0) return untested(record)
        // A failed test had at least one reason, even if the reasons are not published.
        const count = failed.reduce((sum, { failures }) => sum + Math.max(1, failures?.length ?? 1), 0)
        const detail = failedInWords(recent.length, failed.length, count)
        return failed.some(({ failures }) => failures === null)
          ? atLeast(count, `${detail.slice(0, -1)} at least: not all are published.`)
          : { metric: count, detail }
      }),
    },
    {
      gates: gates({
        mileage_turned_back: gate({ readings, tests, own }, ({ readings, tests, own }) =>
          turnedBack(anomalyOf(readings, own), readings, tests),
        ),
        last_test_failed: gate({ tests }, ({ tests }) => failedSince(tests)),
        dangerous_defect: gate({ tests }, ({ tests }) => dangerousNow(tests)),
        open_recall: gate({ record }, ({ record }) => recalled(record)),
        mot_expired: gate({ tested, record, today, own }, ({ tested, record, today, own }) =>
          expired(tested, record, today, own.exempt_after_years),
        ),
      }),
    },
  )
