/** `?on=2026-03-01`: the day whose answer is asked for. */
import { ukDay } from '@domesday/core'
import { invalidParameters, queryOf, type Failure } from '@domesday/core/surface'

export const onParameter = 'on'

/** The day that is asked for; null without one. Throws the 400. */
export const dayIn = (url: string, now: () => Date): string | null => {
  // Most queries have neither it nor a name that is percent-encoded: they are not parsed for it.
  if (!/[?&](?:on\b|[^=&]*%)/.test(url)) return null
  const day = queryOf(url)[onParameter]
  if (day === undefined) return null
  const fault = (detail: string): Failure => invalidParameters([{ parameter: onParameter, detail }])
  if (typeof day !== 'string') throw fault('is given more than once')
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) throw fault('must be a date such as 2026-03-01')
  if (day > ukDay(now())) throw fault('is in the future')
  return day
}
