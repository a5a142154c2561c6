import { describe, expect, it } from 'vitest'
import { monthsAfter } from './calendar.ts'
import { accountsRecord, daysOverdue } from './filing.ts'
import { filings, gazetted, profile, today } from './facts.fixture.ts'

describe('months', () => {
  it('keep to the last day of a month, and to the month', () => {
    expect(monthsAfter('2025-12-31', 9)).toBe('2026-09-30')
    expect(monthsAfter('2025-02-28', 9)).toBe('2025-11-30')
    expect(monthsAfter('2024-02-28', 9)).toBe('2024-11-28')
    expect(monthsAfter('2025-05-31', -3)).toBe('2025-02-28')
    expect(monthsAfter('2026-10-15', -12)).toBe('2025-10-15')
  })
})

describe('what is due', () => {
  const due = { last_made_up_to: null, next_made_up_to: null, next_due: '2026-10-01', overdue: false }

  it('is overdue by the days since, whatever the register’s own mark says yet', () => {
    expect(daysOverdue(due, today)).toBe(14)
    expect(daysOverdue({ ...due, next_due: today }, today)).toBe(0)
  })

  it('is not known where the register states nothing', () => {
    expect(daysOverdue(null, today)).toBeNull()
    expect(daysOverdue({ ...due, next_due: null, overdue: null }, today)).toBeNull()
    expect(daysOverdue({ ...due, next_due: null, overdue: true }, today)).toBe(1)
  })
})

const late = (accounts: readonly (readonly [string, string])[], company = profile()): readonly [number, number] => {
  const record = accountsRecord(company, filings(accounts), today)
  return [record.late, record.sets]
}

describe('accounts that were filed', () => {
  it('are late after nine months, or six for a plc', () => {
    expect(
      late([
        ['2026-09-30', '2025-12-31'],
        ['2025-10-01', '2024-12-31'],
      ]),
    ).toEqual([1, 2])
    expect(late([['2026-07-01', '2025-12-31']], profile({ type: 'plc' }))).toEqual([1, 1])
    expect(late([['2026-06-30', '2025-12-31']], profile({ type: 'plc' }))).toEqual([0, 1])
  })

  it('may come 21 months after incorporation the first time', () => {
    const young = profile({ incorporated: '2024-03-10' })
    expect(late([['2025-12-10', '2024-12-31']], young)).toEqual([0, 1])
    expect(late([['2025-12-11', '2024-12-31']], young)).toEqual([1, 1])
    // Nine months from the end of the period would be later.
    expect(late([['2025-12-11', '2025-03-31']], young)).toEqual([1, 1])
    expect(
      late(
        [
          ['2025-12-11', '2025-03-31'],
          ['2024-09-01', '2024-06-30'],
        ],
        young,
      ),
    ).toEqual([0, 2])
    expect(
      late(
        [
          ['2025-09-11', '2025-06-30'],
          ['2024-09-01', '2024-03-31'],
        ],
        { ...young, type: 'plc' },
      ),
    ).toEqual([0, 2])
    expect(late([['2025-10-01', '2025-06-30']], { ...young, type: 'plc' })).toEqual([1, 1])
  })

  it('count by the first filing of a period, and for three years', () => {
    expect(
      late([
        ['2026-10-10', '2025-12-31'],
        ['2026-05-01', '2025-12-31'],
      ]),
    ).toEqual([0, 1])
    expect(late([['2023-10-14', '2022-12-31']])).toEqual([0, 0])
  })
})

describe('the accounts of a company that the registrar struck off', () => {
  const ended = profile({
    status: 'dissolved',
    ceased: '2025-11-18',
    accounts: { last_made_up_to: '2023-01-31', last_type: null, next_made_up_to: null, next_due: null, overdue: null },
  })

  it('were overdue from the missed deadline', () => {
    const record = accountsRecord(
      ended,
      filings([], [gazetted('Gazette dissolved compulsory', '2025-11-18')]),
      '2025-11-18',
    )
    expect(record).toMatchObject({ dueTo: '2024-01-31', due: '2024-10-31', overdue: 383 })
  })

  it('are not said to have been, where it was dissolved in another way', () => {
    expect(
      accountsRecord(ended, filings([], [gazetted('Gazette dissolved liquidation', '2025-11-18')]), '2025-11-18')
        .overdue,
    ).toBeNull()
  })
})
