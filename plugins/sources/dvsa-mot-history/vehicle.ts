/** A vehicle with its tests, as the register describes it. */
import {
  choice,
  date,
  drawn,
  integer,
  list,
  number,
  object,
  orNull,
  render,
  rounded,
  subject,
  text,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'

/** The parameter of a path. */
export const registration: Shape<string> = subject(
  {
    id: 'vehicle',
    title: 'A vehicle',
    forms: [
      {
        title: 'registration',
        // Of today, with the year in front or behind, and without a year, as in Northern Ireland.
        pattern:
          '^([A-Z]{2}[0-9]{2}[A-Z]{3}|[A-Z][0-9]{1,3}[A-Z]{3}|[A-Z]{3}[0-9]{1,3}[A-Z]|[A-Z]{1,3}[0-9]{1,4}|[0-9]{1,4}[A-Z]{1,3})$',
        compact: true,
      },
    ],
  },
  {
    ...text({
      description: 'A UK registration, in any casing and spacing',
      examples: ['ZZ08 BUK'],
      pattern: '^\\s*(?:[A-Za-z0-9]\\s*){1,8}$',
      title: 'ZZ08 BUK: letters and digits, 8 at most, blanks aside',
    }),
    clean: (raw: string) => raw.toUpperCase().replace(/\s+/g, ''),
  },
)

const defects = (description: string) =>
  orNull(list(text(), `${description}; null where defects are not published, as for tests in Northern Ireland`))
const testFields = drawn(
  object({
    date: date('When the test was finished'),
    result: choice(['PASSED', 'FAILED'], { description: 'Of the test', tones: { good: ['PASSED'], bad: ['FAILED'] } }),
    expiry: orNull(date('Until when the certificate holds; none of a failed test')),
    mileage: orNull(
      integer({
        description: 'Odometer, converted where it counts kilometres; null where it could not be read',
        minimum: 0,
        unit: 'miles',
      }),
    ),
    advisories: defects('Defects of the types ADVISORY and MINOR'),
    failures: defects('Defects of the types MAJOR, DANGEROUS and FAIL'),
    dangerous: defects('Defects marked dangerous, whatever their type, but for those mended at the station'),
    rectified: defects('Defects that would have failed the vehicle, mended at the station during the test'),
    tested_as: orNull(text('The registration that it had at the test, where that was another')),
  }),
  'events',
  { on: 'date', word: 'result', more: ['dangerous', 'failures', 'advisories', 'rectified', 'mileage', 'expiry'] },
)
/** A completed test. Abandoned tests are not published. */
export interface MotTest extends Of<typeof testFields> {}
export const testShape: Shape<MotTest> = testFields

const vehicleFields = object({
  registration: text('Without blanks'),
  make: orNull(text('In capitals')),
  model: orNull(text('In capitals, as the agency holds it')),
  colour: orNull(text('Main colour')),
  fuel_type: orNull(text('Such as Petrol, Diesel or Electric')),
  first_used: orNull(date('First use in the United Kingdom, or else first registration')),
  engine_cc: orNull(integer({ description: 'Cylinder capacity; none of an electric vehicle', unit: 'cc' })),
  outstanding_recall: orNull(text('Yes, No, Unknown or Unavailable')),
  first_mot_due: orNull(date('When the first test is due, of a vehicle too new to have had one')),
  tests: orNull(
    list(
      testShape,
      'Newest first; none for a vehicle too new to have one, and null where the record says nothing of tests',
    ),
  ),
})
/** A vehicle at its last test, or as registered. */
export interface Vehicle extends Of<typeof vehicleFields> {}
export const vehicleShape: Shape<Vehicle> = vehicleFields

export const isPassed = ({ result }: MotTest): boolean => result === 'PASSED'
/** Per cent of at least one test. */
export const passRateOf = (tests: readonly MotTest[]): number => (100 * tests.filter(isPassed).length) / tests.length

const summary = drawn(
  object({
    tests: integer('All finished tests on record'),
    passed: integer('Of these'),
    failed: integer('Of these'),
    pass_rate_pct: orNull(number({ description: 'Null without a test', unit: '%', minimum: 0, maximum: 100 })),
  }),
  'shares',
  { total: 'tests', good: 'passed', bad: 'failed' },
)
export const summaryOf = (tests: Shown<readonly MotTest[]>): Shown<Of<typeof summary>> =>
  render(summary, tests, (tests) => {
    const passed = tests.filter(isPassed).length
    return {
      tests: tests.length,
      passed,
      failed: tests.length - passed,
      pass_rate_pct: tests.length === 0 ? null : rounded(passRateOf(tests), 1),
    }
  })
