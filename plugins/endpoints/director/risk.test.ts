import { atLeast, between } from '@domesday/core'
import type { Notice } from '@domesday/source-gazette'
import { describe, expect, it } from 'vitest'
import { factors } from './risk.fixture.ts'

const post = (number: string) => ({
  company: { company_number: number, company_name: `${number} LIMITED`, company_status: 'active' },
  role: 'director',
  appointed_on: '2015-01-01',
  appointed_before: null,
  resigned_on: null,
})
const notice = (code: string, severity: Notice['severity']): Notice => ({
  notice_id: code,
  code,
  type: '',
  severity,
  published: '2026-09-01',
  url: '',
  withdrawn: false,
  petition: null,
  matched_by: 'number',
  match: { by: 'number', agreed: ['number'], against: [], sure: 'certain' },
})
const read = (...notices: readonly (readonly Notice[] | null)[]) =>
  factors['gazette_warnings']!.read({
    person: { total_appointments: notices.length, appointments: notices.map((_, i) => post(`C${i}`)) },
    watched: notices.map((_, i) => post(`C${i}`)),
    notices,
    today: '2026-10-15',
  })
const when = 'with a notice of insolvency in this person’s time or the three years after'

describe('the Gazette’s warnings of a director', () => {
  it('count the companies that are warned of', () => {
    expect(read([notice('2450', 'high')], [])).toEqual({
      metric: 1,
      detail: `Asked for 2 companies: 1 ${when} (C0 LIMITED).`,
    })
  })

  it('are a lower bound if a company could not be asked or a notice cannot be read', () => {
    expect(read([notice('2450', 'high')], null)).toEqual(
      between(1, 2, `Asked for 1 company: 1 ${when} (C0 LIMITED).`, 1),
    )
    expect(read([notice('2499', 'unrated')], [])).toEqual(
      between(0, 1, `Asked for 2 companies: 0 ${when}. What a notice on C0 LIMITED means cannot be told.`, 0),
    )
    // Another notice cannot add to a company that already has a warning.
    expect(read([notice('2499', 'unrated'), notice('2452', 'critical')])).toMatchObject({ metric: 1 })
    expect(read([notice('2499', 'unrated'), notice('2452', 'critical')])).not.toBeInstanceOf(atLeast(0, '').constructor)
  })
})
