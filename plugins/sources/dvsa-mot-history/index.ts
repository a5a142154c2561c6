import {
  day,
  list,
  many,
  need,
  noSuch,
  orAbsent,
  present,
  quantity,
  source,
  stated,
  type Node,
  type Shown,
  type NoSuch,
  isNoSuch,
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

interface Defect {
  readonly type?: string | null
  readonly text?: string | null
  readonly dangerous?: boolean | null
}
interface Test {
  readonly completedDate?: string | null
  readonly testResult?: string | null
  readonly expiryDate?: string | null
  readonly odometerValue?: string | number | null
  readonly odometerUnit?: string | null
  readonly odometerResultType?: string | null
  readonly defects?: readonly Defect[] | null
  /** `DVSA`, or `DVA NI` and others, which publish no defects. */
  readonly dataSource?: string | null
}
interface Wire {
  readonly registration?: string | null
  readonly make?: string | null
  readonly model?: string | null
  readonly primaryColour?: string | null
  readonly fuelType?: string | null
  readonly engineSize?: string | number | null
  readonly hasOutstandingRecall?: string | null
  readonly firstUsedDate?: string | null
  readonly registrationDate?: string | null
  readonly motTestDueDate?: string | null
  readonly motTests?: readonly Test[] | Test | null
}

const milesPerKm = 0.621371
const milesOf = ({ odometerValue, odometerUnit, odometerResultType }: Test): number | null => {
  const value = odometerResultType === 'READ' ? quantity(odometerValue) : null
  return value === null ? null : Math.round(stated(odometerUnit)?.toUpperCase() === 'KM' ? value * milesPerKm : value)
}

const advisory = new Set(['ADVISORY', 'MINOR']),
  failing = new Set(['MAJOR', 'DANGEROUS', 'FAIL'])
const typeOf = ({ type }: Defect): string => stated(type)?.toUpperCase() ?? ''
const isOfType =
  (types: ReadonlySet<string>) =>
  (defect: Defect): boolean =>
    types.has(typeOf(defect))
// The flag is older than the type: until 2018 a FAIL or an advisory could have it.
const isDangerous = (defect: Defect): boolean =>
  typeOf(defect) === 'DANGEROUS' || (defect.dangerous === true && typeOf(defect) !== 'PRS')
const textsOf = (defects: readonly Defect[], are: (defect: Defect) => boolean): readonly string[] =>
  defects.flatMap((defect) => (are(defect) ? (stated(defect.text) ?? []) : []))

const testOf = (test: Test): readonly MotTest[] => {
  const date = day(test.completedDate),
    [, result] = /^(PASS|FAIL)/i.exec(test.testResult ?? '') ?? []
  if (date === null || result === undefined) return []
  if (test.dataSource === 'DVSA') present(test.defects, 'motTests[].defects')
  const defects = Array.isArray(test.defects) ? (test.defects as readonly Defect[]) : null
  return [
    {
      date,
      result: result.toUpperCase() === 'PASS' ? 'PASSED' : 'FAILED',
      expiry: day(test.expiryDate),
      mileage: milesOf(test),
      advisories: defects && textsOf(defects, isOfType(advisory)),
      failures: defects && textsOf(defects, isOfType(failing)),
      dangerous: defects && defects.filter(isDangerous).map(({ text }) => stated(text) ?? 'A defect without a text'),
    },
  ]
}

// A vehicle has tests, or a date for its first test. A record with neither has an unknown shape.
const testsIn = ({ motTests, motTestDueDate }: Wire): readonly Test[] =>
  many(motTestDueDate === undefined ? present(motTests, 'motTests') : motTests)

/** Some records lack make, colour or fuel. A record that has them under another name does not. */
const isText =
  (named: RegExp) =>
  (value: unknown, name: string): boolean =>
    named.test(name) && stated(value) !== null

const newestFirst = (a: Test, b: Test): number =>
  (stated(b.completedDate) ?? '').localeCompare(stated(a.completedDate) ?? '', 'en')

// Find the code by its format: the member that holds it is not documented.
const errorCode = (body: string): string | undefined => /MOTH-[A-Z]{2}-\d{2}/.exec(body)?.[0]

/**
 * A vehicle with its tests, by registration in capitals without blanks. An unknown registration is a 404, an invalid
 * one a 400.
 */
export const lookup = dvsaMotHistory.get('lookup', {
  demands: [
    'motTests?[].completedDate',
    'motTests?[].testResult',
    'motTests?[].expiryDate',
    'motTests?[].odometerValue',
    'motTests?[].odometerUnit',
    'motTests?[].odometerResultType',
    'motTests?[].defects?[].type',
    'motTests?[].defects?[].text',
  ],
  path: (registration: string) => `/v1/trade/vehicles/registration/${encodeURIComponent(registration)}`,
  digest: vehicleShape,
  read: (wire: Wire) => ({
    registration: present(stated(wire.registration)?.replace(/\s/g, ''), 'registration'),
    make: stated(orAbsent(wire, 'make', isText(/make|manufacturer/i))),
    model: stated(wire.model),
    colour: stated(orAbsent(wire, 'primaryColour', isText(/^(?!secondary).*colou?r/i))),
    fuel_type: stated(orAbsent(wire, 'fuelType', isText(/fuel|propulsion/i))),
    first_used: day(wire.firstUsedDate) ?? day(wire.registrationDate),
    engine_cc: quantity(wire.engineSize),
    outstanding_recall: stated(wire.hasOutstandingRecall),
    first_mot_due: day(wire.motTestDueDate),
    tests: testsIn(wire).toSorted(newestFirst).flatMap(testOf),
  }),
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
  async (registration: string, { ask }): Promise<readonly MotTest[]> => {
    const vehicle = await ask(lookup, registration)
    return isNoSuch(vehicle) ? [] : vehicle.tests
  },
  { digest: list(testShape) },
)

export const vehicleOf = (asked: Node<{ readonly registration: string }>): Shown<Vehicle> =>
  need(lookup, asked, ({ registration }) => registration)

export const testsOf = (
  asked: Node<{ readonly registration: string }>,
  vehicle: Node<Vehicle>,
): Shown<readonly MotTest[]> => need(tests, { asked, vehicle }, ({ asked }) => asked.registration)
