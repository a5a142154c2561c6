import { describe, expect, it } from 'vitest'
import type { PaymentReport, PaymentReports } from '@domesday/source-payment-practices'
import { paymentBy, periodInWords } from './payment.ts'

const report = (start: string, end: string, days: number | null, late: number | null = 15): PaymentReport => ({
  period_start: start,
  period_end: end,
  average_days_to_pay: days,
  late_share: late,
  url: `https://payments.example/${end}/`,
  filed: end,
  paid_within_30_days: 60,
  paid_31_to_60_days: 30,
  paid_after_60_days: 10,
  shortest_terms: 30,
  longest_terms: null,
  withheld: [],
})
const rank = { since: '2025-01-01', reports: 20_000, faster_percent: 61, decile: 7, median_days: 32 }
const reported = (...newest: readonly PaymentReport[]): PaymentReports => ({ reports: newest.length, newest, rank })
const today = '2026-10-15'

describe('how a company pays', () => {
  it('is told by its newest report, against the one before', () => {
    const known = reported(
      report('2026-01-01', '2026-06-30', 52, 44),
      report('2025-07-01', '2025-12-31', 38, 20.5),
      report('2025-01-01', '2025-06-30', 37),
    )
    expect(paymentBy(known, today)).toMatchObject({
      reported: true,
      reports: 3,
      recent: true,
      latest: { period_end: '2026-06-30', average_days_to_pay: 52 },
      trend: { days: 14, late_share: 23.5, before_end: '2025-12-31', before_average_days: 38 },
      rank,
    })
    expect(paymentBy(known, today).history.map(({ average_days_to_pay: days }) => days)).toEqual([37, 38, 52])
  })

  it('is not compared where either has no average, or the one before is long past', () => {
    const newest = report('2026-01-01', '2026-06-30', null, 44)
    expect(paymentBy(reported(newest, report('2025-07-01', '2025-12-31', 38)), today).trend).toMatchObject({
      days: null,
      late_share: 29,
    })
    expect(paymentBy(reported(newest), today).trend).toBeNull()
    expect(paymentBy(reported(newest, report('2024-01-01', '2024-06-30', 38)), today).trend).toBeNull()
  })

  it('is not of today once eighteen months have passed: its figures stand, and have no rank', () => {
    const known = reported(report('2025-01-01', '2025-06-30', 52))
    expect(paymentBy(known, '2026-12-31')).toMatchObject({ recent: true, rank })
    expect(paymentBy(known, '2027-01-01')).toMatchObject({
      recent: false,
      rank: null,
      latest: { average_days_to_pay: 52 },
    })
  })

  it('is not told where it never reported', () => {
    expect(paymentBy({ reports: 0, newest: [], rank: null }, today)).toEqual({
      reported: false,
      reports: 0,
      recent: null,
      latest: null,
      trend: null,
      rank: null,
      history: [],
    })
  })
})

describe('a period in words', () => {
  it('names its months where they are whole', () => {
    expect(periodInWords('2026-01-01', '2026-06-30')).toBe('January to June 2026')
    expect(periodInWords('2025-09-01', '2026-02-28')).toBe('September 2025 to February 2026')
    expect(periodInWords('2017-04-29', '2017-10-28')).toBe('29 April 2017 to 28 October 2017')
    expect(periodInWords('2026-01-01', '2026-06-28')).toBe('1 January 2026 to 28 June 2026')
  })
})
