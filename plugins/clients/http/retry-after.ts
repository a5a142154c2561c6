/** The Retry-After header. */

/**
 * Seconds to wait, from a number (fractions too) or a date; null without either. A date is compared with the answer's
 * own `date` header, because the clocks of the two machines may differ.
 */
export const retryAfterOf = (headers: Readonly<Record<string, string>>, now = Date.now()): number | null => {
  const value = headers['retry-after']?.trim()
  if (value === undefined || value === '') return null
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value)
  const date = Date.parse(value)
  if (Number.isNaN(date) || !/[a-z]/i.test(value)) return null
  const clock = Date.parse(headers['date'] ?? '')
  return Math.max(0, (date - (Number.isNaN(clock) ? now : clock)) / 1_000)
}
