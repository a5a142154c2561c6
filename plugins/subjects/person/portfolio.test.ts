import type { Appointment, Disqualification, Profile } from '@domesday/source-companies-house'
import type { Notice } from '@domesday/source-gazette'
import { describe, expect, it } from 'vitest'
import { failedIn, isOverdue, isUnclear, isWarned, runIn, standingOf, summaryOf, timingOf, watchedIn } from './index.ts'

const today = '2026-10-15'
const post = (number: string, status: string | null, rest: Partial<Appointment> = {}): Appointment => ({
  company: { company_number: number, company_name: number, company_status: status },
  role: 'director',
  appointed_on: '2015-01-01',
  appointed_before: null,
  resigned_on: null,
  verification: null,
  ...rest,
})
const numbers = (appointments: readonly Appointment[]): readonly string[] =>
  appointments.map(({ company }) => company.company_number)

describe('a portfolio', () => {
  const all = [
    post('active', 'active'),
    post('left', 'active', { resigned_on: '2020-01-01' }),
    post('gone', 'dissolved'),
    post('bust', 'liquidation'),
    post('secretary', 'active', { role: 'secretary' }),
    post('secretary-gone', 'dissolved', { role: 'corporate-secretary' }),
    post('left', 'active', { appointed_on: '2010-01-01', resigned_on: '2012-01-01' }),
  ]

  it('counts appointments one by one, and companies once', () => {
    expect(summaryOf(all)).toEqual({
      active_appointments: 3,
      resigned_appointments: 2,
      ended_appointments: 2,
      active_companies: 3,
      dissolved_companies: 2,
      insolvent_companies: 1,
    })
  })

  it('holds nobody to account for what a secretary served', () => {
    expect(numbers(failedIn(all))).toEqual(['bust', 'gone'])
    expect(numbers(runIn(all))).toEqual(['active'])
    expect(numbers(watchedIn(all))).toEqual(['bust', 'active', 'left', 'gone'])
  })
})

describe('a company run today', () => {
  const profile = { accounts: { overdue: false }, confirmation: { overdue: false }, statusDetail: null } as Profile
  it('is overdue if either filing is, or a strike-off is proposed', () => {
    expect(isOverdue(profile)).toBe(false)
    expect(isOverdue({ ...profile, confirmation: { ...profile.confirmation!, overdue: true } })).toBe(true)
    expect(isOverdue({ ...profile, statusDetail: 'active-proposal-to-strike-off' })).toBe(true)
    expect(isOverdue({ ...profile, accounts: null, confirmation: null })).toBe(false)
  })
})

const ban = (from: string | null, until: string | null): Disqualification => ({
  from,
  until,
  type: null,
  decided: null,
  court: null,
  case_id: null,
  reason: null,
  act: null,
  section: null,
  companies: [],
  last_variation: null,
})

describe('a disqualification', () => {
  it('is in force from its first day to its last, or forever without a last day', () => {
    expect(standingOf([], today)).toBe('none')
    expect(standingOf([ban('2011-03-29', '2017-03-28')], today)).toBe('past')
    expect(standingOf([ban('2020-10-15', today)], today)).toBe('current')
    expect(standingOf([ban(today, null), ban('2011-03-29', '2017-03-28')], today)).toBe('current')
    expect(standingOf([ban('2026-10-16', '2030-01-01')], today)).toBe('pending')
  })
})

const notice = (published: string, severity: Notice['severity'] = 'high'): Notice => ({
  notice_id: '1',
  code: '2450',
  type: '',
  severity,
  published,
  url: '',
  withdrawn: false,
  petition: null,
  matched_by: 'number',
  match: { by: 'number', agreed: ['number'], against: [], sure: 'certain' },
})

describe('a notice', () => {
  it('is compared with the time in office and the three years after it', () => {
    const left = post('a', 'active', { resigned_on: '2022-10-01' })
    expect(
      ['2014-12-31', '2022-10-01', '2022-10-02', '2025-10-01', '2025-10-02'].map((day) => timingOf(left, day)),
    ).toEqual(['other', 'in_office', 'within_3_years_of_leaving', 'within_3_years_of_leaving', 'other'])
    expect(timingOf(post('a', 'active'), today)).toBe('in_office')
    expect(timingOf(post('a', 'active'), null)).toBe('other')
  })

  it('is a warning if it is serious, recent, in time, and not withdrawn', () => {
    const one = post('a', 'active')
    expect(isWarned(one, [notice('2026-01-01')], today)).toBe(true)
    expect(isWarned(one, [notice('2026-01-01', 'medium')], today)).toBe(false)
    expect(isWarned(one, [notice('2020-10-14')], today)).toBe(false)
    const dismissed = { ...notice('2026-02-01', 'relief'), code: '2461' }
    expect(isWarned(one, [dismissed, notice('2026-01-01')], today)).toBe(false)
    // A dismissal cancels a petition, but not an order.
    expect(isWarned(one, [dismissed, { ...notice('2026-01-01', 'critical'), code: '2452' }], today)).toBe(true)
    expect(isWarned({ ...one, resigned_on: '2020-01-01' }, [notice('2026-01-01')], today)).toBe(false)
  })
})

describe('a notice of a code that nobody knows', () => {
  it('leaves open whether the company failed, as long as it is recent enough to matter', () => {
    const one = post('a', 'active'),
      unknown = { ...notice('2026-01-01', 'unrated'), code: '2499' }
    expect(isWarned(one, [unknown], today)).toBe(false)
    expect(isUnclear(one, [unknown], today)).toBe(true)
    expect(isUnclear(one, [notice('2026-01-01')], today)).toBe(false)
    expect(isUnclear(one, [{ ...unknown, published: '2021-10-14' }], today)).toBe(false)
    expect(isUnclear({ ...one, resigned_on: '2020-01-01' }, [unknown], today)).toBe(false)
  })
})
