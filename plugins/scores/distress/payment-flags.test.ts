import { describe, expect, it } from 'vitest'
import type { Payment } from '@domesday/subject-company'
import { sound } from '@domesday/subject-company/fixture'
import { acknowledge } from './flags.ts'
import { paymentFlagsOf, promptRules } from './payment-flags.ts'

type Latest = NonNullable<Payment['latest']>
const trend = { days: 2, late_share: 1, before_end: '2025-12-31', before_average_days: 38 }
const payment = ({ recent = true, trend: of = trend, ...figures }: Partial<Latest & Payment> = {}): Payment => ({
  reported: true,
  reports: 2,
  recent,
  latest: {
    period_start: '2026-01-01',
    period_end: '2026-06-30',
    filed: '2026-07-28',
    average_days_to_pay: 40,
    paid_within_30_days: 50,
    paid_31_to_60_days: 40,
    paid_after_60_days: 10,
    late_share: 20,
    shortest_terms: 30,
    longest_terms: 60,
    withheld: [],
    url: 'https://payments.example/1/',
    ...figures,
  },
  trend: of,
  rank: null,
  history: [],
})
const risen = (days: number | null) => ({
  average_days_to_pay: days === null ? null : 38 + days,
  trend: { ...trend, days },
})
const signals = (of: Payment | null) => acknowledge(promptRules, { ...sound, payment: of })

describe('a company that pays late', () => {
  it('is told with its figures', () => {
    expect(paymentFlagsOf(payment({ ...risen(14), late_share: 44 }))).toMatchObject([
      {
        flag: 'pays_late',
        severity: 'low',
        evidence: '52 days on average, 38 before; 44 % of invoices late, January to June 2026.',
      },
    ])
    expect(paymentFlagsOf(payment({ average_days_to_pay: null, trend: null, late_share: 40.5 }))[0]?.evidence).toBe(
      '40.5 % of invoices late, January to June 2026.',
    )
  })

  it('is one with over 40 % of invoices late, or whose average rose by ten days', () => {
    expect(paymentFlagsOf(payment({ late_share: 40 }))).toEqual([])
    expect(paymentFlagsOf(payment({ late_share: 41 }))).toHaveLength(1)
    expect(paymentFlagsOf(payment(risen(9)))).toEqual([])
    expect(paymentFlagsOf(payment(risen(10)))).toHaveLength(1)
    expect(paymentFlagsOf(payment({ ...risen(null), late_share: null }))).toEqual([])
  })

  it('is none by an old report, without one, or where nobody could look', () => {
    expect(paymentFlagsOf(payment({ recent: false, late_share: 90 }))).toEqual([])
    expect(paymentFlagsOf({ ...payment(), reported: false, recent: null, latest: null, trend: null })).toEqual([])
    expect(paymentFlagsOf(null)).toEqual([])
  })
})

describe('a company that pays promptly', () => {
  it('pays 95 % of all invoices within 30 days, and few of them late', () => {
    expect(signals(payment({ paid_within_30_days: 95, late_share: 5 }))).toMatchObject([
      { signal: 'pays_promptly', evidence: '95 % of invoices paid within 30 days, 5 % late, January to June 2026.' },
    ])
    expect(signals(payment({ paid_within_30_days: 94, late_share: 5 }))).toEqual([])
    expect(signals(payment({ paid_within_30_days: 95, late_share: 6 }))).toEqual([])
    expect(signals(payment({ paid_within_30_days: 95, late_share: null }))).toEqual([])
    expect(signals(payment({ paid_within_30_days: 99, late_share: 0, recent: false }))).toEqual([])
    expect(signals(null)).toEqual([])
  })
})
