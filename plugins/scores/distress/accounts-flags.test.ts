import { describe, expect, it } from 'vitest'
import type { Accounts, AccountsYear } from '@domesday/source-companies-house-accounts'
import { filings, profile, sound } from '@domesday/subject-company/fixture'
import type { Facts } from '@domesday/subject-company'
import { accountsFlagsOf, balanceRules } from './accounts-flags.ts'
import { acknowledge } from './flags.ts'

const year = (made_up_to: string, rest: Partial<AccountsYear> = {}): AccountsYear => ({
  made_up_to,
  period_start: null,
  stated_in: 'own',
  net_assets: 50_000,
  fixed_assets: null,
  current_assets: 80_000,
  cash: 30_000,
  debtors: null,
  stock: null,
  creditors_within_one_year: 40_000,
  creditors_after_one_year: null,
  net_current_assets: null,
  total_assets_less_current_liabilities: null,
  turnover: null,
  operating_profit: null,
  profit: null,
  staff: null,
  current_ratio: 2,
  currency: 'GBP',
  dormant: null,
  audited: null,
  exemption: null,
  standard: null,
  contradicting: [],
  withheld: [],
  url: null,
  ...rest,
})
const before = year('2024-12-31')
const raised = (accounts: Accounts | null, facts: Partial<Facts> = {}): readonly string[] =>
  accountsFlagsOf(accounts, { ...sound, ...facts }).map(
    ({ flag, severity, evidence }) => `${severity} ${flag}: ${evidence}`,
  )
const of = (latest: Partial<AccountsYear>, rest: Partial<Accounts> = {}): Accounts => ({
  years: [year('2025-12-31', latest), before],
  unread: [],
  ...rest,
})
const late: Partial<Facts> = {
  profile: profile(),
  filings: filings([
    ['2026-11-20', '2025-12-31'],
    ['2026-02-20', '2024-12-31'],
  ]),
}

describe('figures that speak against a company', () => {
  it('are told with the day, and that nobody audited them', () => {
    expect(raised(of({ net_assets: -577 }))).toEqual([
      'low negative_net_assets: Net assets were minus £577 on 31 December 2025, by its accounts as filed, unaudited.',
    ])
    expect(raised(of({ creditors_within_one_year: 90_000, audited: true }))).toEqual([
      'low owes_more_within_a_year: It owed £90,000 within a year, and had £80,000 of current assets on 31 December 2025, by its accounts as filed.',
    ])
    expect(raised(of({ cash: 15_000 }))).toEqual([
      'low cash_halved: Cash fell from £30,000 on 31 December 2024 to £15,000 on 31 December 2025, by its accounts as filed, unaudited.',
    ])
  })

  it('are in the currency of the accounts', () => {
    expect(raised(of({ net_assets: -5_000, currency: 'EUR' }))[0]).toContain('minus EUR 5,000')
    // Cash in another currency than the year before cannot be compared.
    expect(raised(of({ cash: 1_000, currency: 'EUR' }))).toEqual([])
  })

  it('weigh more where two meet, and the accounts come late', () => {
    const two = { net_assets: -577, creditors_within_one_year: 90_000 }
    expect(raised(of(two)).map((flag) => flag.split(' ')[0])).toEqual(['low', 'low'])
    expect(raised(of(two), late).map((flag) => flag.split(' ')[0])).toEqual(['medium', 'medium'])
    expect(raised(of({ net_assets: -577 }), late).map((flag) => flag.split(' ')[0])).toEqual(['low'])
  })

  it('are none of sound figures, of figures left out, and of those that are not the last ones filed', () => {
    expect(raised(of({}))).toEqual([])
    expect(raised(of({ net_assets: null, current_assets: null, cash: null }))).toEqual([])
    expect(raised(of({ net_assets: -577 }, { unread: [{ made_up_to: '2026-06-30', why: 'scan' }] }))).toEqual([])
    expect(raised({ years: [], unread: [] })).toEqual([])
    expect(raised(null)).toEqual([])
  })

  it('are none of a figure that the document states in two ways', () => {
    expect(raised(of({ net_assets: -577, contradicting: ['net_assets'] }))).toEqual([])
    expect(raised(of({ cash: 15_000, contradicting: ['cash'] }))).toEqual([])
  })

  it('do not call little cash halved, nor cash of a much longer time before', () => {
    expect(
      raised({ years: [year('2025-12-31', { cash: 90 }), year('2024-12-31', { cash: 400 })], unread: [] }),
    ).toEqual([])
    expect(raised({ years: [year('2025-12-31', { cash: 9_000 }), year('2023-12-31')], unread: [] })).toEqual([])
  })
})

it('speak for a company with more than it owes, now and within a year', () => {
  const signals = (accounts: Accounts | null) => acknowledge(balanceRules, { ...sound, accounts })
  expect(signals(of({}))[0]!.evidence).toBe(
    'Net assets were £50,000, and current assets 2 times what is due within a year, on 31 December 2025, by its accounts as filed, unaudited.',
  )
  const owing = profile({ accounts: { ...profile().accounts!, next_due: '2026-06-30', overdue: true } })
  expect(acknowledge(balanceRules, { ...sound, profile: owing, accounts: of({}) })).toEqual([])
  for (const none of [of({ net_assets: -1 }), of({ current_ratio: 0.99 }), of({ current_ratio: null }), null])
    expect(signals(none)).toEqual([])
})
