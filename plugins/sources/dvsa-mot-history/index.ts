import {
  counted,
  day,
  isNoSuch,
  list,
  need,
  noSuch,
  partly,
  quantity,
  sent,
  source,
  stated,
  wire,
  type Node,
  type NoSuch,
  type Sent,
  type Shown,
} from '@domesday/core'
import { testShape, vehicleShape, type MotTest, type Vehicle } from './vehicle.ts'

export { anomalyIn, readingsOf, type Anomaly, type MileageReading } from './mileage.ts'
export { isPassed, passRateOf, registration, summaryOf, type MotTest, type Vehicle } from './vehicle.ts'

export const dvsaMotHistory = source({
  id: 'dvsa-mot-history',
  title: 'DVSA MOT History',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Driver and Vehicle Standards Agency licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'Open Government Licence, under the terms that come with a key; the documentation tells how to keep an offline copy.',
    url: 'https://dvsa.github.io/mot-history-api-documentation/',
  },
  coverage:
    'Vehicles tested in Great Britain since 2005, heavy ones since 2018, in Northern Ireland since 2017; newer ones with the day their first test is due',
  auth: [
    {
      oauth: 'https://login.microsoftonline.com/${TENANT_ID}/oauth2/v2.0/token',
      scope: 'https://tapi.dvsa.gov.uk/.default',
      client: 'body',
      expired: /MOTH-FB-02/,
    },
    { header: 'X-API-Key', secret: 'API_KEY' },
  ],
  signup: 'https://documentation.history.mot.api.gov.uk',
  // Going over a quota blocks the client for minutes; an early retry would prolong the block.
  slow: ({ status, headers, body }) =>
    status === 429 && headers['retry-after'] === undefined && /MOTH-RL-\d{2}/.test(body) ? 120 : null,
})

const { text: words, scalar, must, mustOrNull, often } = sent
// Held against a client generated from the agency's OpenAPI document. Of a test it requires the result, the kind of
// reading, and the day, which may be null for heavy vehicles; of a vehicle the word on recalls. A new one has no tests.
const vehicleWire = wire({
  registration: must(words),
  hasOutstandingRecall: often(words),
  make: words,
  model: words,
  primaryColour: words,
  fuelType: words,
  engineSize: scalar,
  firstUsedDate: words,
  registrationDate: words,
  motTestDueDate: words,
  ...sent.unread('manufactureDate', 'manufactureYear', 'secondaryColour'),
  motTests: [
    {
      completedDate: mustOrNull(words),
      testResult: must(words),
      odometerResultType: often(words),
      odometerValue: scalar,
      odometerUnit: words,
      expiryDate: words,
      registrationAtTimeOfTest: words,
      // Northern Ireland publishes none, nor do all heavy vehicles have them.
      defects: [{ type: words, text: words, dangerous: sent.flag }],
      ...sent.unread('dataSource', 'motTestNumber', 'location', 'until'),
    },
  ],
})
type Test = NonNullable<Sent<typeof vehicleWire>['motTests']>[number]
type Defect = NonNullable<Test['defects']>[number]

const milesPerKm = 0.621371
const milesOf = ({ odometerValue, odometerUnit, odometerResultType }: Test): number | null => {
  // A reading whose unit is not sent may be of kilometres. One of null is of no kind that is to be converted.
  const value = odometerResultType === 'READ' && odometerUnit !== undefined ? quantity(odometerValue) : null
  return value === null ? null : Math.round(stated(odometerUnit)?.toUpperCase() === 'KM' ? value * milesPerKm : value)
}

const advisory = new Set(['ADVISORY', 'MINOR']),
  failing = new Set(['MAJOR', 'DANGEROUS', 'FAIL']),
  // Passed after rectification at the station.
  mended = new Set(['PRS'])
const typeOf = ({ type }: Defect): string => stated(type)?.toUpperCase() ?? ''
const isOfType =
  (types: ReadonlySet<string>) =>
  (defect: Defect): boolean =>
    types.has(typeOf(defect))
// The flag is older than the type: until 2018 a FAIL or an advisory could have it.
const isDangerous = (defect: Defect): boolean =>
  typeOf(defect) === 'DANGEROUS' || (defect.dangerous === true && !isOfType(mended)(defect))
const textsOf = (defects: readonly Defect[], are: (defect: Defect) => boolean): readonly string[] =>
  defects.flatMap((defect) => (are(defect) ? (stated(defect.text) ?? []) : []))

const testOf = (test: Test, registration: string): readonly MotTest[] => {
  const date = day(test.completedDate),
    [, result] = /^(PASS|FAIL)/i.exec(test.testResult) ?? [],
    testedAs = stated(test.registrationAtTimeOfTest)?.replace(/\s/g, '') ?? registration
  if (date === null || result === undefined) return []
  const defects = test.defects ?? null
  return [
    {
      date,
      result: result.toUpperCase() === 'PASS' ? 'PASSED' : 'FAILED',
      expiry: day(test.expiryDate),
      mileage: milesOf(test),
      advisories: defects && textsOf(defects, isOfType(advisory)),
      failures: defects && textsOf(defects, isOfType(failing)),
      dangerous: defects && defects.filter(isDangerous).map(({ text }) => stated(text) ?? 'A defect without a text'),
      rectified: defects && textsOf(defects, isOfType(mended)),
      tested_as: testedAs === registration ? null : testedAs,
    },
  ]
}

// A vehicle mended at the station has a failure and a pass of the same minute: the pass is the later one.
const newestFirst = (a: Test, b: Test): number =>
  (stated(b.completedDate) ?? '').localeCompare(stated(a.completedDate) ?? '', 'en') ||
  b.testResult.localeCompare(a.testResult, 'en')

// Find the code by its format: the member that holds it is not documented.
const errorCode = (body: string): string | undefined => /MOTH-[A-Z]{2}-\d{2}/.exec(body)?.[0]

/**
 * A vehicle with its tests, by registration in capitals without blanks. An unknown registration is a 404, an invalid
 * one a 400.
 */
export const lookup = dvsaMotHistory.get('lookup', {
  version: 2,
  wire: vehicleWire,
  path: (registration: string) => `/v1/trade/vehicles/registration/${encodeURIComponent(registration)}`,
  digest: vehicleShape,
  read: (record) => {
    const registration = record.registration.replace(/\s/g, '')
    const rows = (record.motTests ?? []).toSorted(newestFirst)
    const tests = rows.flatMap((test) => testOf(test, registration))
    // A vehicle without a test has the day of its first, or null for it.
    const saysNothing = record.motTests === undefined && record.motTestDueDate === undefined
    const vehicle = {
      registration,
      make: stated(record.make),
      model: stated(record.model),
      colour: stated(record.primaryColour),
      fuel_type: stated(record.fuelType),
      first_used: day(record.firstUsedDate) ?? day(record.registrationDate),
      engine_cc: quantity(record.engineSize),
      outstanding_recall: stated(record.hasOutstandingRecall),
      first_mot_due: day(record.motTestDueDate),
      tests: saysNothing ? null : tests,
    }
    const lost = rows.length - tests.length
    return lost === 0
      ? vehicle
      : partly(vehicle, `${counted(lost, 'test')} left out, without a day or a result`, tests.length / rows.length)
  },
  none: ({ status, body }, registration): NoSuch | undefined => {
    // MOTH-NF-02 means that the URL is wrong, not the vehicle.
    const isUnknown =
      status === 404 ? errorCode(body) !== 'MOTH-NF-02' : status === 400 && errorCode(body) === 'MOTH-IV-03'
    return isUnknown
      ? noSuch(
          `DVSA knows no vehicle with the registration ${registration}. Vehicles that never needed a test are not on its list.`,
        )
      : undefined
  },
})

/** Only the tests: a separate operation, but answered by the same call. */
const tests = dvsaMotHistory.run(
  'tests',
  async (registration: string, { ask }): Promise<readonly MotTest[] | null> => {
    const vehicle = await ask(lookup, registration)
    return isNoSuch(vehicle) ? [] : vehicle.tests
  },
  { version: 2, digest: list(testShape) },
)

export const vehicleOf = (asked: Node<{ readonly registration: string }>): Shown<Vehicle> =>
  need(lookup, asked, ({ registration }) => registration)

export const testsOf = (
  asked: Node<{ readonly registration: string }>,
  vehicle: Node<Vehicle>,
): Shown<readonly MotTest[]> => need(tests, { asked, vehicle }, ({ asked }) => asked.registration)
