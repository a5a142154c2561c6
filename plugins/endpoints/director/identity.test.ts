import type { Appointment } from '@domesday/source-companies-house'
import { describe, expect, it } from 'vitest'
import { identityIn } from '@domesday/subject-person'
import { factors } from './risk.fixture.ts'

const today = '2026-10-15'
const statement = (due: string | null, from: string | null = null): Appointment['verification'] => ({
  from,
  until: null,
  due,
  openFrom: null,
  checked: null,
  agent: null,
  supervisors: [],
})
const post = (number: string, rest: Partial<Appointment> = {}): Appointment => ({
  company: { company_number: number, company_name: number, company_status: 'active' },
  role: 'director',
  appointed_on: '2015-01-01',
  appointed_before: null,
  resigned_on: null,
  verification: null,
  ...rest,
})

describe('the identity of a director', () => {
  it('is counted by role, where a company trades and the appointment lasts', () => {
    const appointments = [
      post('verified', { verification: statement(null, '2026-03-01') }),
      post('due', { verification: statement('2026-11-01') }),
      post('overdue', { verification: statement('2026-08-01') }),
      post('silent'),
      post('left', { verification: statement('2026-08-01'), resigned_on: '2026-08-02' }),
      post('clerk', { verification: statement('2026-08-01'), role: 'secretary' }),
      post('gone', {
        verification: statement('2026-08-01'),
        company: { company_number: 'gone', company_name: null, company_status: 'dissolved' },
      }),
    ]
    expect(identityIn(appointments, today)).toEqual({
      directorships: 4,
      verified: 1,
      due: 1,
      overdue: 1,
      without_statement: 1,
    })
  })

  it('counts as a filing of the company that is overdue, once', () => {
    const profile = (number: string, overdue = false) => ({
      number,
      name: number,
      accounts: { overdue },
      confirmation: null,
      statusDetail: null,
    })
    const read = (appointments: readonly Appointment[], profiles: readonly object[]) =>
      factors['filing_compliance']!.read({ person: { appointments }, profiles, today })
    const late = { verification: statement('2026-08-01') }
    expect(read([post('A', late), post('B')], [profile('A'), profile('B')])).toEqual({
      metric: 50,
      step: 50,
      detail:
        'Looked at 2 companies: 1 overdue with filings or about to be struck off (A). This person’s identity statement is overdue at 1 of them.',
    })
    expect(read([post('A', late)], [profile('A', true)])).toMatchObject({ metric: 100 })
    expect(read([post('A'), post('B'), post('C')], [profile('A', true), profile('B'), null as never])).toMatchObject({
      low: expect.closeTo(33.3, 1),
      high: expect.closeTo(66.7, 1),
      detail: expect.stringContaining('1 company could not be looked at.'),
    })
    expect(read([], [])).toMatchObject({ because: 'this person runs no company that trades' })
    expect(read([post('A', { verification: statement('2026-11-01') })], [profile('A')])).toEqual({
      metric: 0,
      step: 100,
      detail: 'Looked at 1 company: 0 overdue with filings or about to be struck off.',
    })
  })
})
