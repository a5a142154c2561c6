import { choice, date, flag, integer, list, number, object, orNull, scored, text, type Shape } from '@domesday/core'

export const registration: Shape<string> = {
  kind: 'vehicle',
  ...text({
    description: 'A UK registration, in any casing and spacing',
    examples: ['ZZ08 BUK'],
    pattern: '^\\s*(?:[A-Za-z0-9]\\s*){1,8}$',
    title: 'ZZ08 BUK: letters and digits, 8 at most, blanks aside',
  }),
  clean: (raw: string) => raw.toUpperCase().replace(/\s+/g, ''),
}

const mileage = { description: 'Odometer; converted where it counts kilometres', minimum: 0, unit: 'miles' }
const defects = (description: string) =>
  orNull(list(text(), `${description}; null where defects are not published, as for tests in Northern Ireland`))

export const response = {
  vehicle: object({
    registration: text('Without blanks'),
    make: orNull(
      text('In capitals. Make, colour and fuel are of the licensing record where the test record lacks them'),
    ),
    model: orNull(text('In capitals, as the agency holds it')),
    colour: orNull(text('Main colour')),
    fuel_type: orNull(text('Such as Petrol, Diesel or Electric')),
    first_used: orNull(date('First use in the United Kingdom, or else first registration')),
    engine_cc: orNull(integer({ description: 'Cylinder capacity; none of an electric vehicle', unit: 'cc' })),
    outstanding_recall: orNull(text('Yes, No, Unknown or Unavailable')),
    first_mot_due: orNull(date('When the first test is due, of a vehicle too new to have had one')),
  }),
  mot_summary: object({
    tests: integer('All finished tests on record'),
    passed: integer('Of these'),
    failed: integer('Of these'),
    pass_rate_pct: orNull(number({ description: 'Null without a test', unit: '%', minimum: 0, maximum: 100 })),
  }),
  mot_history: list(
    object({
      date: date('When the test was finished'),
      result: choice(['PASSED', 'FAILED'], 'Of the test'),
      expiry: orNull(date('Until when the certificate holds; none of a failed test')),
      mileage: orNull(
        integer({
          ...mileage,
          description: 'Odometer, converted where it counts kilometres; null where it could not be read',
        }),
      ),
      advisories: defects('Defects of the types ADVISORY and MINOR'),
      failures: defects('Defects of the types MAJOR, DANGEROUS and FAIL'),
      dangerous: defects('Defects marked dangerous, whatever their type, but for those mended at the station'),
    }),
    'The last ten tests, newest first; a retest has a row of its own',
  ),
  mileage_trend: list(
    object({ date: date('Day of the test'), mileage: integer(mileage) }),
    'Readings of all tests, oldest first, one a day; the newest hundred',
  ),
  mileage_anomaly: orNull(
    choice(
      ['none', 'minor', 'major'],
      'major: a reading well below the one before it; minor: a little below, a slip that the readings around it show, or above what could be driven. Null with fewer than two readings',
    ),
  ),
  mileage_findings: orNull(
    list(
      text('A sentence'),
      'Each odd reading in plain English; empty when there is none, null with fewer than two readings',
    ),
  ),
  health_score: orNull(
    integer({ description: '0 to 100, higher is better; null where too little is known', minimum: 0, maximum: 100 }),
  ),
  health_rating: orNull(text('EXCELLENT, GOOD, FAIR, POOR or CRITICAL')),
  health_assessment: scored,
  tax_and_mot: object({
    tax_status: orNull(text('Taxed, Untaxed, SORN or Not Taxed for on Road Use')),
    tax_due: orNull(date('When tax is next due')),
    mot_status: orNull(text('Valid, Not valid, No details held by DVLA or No results returned')),
    mot_expiry: orNull(date('Until when the MOT certificate holds')),
    year_of_manufacture: orNull(integer('Calendar year')),
    co2_g_km: orNull(
      integer({ description: 'Emissions of carbon dioxide; 0 of a motorcycle means nothing', unit: 'g/km' }),
    ),
    marked_for_export: orNull(flag('Said to have left, or to be leaving, the country')),
    certificate_issued: orNull(
      date('When the registration certificate (V5C) was last issued: mostly a change of keeper'),
    ),
  }),
}
