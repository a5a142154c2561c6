import { describe, expect, it } from 'vitest'
import { ukDay } from '../contract/words.ts'
import { answerClock, evidenceClock } from './clocks.ts'

const hour = 3_600_000

const configured = (date: string) => ({ current: () => ({ service: { sandbox: { date } } }) as never })

const clockAt = (machine: string | number, date = '2026-10-15T09:00:00Z', mode: 'sandbox' | 'live' = 'sandbox') => {
  return new Date(evidenceClock(configured(date), { mode, now: () => new Date(machine).getTime() })())
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

describe('the clock of answers', () => {
  const machine = new Date('2027-03-02T14:30:00Z')
  const clockOf = (mode: 'sandbox' | 'live') =>
    answerClock(configured('2026-10-15T09:00:00Z'), { mode, now: () => machine.getTime() })

  it('stands in the sandbox, and tells times of this machine as those of that day', () => {
    const { now, told } = clockOf('sandbox')
    expect(now().toISOString()).toBe('2026-10-15T09:00:00.000Z')
    expect(new Date(told(machine.getTime())).toISOString()).toBe('2026-10-15T13:30:00.000Z')
  })

  it('is that of the machine in live mode', () => {
    const { now, told } = clockOf('live')
    expect([now(), told(1)]).toEqual([machine, 1])
  })
})
