import { describe, expect, it } from 'vitest'
import { ukDay } from '../contract/words.ts'
import { evidenceClock } from './evidence-clock.ts'

const hour = 3_600_000

const clockAt = (machine: string | number, date = '2026-10-15T09:00:00Z', mode: 'sandbox' | 'live' = 'sandbox') => {
  const current = () => ({ service: { sandbox: { date } } }) as never
  return new Date(evidenceClock({ current }, { mode, now: () => new Date(machine).getTime() })())
}

describe('the clock of evidence', () => {
  it('has the time of day of the machine on the day of the sample data, so that a later run is later', () => {
    expect(clockAt('2027-03-02T14:30:00.123Z').toISOString()).toBe('2026-10-15T13:30:00.123Z')
    expect(clockAt('2027-03-02T18:00:00Z') > clockAt('2027-03-02T17:59:59Z')).toBe(true)
  })

  it.each(['2026-10-15T09:00:00Z', '2026-01-15T00:00:00Z', '2026-03-29T12:00:00Z', '2026-10-25T00:30:00Z'])(
    'never leaves the day of %s in the United Kingdom',
    (date) => {
      const first = Date.parse('2027-01-01T00:00:00Z')
      for (let at = first; at < first + 366 * 24 * hour; at += hour)
        for (const moment of [at - 1, at, at + 1]) expect(ukDay(clockAt(moment, date))).toBe(ukDay(new Date(date)))
    },
  )

  it('is that of the machine in live mode', () => {
    expect(clockAt('2027-03-02T14:30:00Z', undefined, 'live').toISOString()).toBe('2027-03-02T14:30:00.000Z')
  })
})
