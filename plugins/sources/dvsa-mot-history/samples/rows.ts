/** The sample vehicles of `vehicles.yaml` in the agency's wire format; any other registration is not found. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

type Defect = readonly [type: string, text: string]
type TestRow = readonly [
  completed: string,
  result: string,
  expiry: string | null,
  odometer: string | null,
  defects?: readonly Defect[],
]
interface Row {
  readonly registration: string
  readonly make: string
  readonly model: string
  readonly colour: string
  readonly fuel: string
  readonly recall: string
  readonly first_used?: string
  readonly registered?: string
  readonly due?: string
  readonly engine?: string
  readonly source?: string
  readonly tests?: readonly TestRow[]
}

const vehicles = new Map(yamlRows<Row>(import.meta.dirname, 'vehicles.yaml').map((row) => [row.registration, row]))

const testOf = (
  [completedDate, testResult, expiryDate, odometer, defects]: TestRow,
  dataSource: string,
  i: number,
): object => ({
  completedDate,
  testResult,
  expiryDate,
  dataSource,
  motTestNumber: String(990_000_000_000 + i),
  odometerValue: odometer?.replace('km', '') ?? null,
  odometerUnit: odometer === null ? null : odometer.endsWith('km') ? 'KM' : 'MI',
  odometerResultType: odometer === null ? 'UNREADABLE' : 'READ',
  ...(defects && { defects: defects.map(([type, text]) => ({ type, text, dangerous: type === 'DANGEROUS' })) }),
})

const wireOf = ({
  registration,
  make,
  model,
  colour,
  fuel,
  recall,
  first_used: firstUsed,
  registered = firstUsed,
  due,
  engine,
  source = 'DVSA',
  tests,
}: Row): object => {
  const known = {
    registration,
    make,
    model,
    fuelType: fuel,
    primaryColour: colour,
    registrationDate: registered,
    manufactureDate: registered,
    hasOutstandingRecall: recall,
  }
  // A vehicle without a test has another shape.
  if (!tests) return { ...known, manufactureYear: Number(registered?.slice(0, 4)), motTestDueDate: due }
  return {
    ...known,
    firstUsedDate: firstUsed,
    engineSize: engine,
    motTests: tests.map((row, i) => testOf(row, source, i)),
  }
}

const unknown = {
  errorCode: 'MOTH-NF-01',
  errorMessage: 'Vehicle not found',
  requestId: '00000000-0000-0000-0000-000000000000',
}

export const answer: SampleAnswer = ({ method, segments }) => {
  if (method !== 'GET' || segments.slice(0, 4).join('/') !== 'v1/trade/vehicles/registration') return null
  const row = vehicles.get(segments[4] ?? '')
  return row ? { json: wireOf(row) } : { status: 404, json: unknown }
}
