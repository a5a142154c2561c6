/** Days as `YYYY-MM-DD`, and how sentences say them. */

const time = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Negative where the first is the later. */
export const daysBetween = (from: string, to: string): number => Math.round((time(to) - time(from)) / 86_400_000)

/** So many months on or back. The last day of a month stays the last of a month, as the Companies Act counts. */
export const monthsAfter = (day: string, months: number): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastOf = (months: number): number => new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const wanted = date === lastOf(0) ? lastOf(months) : Math.min(date, lastOf(months))
  return new Date(Date.UTC(year, month - 1 + months, wanted)).toISOString().slice(0, 10)
}

const british = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
/** `14 May 2026` */
export const spoken = (day: string): string => british.format(time(day))

/** `1 charge`, `3 charges` */
export const counted = (count: number, one: string, several = `${one}s`): string => `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`
