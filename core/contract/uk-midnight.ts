import { ukDay } from './words.ts'

const hour = 3_600_000

/** The first millisecond of a day in the United Kingdom, whose midnight is that of UTC or an hour before. */
export const ukMidnight = (day: string): number => {
  const utc = Date.parse(day)
  return ukDay(new Date(utc - hour)) === day ? utc - hour : utc
}

/** The first millisecond after it. */
export const ukMidnightAfter = (day: string): number =>
  ukMidnight(new Date(Date.parse(day) + 24 * hour).toISOString().slice(0, 10))
