/** What an upstream says about calling too fast. */

/**
 * Seconds to wait as Retry-After gives them, whole, broken or as a date; null where it gives none. A date is read
 * against the answer's own clock, because the two machines' may differ.
 */
export const retryAfterOf = (headers: Readonly<Record<string, string>>, now = Date.now()): number | null => {
  const said = headers['retry-after']?.trim()
  if (said === undefined || said === '') return null
  if (/^\d+(\.\d+)?$/.test(said)) return Number(said)
  const date = Date.parse(said)
  if (Number.isNaN(date) || !/[a-z]/i.test(said)) return null
  const clock = Date.parse(headers['date'] ?? '')
  return Math.max(0, (date - (Number.isNaN(clock) ? now : clock)) / 1_000)
}
