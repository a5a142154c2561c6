import type { Appointment, Disqualification, Officer, Profile } from '@domesday/source-companies-house'
import type { Notice } from '@domesday/source-gazette'
import { describe, expect, it } from 'vitest'
import { colleaguesOf } from './network.ts'
import {
  failedIn,
  isOverdue,
  isUnclear,
  isWarned,
  runIn,
  standingOf,
  summaryOf,
  timingOf,
  watchedIn,
} from './portfolio.ts'

const today = '2026-10-15'
const post = (number: string, status: string | null, rest: Partial<Appointment> = {}): Appointment => ({
  company: { number, name: number, status },
  role: 'director',
  appointed: '2015-01-01',
  appointedBefore: null,
  resigned: null,
  verification: null,
  ...rest,
})
const numbers = (appointments: readonly Appointment[]): readonly string[] =>
  appointments.map(({ company }) => company.number)

describe('a portfolio', () => {
  const all = [
    post('active', 'active'),
    post('left', 'active', { resigned: '2020-01-01' }),
    post('gone', 'dissolved'),
    post('bust', 'liquidation'),
    post('secretary', 'active', { role: 'secretary' }),
    post('secretary-gone', 'dissolved', { role: 'corporate-secretary' }),
    post('left', 'active', { appointed: '2010-01-01', resigned: '2012-01-01' }),
  ]

  it('counts appointments one by one, and companies once', () => {
    expect(summaryOf(all)).toEqual({ active: 3, resigned: 2, ended: 2, dissolved: 2, insolvent: 1, trading: 3 })
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
  caseId: null,
  reason: null,
  act: null,
  section: null,
  companies: [],
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
  id: '1',
  code: '2450',
  type: '',
  severity,
  published,
  url: '',
  matched: 'number',
})

describe('a notice', () => {
  it('is compared with the time in office and the three years after it', () => {
    const left = post('a', 'active', { resigned: '2022-10-01' })
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
    expect(isWarned({ ...one, resigned: '2020-01-01' }, [notice('2026-01-01')], today)).toBe(false)
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
    expect(isUnclear({ ...one, resigned: '2020-01-01' }, [unknown], today)).toBe(false)
  })
})

describe('those who ran a company together', () => {
  const officer = (name: string, officerId: string, rest: Partial<Officer> = {}): Officer => ({
    name,
    role: 'director',
    corporate: false,
    appointed: '2016-01-01',
    appointedBefore: null,
    resigned: null,
    born: null,
    nationality: null,
    residence: null,
    occupation: null,
    registrationNumber: null,
    officerId,
    verification: null,
    ...rest,
  })
  const own = [post('a', 'active'), post('b', 'dissolved', { resigned: '2017-01-01' })]
  const officers = (...items: readonly Officer[]) => ({ items, total: items.length })

  it('are those who ran it at the same time, without secretaries', () => {
    const found = colleaguesOf({ ids: ['me'], appointments: own }, [
      [
        own[0]!,
        officers(
          officer('ME, Myself', 'me'),
          officer('BOTH, One', 'x'),
          officer('SECRETARY, A', 's', { role: 'secretary' }),
        ),
      ],
      [
        own[1]!,
        officers(
          officer('BOTH, One', 'x'),
          officer('LATER, Too', 'y', { appointed: '2018-01-01' }),
          officer('SHELL, LTD', 'z', { corporate: true, resigned: '2016-06-01' }),
        ),
      ],
    ])
    expect(
      found.map(({ name, companies, together }) => [name, companies.map(({ number }) => number), together]),
    ).toEqual([
      ['One BOTH', ['a', 'b'], true],
      ['SHELL, LTD', ['b'], false],
    ])
  })
})
