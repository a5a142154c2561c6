/** The terms of a key, as its holder and the operator are shown them. */
import { integer, list, orNull, text } from '@domesday/core'
import { latestExpiry, type KeyRecord } from '@domesday/core/store'

const credits = (description: string) => integer({ description, unit: 'credits' })

export const termShapes = {
  label: orNull(text('What the operator calls the key')),
  expires_at: orNull(text({ format: 'date-time' })),
  endpoints: orNull(list(text(), 'The only look-ups that it may ask, by id; null: all')),
  surfaces: orNull(list(text(), 'The only interfaces that sell to it, such as rest or mcp; null: all')),
  per_minute: orNull(integer('Calls a minute; null: the limit for all keys')),
  credits_per_day: orNull(credits('The most that it spends in a day of UTC')),
  credits_per_month: orNull(credits('The most that it spends in a calendar month of UTC')),
  spent_today: credits('Charged in this day of UTC, less refunds of it'),
  spent_this_month: credits('Charged in this calendar month of UTC, less refunds of it'),
}

/** Earlier releases took later times, which no `date-time` can say: the last one that it can stands for them. */
export const isoTime = (at: number | null): string | null =>
  at === null ? null : new Date(Math.min(at, latestExpiry)).toISOString()

export const shownTerms = (key: KeyRecord) => ({
  label: key.label,
  expires_at: isoTime(key.expiresAt),
  endpoints: key.endpoints,
  surfaces: key.surfaces,
  per_minute: key.perMinute,
  credits_per_day: key.creditsPerDay,
  credits_per_month: key.creditsPerMonth,
  spent_today: key.spentToday,
  spent_this_month: key.spentThisMonth,
})
