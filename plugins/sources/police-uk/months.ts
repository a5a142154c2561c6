/** Months of publication, `2026-08`. */
import { day } from '@domesday/core'

/** The month of a day as it is sent. Throws for what is no day: then it is another document. */
export const monthOf = (date: string): string => {
  const on = day(date)
  if (on === null) throw new TypeError('its date is no day')
  return on.slice(0, 7)
}

/** A month and those before it, newest first. */
export const monthsUpTo = (newest: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(Number(newest.slice(0, 4)), Number(newest.slice(5, 7)) - 1 - i)).toISOString().slice(0, 7),
  )

/** `July 2019`. */
export const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
