/** The service writes times as clocks in the United Kingdom show them, and names no zone. */
import { stated } from '@domesday/core'

const hour = 3_600_000
let clock: Intl.DateTimeFormat | undefined
/** What clocks in the United Kingdom show at a time, counted as if it were UTC. */
const shownAt = (ms: number): number => {
  clock ??= new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/London' })
  return Date.parse(`${clock.format(ms).replace(' ', 'T')}Z`)
}

/**
 * `2026-10-14T18:05:21` by the clock is `2026-10-14T17:05:21Z` in summer time. In the hour that comes twice in
 * October the first is meant; a time with a zone keeps its meaning. Null for what is no time.
 */
export const utcOf = (raw: unknown): string | null => {
  const text = stated(raw) ?? ''
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text)
  const shown = Date.parse(zoned ? text : `${text}Z`)
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(shown)) return null
  const at = !zoned && shownAt(shown - hour) === shown ? shown - hour : shown
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}
