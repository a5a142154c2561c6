import { derive, endpoint, integer, maybe, params, rounded, section, settings, today } from '@domesday/core'
import { registrationOf } from '@domesday/source-dvla-ves'
import { testsOf, vehicleOf } from '@domesday/source-dvsa-mot-history'
import { healthOf, shareOf, testedUntil } from './health.ts'
import { identityOf } from './identity.ts'
import { anomalyOf, readingsOf } from './mileage.ts'
import { notesOf } from './notes.ts'
import { registration, response } from './response.ts'
import { isPassed } from './roadworthiness.ts'

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
  exempt_after_years: integer({
    description: 'From this age on most vehicles need no test',
    unit: 'years',
    minimum: 1,
  }),
  test_due_soon_days: integer({
    description: 'A test that is due within so many days is said',
    unit: 'days',
    minimum: 0,
  }),
})

const record = vehicleOf(asked)
const tests = testsOf(asked, record)
const licensing = registrationOf(asked)
const identity = identityOf(record, licensing)
const readings = derive({ tests }, ({ tests }) => readingsOf(tests))
const anomaly = derive({ readings, own }, ({ readings, own }) => anomalyOf(readings, own))

const tested = testedUntil(record, tests, licensing)
const health = healthOf({ record, tests, readings, tested, today, own })
const notes = derive({ record, licensing: maybe(licensing), tested: maybe(tested), today, own }, ({ own, ...known }) =>
  notesOf({ ...known, soon: own.test_due_soon_days }),
)

/** A vehicle's description, its tests, and how it was maintained. */
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
    health_assessment: section({ health, notes }, ({ health, notes }) => ({
      ...health,
      recommendation: [health.recommendation, ...notes].join(' '),
    })),

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
