import type { Appointment } from '@domesday/source-companies-house'
import { describe, expect, it } from 'vitest'
import { factors } from './risk.fixture.ts'

const today = '2026-10-15'
const post = (number: string, rest: Partial<Appointment> = {}): Appointment => ({
  company: { company_number: number, company_name: number, company_status: 'active' },
  role: 'director',
  appointed_on: '2015-01-01',
  appointed_before: null,
  resigned_on: null,
  verification: null,
  ...rest,
})

describe('a count over appointments', () => {
  const read = (name: string, appointments: readonly Appointment[], total = appointments.length) =>
    factors[name]!.read({
      of: { appointments, total_appointments: total },
      person: { appointments, total_appointments: total },
      today,
    })

  it('is the least that it can be where the register holds more than are read', () => {
    for (const name of ['failed_companies', 'concurrent_directorships', 'director_churn']) {
      expect(read(name, [post('A')], 501)).toMatchObject({
        high: null,
        detail: expect.stringContaining('The latest 1 of 501 appointments were read.'),
      })
      expect(read(name, [post('A')])).toEqual({ metric: expect.any(Number), detail: expect.any(String) })
    }
  })

  it('does not count a company with an unknown status as sound', () => {
    const odd = post('A', { company: { company_number: 'A', company_name: 'A', company_status: 'in-abeyance' } })
    expect(read('failed_companies', [odd, post('B')])).toMatchObject({
      low: 0,
      high: null,
      detail:
        'Has run 2 companies: 0 in insolvency proceedings, 0 dissolved. What the status in-abeyance of 1 company means is not known.',
    })
  })

  it('is unknown for a person who never ran a company', () => {
    expect(read('failed_companies', [post('A', { role: 'secretary' })])).toMatchObject({
      because: 'no appointment of this person was to run a company',
    })
  })
})
