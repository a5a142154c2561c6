import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appointments,
  companiesHouse,
  officers,
  owners,
  verificationOn,
  verificationShown,
  type Officers,
} from './index.ts'
import { readVerification, type Verification, type WireVerification } from './verification.ts'

const today = '2026-10-15'
const agent: WireVerification = {
  anti_money_laundering_supervisory_bodies: ['Sample Supervisory Body (SSB)', null as never],
  appointment_verification_end_on: '9999-12-31',
  appointment_verification_start_on: '2026-07-01',
  authorised_corporate_service_provider_name: 'SAMPLE FILINGS LLP ACSP',
  identity_verified_on: '2025-07-29',
}
const stateOf = (wire: WireVerification, on = today) => verificationOn(readVerification(wire)!, on)

describe('the identity of an officer or owner', () => {
  it('is verified by an agent, or by the registrar, who states neither day nor name', () => {
    expect(verificationShown(readVerification(agent), today)).toEqual({
      state: 'verified',
      verified_by: 'agent',
      verified_on: '2025-07-29',
      agent: 'SAMPLE FILINGS LLP ACSP',
      agent_supervised_by: ['Sample Supervisory Body (SSB)'],
      statement_from: '2026-07-01',
      statement_until: null,
      statement_open_from: null,
      statement_due_on: null,
    })
    const direct = {
      appointment_verification_start_on: '2026-07-01',
      appointment_verification_end_on: '9999-12-31',
    }
    expect(verificationShown(readVerification(direct), today)).toMatchObject({
      state: 'verified',
      verified_by: 'registrar',
      verified_on: null,
      agent: null,
    })
  })

  it('is due up to the last day, and overdue after it', () => {
    const due = { appointment_verification_statement_due_on: '2026-10-15' }
    expect([stateOf(due), stateOf(due, '2026-10-16')]).toEqual(['due', 'overdue'])
    const window = {
      appointment_verification_statement_date: '2026-03-01',
      appointment_verification_statement_due_on: '2026-03-15',
    }
    expect(verificationShown(readVerification(window), today)).toMatchObject({
      state: 'overdue',
      verified_by: null,
      statement_open_from: '2026-03-01',
      statement_due_on: '2026-03-15',
    })
  })

  it('is not verified by an agent’s check alone, nor by a withdrawn or future statement', () => {
    const checked = {
      identity_verified_on: '2025-07-29',
      authorised_corporate_service_provider_name: 'An agent',
      anti_money_laundering_supervisory_bodies: [],
    }
    expect(stateOf(checked)).toBe('not_stated')
    expect(stateOf({ ...agent, appointment_verification_end_on: '2026-09-30' })).toBe('ended')
    expect(
      stateOf({
        ...agent,
        appointment_verification_end_on: '2026-09-30',
        appointment_verification_statement_due_on: '2026-10-10',
      }),
    ).toBe('overdue')
    expect(stateOf({ ...agent, appointment_verification_start_on: '2026-10-16' })).toBe('pending')
  })

  it('is null if the register states nothing, and tolerates malformed members', () => {
    expect([readVerification(undefined), readVerification(null), readVerification('x' as never)]).toEqual([
      null,
      null,
      null,
    ])
    expect(verificationShown(null, today)).toBeNull()
  })
})

describe('the sample register', () => {
  let register: OpenSource
  beforeAll(async () => {
    register = await openSource(companiesHouse)
  })
  afterAll(() => register.close())
  const state = (verification: Verification | null) => verification && verificationOn(verification, today)

  it('states it of officers, of owners and of appointments', async () => {
    const board = await register.ask(officers, '99000017')
    expect(board.items.map(({ verification }) => state(verification))).toEqual([null, 'verified', 'verified', null])
    const owned = (await register.ask(owners, '99000025')) as {
      items: readonly { verification: Verification | null }[]
    }
    expect(owned.items.map(({ verification }) => state(verification))).toEqual(['overdue'])
    const record = (await register.ask(appointments, 'Pv7-pErRiNvAsSwOoDxx_000025')) as {
      appointments: readonly { company: { company_number: string }; verification: Verification | null }[]
    }
    expect(
      record.appointments.map(({ company, verification }) => [company.company_number, state(verification)]),
    ).toContainEqual(['99000025', 'overdue'])
  })
})

describe.skipIf(!recordings())('a recorded list of officers', () => {
  it('has an officer whom an agent verified', () => {
    const page = companiesHouse.operations.get('officers-from')!
    const body = recorded('companies-house', 'company-officers-00445790-2026.json')
    const { items }: Officers = readBody(page, body, { start: 0 })
    expect(items.flatMap(({ verification }) => verification ?? [])).toMatchObject([
      { from: '2026-07-01', until: null, due: null, checked: '2025-07-29', agent: expect.stringContaining('ACSP') },
    ])
  })
})
