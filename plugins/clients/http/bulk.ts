/**
 * Which work is bulk: what can wait, because its callers say so by `Priority: u=6` or `u=7` (RFC 9218), have many
 * look-ups in work, or because nobody waits for it, as for a harvest.
 */
import { LRUCache } from 'lru-cache'
import type { Waiter } from '@domesday/core/client'

export interface BulkSettings {
  /** Requests of this urgency and above are bulk: 7 is the least urgent. */
  readonly urgency: number
  /** So are those of a caller who has more look-ups than this in work. */
  readonly look_ups: number
  /** One in so many questions to a source is of bulk, however many others wait. */
  readonly one_in: number
}

/** The urgency of requests that name none, by RFC 9218. */
const usualUrgency = 3

/** A member `u` with an integer from 0 to 7. As RFC 9218 says, other values are ignored, and the last member counts. */
const urgencies = /(?:^|,)[ \t]*u=([0-7])[ \t]*(?=[,;]|$)/g

/** Callers send the same few headers, and each question that waits asks for its urgency again and again. */
const known = new LRUCache<string, number>({ max: 100 })

export const urgencyOf = (priority: string | null): number => {
  if (priority === null) return usualUrgency
  const before = known.get(priority)
  if (before !== undefined) return before
  const last = [...priority.matchAll(urgencies)].at(-1)
  const urgency = last === undefined ? usualUrgency : Number(last[1])
  known.set(priority, urgency)
  return urgency
}

/** Shared work is bulk only where all who wait for it can wait. */
export const isBulk = (waiters: readonly Waiter[], { urgency, look_ups: lookups }: BulkSettings): boolean =>
  waiters.every(({ priority, inWork }) => inWork > lookups || urgencyOf(priority) >= urgency)
