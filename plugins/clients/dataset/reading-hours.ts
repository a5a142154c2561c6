/** The hours in which an upstream wants its feed to be read, in UK time: `21:00-07:00`. */
import type { Egress, SourceSettings } from '@domesday/core/client'

const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Whether a time is from the first hour up to the second, which may be on the next day. */
export const isWithinHours = (hours: string, at: Date): boolean => {
  const [from, to] = hours.split('-').map(minutes) as [number, number]
  const now = minutes(clock.format(at))
  return from <= to ? now >= from && now < to : now >= from || now < to
}

/** The first time, from this one on, that is within the hours. Unix milliseconds. */
export const opensAt = (hours: string, at: number): number => {
  if (isWithinHours(hours, new Date(at))) return at
  const start = at - (at % minute),
    [from] = hours.split('-').map(minutes) as [number]
  const ahead = (time: number): number => (from - minutes(clock.format(time)) + oneDay) % oneDay
  // The clocks may change on the way.
  const near = start + ahead(start) * minute
  let open = near + (ahead(near) > oneDay / 2 ? ahead(near) - oneDay : ahead(near)) * minute
  while (!isWithinHours(hours, new Date(open))) open += minute
  return open
}

const minute = 60_000
/** Minutes. */
const oneDay = 1_440

/** `from 21:00 to 07:00 UK time` */
export const hoursInWords = (hours: string): string => `from ${hours.replace('-', ' to ')} UK time`

/** When the store of a live source is read. */
export interface ReadingTime {
  /** Outside the hours of its settings too. */
  readonly anytime?: boolean
  /** The machine's clock, epoch milliseconds. */
  readonly now?: () => number
}

/** Why a store may not be read at this hour, or null. The sandbox has no hours. */
export const closedNow = (
  { pull }: SourceSettings,
  { anonymous }: Egress,
  { anytime = false, now = Date.now }: ReadingTime = {},
): string | null =>
  pull === null || anonymous === true || anytime || isWithinHours(pull.hours, new Date(now()))
    ? null
    : `is read ${hoursInWords(pull.hours)} only, as its keeper asks; --now reads it all the same`
