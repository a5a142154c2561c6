/** Vehicles as the register of tests and the licensing register write them. */
import { json, type Answer } from '../../plugins/tools/gateway/server.ts'
import { askedIn } from './wire.ts'
import type { StandIn } from './world.ts'

/** A defect by the tester's word for it. */
export type Defect = readonly [type: 'ADVISORY' | 'MINOR' | 'MAJOR' | 'DANGEROUS' | 'PRS' | 'FAIL', text: string]
/**
 * A test: its day and hour, what the odometer showed (`km` behind kilometres, null where it was not read), and how it
 * went.
 */
export interface Test {
  readonly on: string
  readonly odometer: string | null
  /** The day up to which it passed; a failed test has none. */
  readonly until?: string
  /** Not published for tests of Northern Ireland. */
  readonly defects?: readonly Defect[] | 'unpublished'
}
export interface Facts {
  readonly make?: string
  readonly model?: string
  readonly colour?: string
  readonly fuel?: string
  readonly firstUsed: string
  readonly recall?: string | null
  /** Newest first; none of a vehicle that has had none. */
  readonly tests?: readonly Test[]
  /** The day of the first test, of a vehicle that has had none. */
  readonly firstTestDue?: string
  readonly source?: 'DVSA' | 'DVA NI' | 'CVS'
  /** Its record at the licensing register, changed; or what that register does instead. */
  readonly licence?: Readonly<Record<string, unknown>> | 'unknown' | 'down'
}

const wireOf = ({ on, odometer, until, defects = [] }: Test, source: string, i: number) => ({
  completedDate: on.length > 10 ? `${on}:19.000Z` : `${on}T09:${String(10 + i)}:19.000Z`,
  testResult: until === undefined ? 'FAILED' : 'PASSED',
  expiryDate: until === undefined || until === '' ? null : until,
  odometerValue: odometer?.replace('km', '') ?? null,
  odometerUnit: odometer === null ? null : odometer.endsWith('km') ? 'KM' : 'MI',
  odometerResultType: odometer === null ? 'UNREADABLE' : 'READ',
  motTestNumber:
    source === 'DVSA' ? String(991_300_000_000 + Number(on.replace(/\D/g, '').slice(2, 8)) * 10 + i) : null,
  dataSource: source,
  ...(defects !== 'unpublished' && {
    defects: defects.map(([type, text]) => ({ text, type, dangerous: type === 'DANGEROUS' })),
  }),
})

const record = (registration: string, facts: Facts) => {
  const {
    make = 'FORD',
    model = 'FOCUS',
    colour = 'Blue',
    fuel = 'Petrol',
    firstUsed,
    recall = 'No',
    tests,
    source = 'DVSA',
  } = facts
  const known = {
    registration,
    make,
    model,
    fuelType: fuel,
    primaryColour: colour,
    registrationDate: firstUsed,
    manufactureDate: firstUsed,
    ...(recall !== null && { hasOutstandingRecall: recall }),
  }
  return tests === undefined
    ? { ...known, manufactureYear: Number(firstUsed.slice(0, 4)), motTestDueDate: facts.firstTestDue }
    : {
        ...known,
        firstUsedDate: firstUsed,
        engineSize: '1499',
        motTests: tests.map((test, i) => wireOf(test, source, i)),
      }
}

const licensed = (
  registration: string,
  { make = 'FORD', colour = 'Blue', fuel = 'Petrol', firstUsed, tests, licence }: Facts,
) => {
  const until = tests?.find((test) => test.until)?.until
  return {
    registrationNumber: registration,
    make,
    colour: colour.toUpperCase(),
    fuelType: fuel.toUpperCase(),
    engineCapacity: 1499,
    co2Emissions: 121,
    yearOfManufacture: Number(firstUsed.slice(0, 4)),
    monthOfFirstRegistration: firstUsed.slice(0, 7),
    motStatus: tests === undefined ? 'No details held by DVLA' : until && until >= '2026-10-15' ? 'Valid' : 'Not valid',
    ...(until && { motExpiryDate: until }),
    taxStatus: 'Taxed',
    taxDueDate: '2027-03-01',
    dateOfLastV5CIssued: '2023-11-06',
    markedForExport: false,
    typeApproval: 'M1',
    wheelplan: '2 AXLE RIGID BODY',
    ...(typeof licence === 'object' && licence),
  }
}

const noLicence: Readonly<Record<string, Answer>> = {
  unknown: json(404, {
    errors: [{ status: '404', code: '404', title: 'Vehicle Not Found', detail: 'Record for vehicle not found' }],
  }),
  down: json(503, { errors: [{ status: '503', code: '503', title: 'Service Unavailable' }] }),
}

export const vehicle =
  (registration: string, facts: Facts): StandIn =>
  (call) => {
    const { source, path, body } = askedIn(call)
    if (source === 'dvsa-mot-history' && path.endsWith(`/registration/${registration}`))
      return json(200, record(registration, facts))
    if (source !== 'dvla-ves' || !body.includes(`"${registration}"`)) return undefined
    return typeof facts.licence === 'string' ? noLicence[facts.licence] : json(200, licensed(registration, facts))
  }

/** A test passed every year on the same day, newest first: so many miles at the last, so many fewer before. */
export const yearly = (last: string, miles: number, aYear: number, count: number): readonly Test[] =>
  Array.from({ length: count }, (_, back) => {
    const year = Number(last.slice(0, 4)) - back
    return {
      on: `${year}${last.slice(4)}`,
      odometer: String(miles - back * aYear),
      until: `${year + 1}${last.slice(4)}`,
    }
  })
