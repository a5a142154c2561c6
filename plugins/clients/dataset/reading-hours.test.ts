import { expect, it } from 'vitest'
import { hoursInWords, isWithinHours, opensAt } from './reading-hours.ts'

it('hours are those of the United Kingdom, in summer and in winter, over midnight too', () => {
  const night = (time: string): boolean => isWithinHours('21:00-07:00', new Date(time))
  expect(
    ['2026-01-15T20:59:59Z', '2026-01-15T21:00:00Z', '2026-01-16T00:00:00Z', '2026-01-16T06:59:59Z'].map(night),
  ).toEqual([false, true, true, true])
  expect(night('2026-01-16T07:00:00Z')).toBe(false)
  expect(['2026-07-15T19:59:59Z', '2026-07-15T20:00:00Z', '2026-07-16T06:00:00Z'].map(night)).toEqual([
    false,
    true,
    false,
  ])
  expect(isWithinHours('09:00-17:00', new Date('2026-01-15T12:00:00Z'))).toBe(true)
  expect(isWithinHours('09:00-17:00', new Date('2026-01-15T17:00:00Z'))).toBe(false)
  expect(hoursInWords('21:00-07:00')).toBe('from 21:00 to 07:00 UK time')
})

it('a feed opens at its next hour, whatever the clocks do on the way', () => {
  const opens = (hours: string, time: string): string => new Date(opensAt(hours, Date.parse(time))).toISOString()
  expect(opens('21:00-07:00', '2026-01-15T12:34:56Z')).toBe('2026-01-15T21:00:00.000Z')
  expect(opens('21:00-07:00', '2026-01-15T23:34:56.789Z')).toBe('2026-01-15T23:34:56.789Z')
  expect(opens('21:00-07:00', '2026-07-15T12:00:00Z')).toBe('2026-07-15T20:00:00.000Z')
  expect(opens('09:00-17:00', '2026-01-15T18:00:00Z')).toBe('2026-01-16T09:00:00.000Z')
  // The clocks go forward at 01:00 on 29 March 2026, and back at 02:00 on 25 October.
  expect(opens('09:00-17:00', '2026-03-28T18:00:00Z')).toBe('2026-03-29T08:00:00.000Z')
  expect(opens('09:00-17:00', '2026-10-24T18:00:00Z')).toBe('2026-10-25T09:00:00.000Z')
  expect(opens('01:30-03:00', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
})
