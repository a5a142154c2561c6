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
  scored,
  section,
  settings,
  take,
  today,
} from '@domesday/core'
import { registrationOf } from '@domesday/source-dvla-ves'
import { anomalyIn, readingsOf, registration, summaryOf, testsOf, vehicleOf } from '@domesday/source-dvsa-mot-history'
import { healthOf } from './health.ts'
import { identityOf } from './identity.ts'
import { firstOf, notesOf } from './notes.ts'
import { testedUntil } from './roadworthiness.ts'

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
const readings = readingsOf(tests)

const anomaly = anomalyIn(readings, record, own)
const tested = testedUntil(record, tests, licensing, today)
const health = healthOf({ record, tests, readings, anomaly, tested, today, own })
const notes = derive(
  { record, licensing: maybe(licensing), tested: maybe(tested), tests: maybe(tests), today, own },
  (known) => ({ before: firstOf(known.licensing), after: notesOf(known) }),
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
    health_assessment: section(
      render(scored, { health, notes }, ({ health, notes }) => ({
        ...health,
        recommendation: [...notes.before, health.recommendation, ...notes.after].join(' '),
      })),
    ),

    tax_and_mot: section(omit(licensing, 'registration', 'make', 'colour', 'fuel_type')),
  },
})
