/** Both registers on one loopback port, with records that tests can set. */
import { listenOnLoopback } from '@domesday/tool-testing'

type Body = Readonly<Record<string, unknown>>

export interface Registers {
  readonly origin: string
  /** Settings for the credentials that the two need. */
  readonly env: Readonly<Record<string, string>>
  /** By registration: the record, or the status of an error. Registrations not in it are unknown to that register. */
  readonly tests: Map<string, Body | number>
  readonly licences: Map<string, Body | number>
  /** If set, the register of tests answers only after the other one was asked. */
  inStep: boolean
  close(): Promise<void>
}

/** A test in the agency's wire format: passed without defects by default. */
export const testRow = (completed: string, odometer: number | null, more: Body = {}): Body => ({
  completedDate: `${completed}T10:21:07.000Z`,
  testResult: 'PASSED',
  expiryDate: null,
  odometerValue: odometer === null ? null : String(odometer),
  odometerUnit: 'MI',
  odometerResultType: odometer === null ? 'UNREADABLE' : 'READ',
  motTestNumber: '990000001000',
  dataSource: 'DVSA',
  defects: [],
  ...more,
})

const dvsa = ['CLIENT_ID', 'CLIENT_SECRET', 'TENANT_ID', 'API_KEY'].map((name) => `DVSA_MOT_HISTORY_${name}`)

const said = (record: Body | number = 404) => ({
  status: typeof record === 'number' ? record : 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(typeof record === 'number' ? { errorCode: 'MOTH-NF-01', errors: [] } : record),
})

export const openRegisters = async (): Promise<Registers> => {
  const { promise: licensingAsked, resolve: licensingIsAsked } = Promise.withResolvers<void>()
  const gateway = await listenOnLoopback(async ({ source, target, body }) => {
    if (target.endsWith('/token')) return said({ access_token: 'sample', expires_in: 3600, token_type: 'Bearer' })
    if (source === 'dvla-ves') {
      licensingIsAsked()
      return said(registers.licences.get(JSON.parse(Buffer.from(body).toString()).registrationNumber))
    }
    if (registers.inStep) await licensingAsked
    return said(registers.tests.get(target.split('/').at(-1)!))
  })
  const registers: Registers = {
    ...gateway,
    env: Object.fromEntries(['DVLA_VES_API_KEY', ...dvsa].map((name) => [name, 'sample'])),
    tests: new Map(),
    licences: new Map(),
    inStep: false,
  }
  return registers
}
