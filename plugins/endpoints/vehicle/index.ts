import {
  derive,
  endpoint,
  field,
  integer,
  maybe,
  omit,
  params,
  pick,
  render,
  section,
  settings,
  take,
  today,
  whole,
} from '@domesday/core'
import { registrationOf } from '@domesday/source-dvla-ves'
import { anomalyIn, readingsOf, registration, summaryOf, testsOf, vehicleOf } from '@domesday/source-dvsa-mot-history'
import { healthOf } from './health.ts'
import { identityOf } from './identity.ts'
import { notesOf } from './notes.ts'
import { differencesOf, likeness } from './registers.ts'
import { testedUntil } from './roadworthiness.ts'

const asked = params({ registration })
const inDays = (description: string) => integer({ description, unit: 'days', minimum: 0 })
const inYears = (description: string) => integer({ description, unit: 'years', minimum: 1 })
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
  correction_days: inDays('A fall within so many days of a test is taken for a correction of its reading'),
  high_miles_a_year: integer({ description: 'More than this over its life is said', unit: 'miles', minimum: 1 }),
  exempt_after_years: inYears('From this age on most vehicles need no test'),
  test_due_soon_days: inDays('A test that is due within so many days is said'),
  untested_days: inDays('More between two tests is said'),
  licensing_lag_days: inDays('So long after a pass the licensing record may not know of it'),
  recurring_years: inYears('An item that tests found in so many is said'),
  recurring_within_years: inYears('Among so many last ones'),
  ...likeness,
})

const record = vehicleOf(asked)
const tests = testsOf(asked, record)
const licensing = registrationOf(asked)
const identity = identityOf(record, licensing)
const readings = readingsOf(tests)

const anomaly = anomalyIn(readings, record, own)
const tested = testedUntil({ record, tests, licensing, today, own })
// Rows of tests that are left out have no bearing on what the vehicle is.
const description = derive(record, ({ make, fuel_type, first_used }) => whole({ make, fuel_type, first_used }))
const differences = derive({ tested: description, licensed: licensing, own }, differencesOf)
const notes = notesOf({
  record,
  licensing: maybe(licensing),
  tested: maybe(tested),
  tests: maybe(tests),
  readings: maybe(readings),
  differences: maybe(differences),
  today,
  own,
})
const health = healthOf({ record, description, licensing, tests, readings, anomaly, tested, today, own, notes })

/** A vehicle's description, its tests, and how it was maintained. */
export const vehicle = endpoint({
  id: 'vehicle',
  title: 'Vehicle history',
  summary:
    'A vehicle by registration: its MOT tests with mileage, anomalies of the odometer, tax and MOT status of today, and how well it was kept.',
  home: import.meta.dirname,
  path: '/vehicle/{registration}',
  tool: 'uk_vehicle_intelligence',
  subject: { asked, required: [record] },
  sections: {
    vehicle: section(
      pick(record, 'registration'),
      pick(identity, 'make'),
      pick(record, 'model'),
      pick(identity, 'colour', 'fuel_type'),
      pick(record, 'first_used', 'engine_cc', 'outstanding_recall', 'first_mot_due'),
    ),

    mot_summary: section(summaryOf(tests)),
    mot_history: section('The last ten tests, newest first; a retest has a row of its own', take(10, tests)),

    mileage_trend: section(
      'Readings of all tests, oldest first, one a day; the newest hundred',
      render(readings.shape, readings, (readings) => readings.slice(-100)),
    ),
    mileage_anomaly: section(field(anomaly, 'grade')),
    mileage_findings: section(field(anomaly, 'findings')),

    health_score: section(field(health, 'score', '0 to 100, higher is better; null where too little is known')),
    health_rating: section(field(health, 'rating', 'EXCELLENT, GOOD, FAIR, POOR or CRITICAL')),
    health_assessment: section(health),

    tax_and_mot: section(omit(licensing, 'registration', 'make', 'colour', 'fuel_type')),
  },
})
