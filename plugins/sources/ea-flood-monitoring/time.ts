/** The service writes UK local times without a zone. */
import { once, stated } from '@domesday/core'

const hour = 3_600_000
const clock = once(
  () => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/London' }),
)
/** UK local time at `ms`, as milliseconds counted as if it were UTC. */
const shownAt = (ms: number): number => Date.parse(`${clock().format(ms).replace(' ', 'T')}Z`)

/**
 * Local `2026-10-14T18:05:21` is `2026-10-14T17:05:21Z` in summer time. Of the repeated hour in October the first is
 * taken; a time with a zone keeps it. Null if it is not a time.
 */
export const utcOf = (raw: unknown): string | null => {
  const text = stated(raw) ?? ''
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text)
  const shown = Date.parse(zoned ? text : `${text}Z`)
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(shown)) return null
  const at = !zoned && shownAt(shown - hour) === shown ? shown - hour : shown
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}
