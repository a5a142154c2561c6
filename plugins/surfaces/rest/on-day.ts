/** `?on=2026-03-01`: the day whose answer is asked for. */
import { ukDay } from '@domesday/core'
import { queryOf, type ParameterFault, type Plan } from '@domesday/core/surface'
import { planBeside } from '@domesday/surface-parts/faults-beside'

export const onParameter = 'on'

/** Of every look-up. */
export const onDeclared = {
  name: onParameter,
  in: 'query',
  required: false,
  description:
    'The newest answer that was made by the end of this day in the United Kingdom and charged to this key, as it was then. Free; asks no source',
  schema: { type: 'string', format: 'date' },
} as const

/** The day that is asked for, or what is wrong with it; null without one. */
const dayIn = (url: string, now: () => Date): string | ParameterFault | null => {
  // Most queries have neither it nor a name that is percent-encoded: they are not parsed for it.
  if (!/[?&](?:on\b|[^=&]*%)/.test(url)) return null
  const day = queryOf(url)[onParameter]
  if (day === undefined) return null
  const fault = (detail: string): ParameterFault => ({ parameter: onParameter, detail })
  if (typeof day !== 'string') return fault('is given more than once')
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) return fault('must be a date such as 2026-03-01')
  return day > ukDay(now()) ? fault('is in the future') : day
}

/** The plan of a look-up with its day. Throws the 400 with the faults of both. */
export const plannedOn = (
  url: string,
  plan: () => Plan,
  now: () => Date,
): { readonly wanted: Plan; readonly day: string | null } => {
  const day = dayIn(url, now)
  return day === null || typeof day === 'string'
    ? { wanted: plan(), day }
    : { wanted: planBeside([day], plan), day: null }
}
