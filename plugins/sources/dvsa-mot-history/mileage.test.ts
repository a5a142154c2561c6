import { describe, expect, it } from 'vitest'
import type { MotTest } from './index.ts'
import { anomalyOf, readingsIn } from './mileage.ts'

const limits = { small_fall_miles: 1000, most_miles_a_year: 60_000, correction_days: 28 }
const grade = (...readings: readonly (readonly [string, number])[]) =>
  anomalyOf(
    readings.map(([date, mileage]) => ({ date, mileage })),
    limits,
  )?.grade

describe('the odometer', () => {
  it('is listed oldest first, one reading per day, without tests that have none', () => {
    const test = (date: string, mileage: number | null): MotTest => ({
      date,
      mileage,
      result: 'PASSED',
      expiry: null,
      advisories: [],
      failures: [],
      dangerous: [],
      rectified: [],
      tested_as: null,
    })
    expect(
      readingsIn([test('2024-01-03', 300), test('2024-01-02', 205), test('2024-01-02', 200), test('2023-01-01', null)]),
    ).toEqual([
      { date: '2024-01-02', mileage: 205 },
      { date: '2024-01-03', mileage: 300 },
    ])
  })

  it('that falls is graded by how far', () => {
    expect(grade(['2023-01-01', 50_000], ['2024-01-01', 50_000])).toBe('none')
    expect(grade(['2023-01-01', 50_000], ['2024-01-01', 49_000])).toBe('minor')
    expect(grade(['2023-01-01', 50_000], ['2024-01-01', 48_999])).toBe('major')
    expect(grade(['2022-01-01', 50_000], ['2023-01-01', 5_000], ['2024-01-01', 9_000])).toBe('major')
  })

  it('that falls for one reading only was typed wrong, whether too low or too high', () => {
    expect(grade(['2022-01-01', 50_000], ['2023-01-01', 5_000], ['2024-01-01', 52_000])).toBe('minor')
    expect(grade(['2022-01-01', 50_000], ['2023-01-01', 510_000], ['2024-01-01', 58_000])).toBe('minor')
    // A rise that could be driven, followed by a fall, means that the odometer was turned back.
    expect(grade(['2022-01-01', 50_000], ['2023-01-01', 90_000], ['2024-01-01', 60_000])).toBe('major')
    expect(grade(['2022-01-01', 50_000], ['2023-01-01', 510_000], ['2024-01-01', 48_000])).toBe('major')
  })

  it('that rises beyond what could be driven is odd, but not between a failed test and its retest', () => {
    expect(grade(['2023-01-01', 50_000], ['2024-01-01', 110_001])).toBe('minor')
    expect(grade(['2023-01-01', 50_000], ['2024-01-01', 110_000])).toBe('none')
    expect(grade(['2024-01-01', 50_000], ['2024-01-03', 51_000])).toBe('none')
  })

  it('that was not read but typed as 0 or 1 does not fall, and hides no fall', () => {
    expect(grade(['2024-01-01', 43_000], ['2025-01-01', 52_000], ['2026-01-01', 0])).toBe('minor')
    expect(grade(['2024-01-01', 43_000], ['2025-01-01', 1], ['2026-01-01', 4_000])).toBe('major')
    expect(grade(['2024-01-01', 0], ['2025-01-01', 9_000])).toBe('none')
  })

  it('that a lower reading corrects within 28 days does not count, and hides no fall', () => {
    const before = ['2025-06-01', 43_000] as const
    expect(grade(before, ['2026-06-01', 152_000], ['2026-06-29', 52_000])).toBe('minor')
    expect(grade(['2026-06-01', 90_000], ['2026-06-29', 52_000])).toBe('minor')
    expect(grade(['2026-06-01', 90_000], ['2026-06-30', 52_000])).toBe('major')
    expect(grade(before, ['2026-06-01', 61_000], ['2026-06-10', 12_000])).toBe('major')
  })

  it('of five digits may have gone over in an old vehicle only', () => {
    const readings = [
      { date: '2025-05-01', mileage: 99_655 },
      { date: '2026-05-02', mileage: 412 },
    ]
    expect(anomalyOf(readings, limits, '1984-02-01')).toMatchObject({
      grade: 'minor',
      gravest: null,
      findings: [expect.stringContaining('five digits')],
    })
    for (const firstUsed of [null, '2015-02-01']) expect(anomalyOf(readings, limits, firstUsed)?.grade).toBe('major')
    const fell = [{ date: '2025-05-01', mileage: 80_000 }, readings[1]!]
    expect(anomalyOf(fell, limits, '1984-02-01')?.grade).toBe('major')
  })

  it('says nothing by one reading', () => {
    expect(grade(['2024-01-01', 50_000])).toBeUndefined()
  })
})
