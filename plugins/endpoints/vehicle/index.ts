import {
  counted,
  derive,
  endpoint,
  factor,
  integer,
  maybe,
  params,
  rounded,
  score,
  section,
  settings,
  spoken,
} from '@domesday/core'
import { registrationOf } from '@domesday/source-dvla-ves'
import { testsOf, vehicleOf, type MotTest } from '@domesday/source-dvsa-mot-history'
import { identityOf } from './identity.ts'
import { anomalyOf, readingsOf } from './mileage.ts'
import { failedInWords, lastTests } from './phrases.ts'
import { registration, response } from './response.ts'

const asked = params({ registration })
const own = settings({
  recent_tests: integer({ description: 'How many of the last tests count as recent', minimum: 1 }),
  small_fall_miles: integer({
    description: 'A fall between two readings up to this is a minor anomaly',
    unit: 'miles',
    minimum: 0,
  }),
  most_miles_a_year: integer({
    description: 'A faster rise between two readings is a minor anomaly',
    unit: 'miles',
    minimum: 1,
  }),
})

const record = vehicleOf(asked)
const tests = testsOf(asked, record)
const licensing = registrationOf(asked)
const identity = identityOf(record, licensing)
const readings = derive({ tests }, ({ tests }) => readingsOf(tests))
const anomaly = derive({ readings, own }, ({ readings, own }) => anomalyOf(readings, own))

const isPassed = ({ result }: MotTest): boolean => result === 'PASSED'
const shareOf = (tests: readonly MotTest[]): number => (100 * tests.filter(isPassed).length) / tests.length
/** Not known, and why: no curve has a place for it. */
const untested = (due: string | null) => ({
  metric: 'no test',
  detail: due === null ? 'No test is on record.' : `No test yet: the first is due on ${spoken(due)}.`,
})

const health = score('vehicle-health', {
  pass_rate: factor({ tests, record }, ({ tests, record }) =>
    tests.length === 0
      ? untested(record.firstTestDue)
      : {
          metric: shareOf(tests),
          detail: `${tests.filter(isPassed).length} of ${counted(tests.length, 'test')} passed (${rounded(shareOf(tests))} %).`,
        },
  ),

  recent_advisories: factor({ tests, record, own }, ({ tests, record, own }) => {
    const recent = tests.slice(0, own.recent_tests),
      published = recent.filter(({ advisories }) => advisories !== null)
    if (recent.length === 0) return untested(record.firstTestDue)
    if (published.length === 0)
      return { metric: 'not published', detail: `Defects are not published for ${lastTests(recent.length)}.` }
    const count = published.flatMap(({ advisories }) => advisories ?? []).length
    return {
      metric: count,
      detail: `${count === 0 ? 'No advisory' : counted(count, 'advisory or minor defect')} in ${lastTests(published.length)}.`,
    }
  }),

  recent_failures: factor({ tests, record, own }, ({ tests, record, own }) => {
    const recent = tests.slice(0, own.recent_tests),
      failed = recent.filter((test) => !isPassed(test))
    if (recent.length === 0) return untested(record.firstTestDue)
    // A failed test whose reasons are not published had one at least.
    const count = failed.reduce((sum, { failures }) => sum + Math.max(1, failures?.length ?? 1), 0)
    return { metric: count, detail: failedInWords(recent.length, failed.length, count) }
  }),
})

/** What a vehicle is, how its tests went, and how it was kept. */
export const vehicle = endpoint({
  id: 'vehicle',
  title: 'Vehicle history',
  summary:
    'A vehicle by registration: its MOT tests with mileage, anomalies of the odometer, tax and MOT status of today, and how well it was kept.',
  home: import.meta.dirname,
  path: '/vehicle/{registration}',
  tool: 'uk_vehicle_intelligence',
  asked,
  required: [record],
  response,
  sections: {
    vehicle: section({ record, identity }, ({ record, identity }) => ({
      registration: record.registration,
      make: identity.make,
      model: record.model,
      colour: identity.colour,
      fuel_type: identity.fuel,
      first_used: record.firstUsed,
      engine_cc: record.engineCc,
      outstanding_recall: record.recall,
      first_mot_due: record.firstTestDue,
    })),

    mot_summary: section({ tests }, ({ tests }) => {
      const passed = tests.filter(isPassed).length
      return {
        tests: tests.length,
        passed,
        failed: tests.length - passed,
        pass_rate_pct: tests.length === 0 ? null : rounded(shareOf(tests), 1),
      }
    }),
    mot_history: section({ tests }, ({ tests }) =>
      tests.slice(0, 10).map(({ date, result, expiry, miles, advisories, failures, dangerous }) => ({
        date,
        result,
        expiry,
        mileage: miles,
        advisories,
        failures,
        dangerous,
      })),
    ),

    mileage_trend: section({ readings }, ({ readings }) => readings.slice(-100)),
    mileage_anomaly: section({ anomaly: maybe(anomaly) }, ({ anomaly }) => anomaly?.grade ?? null),
    mileage_findings: section({ anomaly: maybe(anomaly) }, ({ anomaly }) => anomaly?.findings ?? null),

    health_score: section({ health }, ({ health }) => health.score),
    health_rating: section({ health }, ({ health }) => health.rating),
    health_assessment: section({ health }, ({ health }) => health),

    tax_and_mot: section({ licensing }, ({ licensing }) => ({
      tax_status: licensing.taxStatus,
      tax_due: licensing.taxDue,
      mot_status: licensing.motStatus,
      mot_expiry: licensing.motExpiry,
      year_of_manufacture: licensing.yearMade,
      co2_g_km: licensing.co2,
      marked_for_export: licensing.markedForExport,
      certificate_issued: licensing.certificateIssued,
    })),
  },
})
