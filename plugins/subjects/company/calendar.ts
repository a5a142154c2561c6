/** Days as `YYYY-MM-DD`. */

const time = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Negative if the first day is later. */
export const daysBetween = (from: string, to: string): number => Math.round((time(to) - time(from)) / 86_400_000)

/** Adds months (may be negative). The last day of a month stays the last day, as in the Companies Act. */
export const monthsAfter = (day: string, months: number): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastOf = (months: number): number => new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const wanted = date === lastOf(0) ? lastOf(months) : Math.min(date, lastOf(months))
  return new Date(Date.UTC(year, month - 1 + months, wanted)).toISOString().slice(0, 10)
}
