/**
 * The memo: digests of upstream answers, bounded by entries and by bytes. A digest is shared between calls, so it is
 * frozen.
 */
import { LRUCache } from 'lru-cache'
import { NoSuch } from '@domesday/core'
import type { Answered } from '@domesday/core/client'

/**
 * A subject that does not exist today may exist in a minute: so long that there is none is kept, unless a source's
 * settings say otherwise.
 */
const usualNoneFor = 60_000
/** While an upstream is down its old value is served without another try for so long. */
const recheckAfter = 5_000

interface Kept extends Answered {
  readonly size: number
  readonly none: boolean
  recheck: number
}

export interface Memo {
  /** The answer, if it still counts as fresh. */
  fresh(key: string, now: number): Answered | null
  /**
   * Keeps an answer. What says that there is none is kept no longer than `noneFor` milliseconds, a minute where none
   * are given.
   */
  keep(key: string, answered: Answered, noneFor?: number): Answered
  /**
   * The old answer for a time of need, if it ran out no longer than so many milliseconds ago, and is not older than its
   * terms let it become. That there was none is no use then.
   */
  stale(key: string, now: number, staleFor: number, mayKeep?: number): Answered | null
  readonly entries: number
  readonly bytes: number
}

export const createMemo = ({ entries, bytes }: { readonly entries: number; readonly bytes: number }): Memo => {
  const kept = new LRUCache<string, Kept>({
    max: entries,
    maxSize: bytes,
    sizeCalculation: ({ size }, key) => size + key.length,
  })
  return {
    fresh: (key, now) => {
      const one = kept.get(key)
      if (one === undefined || now >= Math.max(one.until, one.recheck)) return null
      return now < one.until ? one : { value: one.value, at: one.at, until: one.recheck }
    },
    keep: (key, { value, at, until }, noneFor = usualNoneFor) => {
      const none = value === null || value === undefined || value instanceof NoSuch
      const one: Kept = {
        value,
        at,
        until: none ? Math.min(until, at + noneFor) : until,
        none,
        size: freeze(value),
        recheck: 0,
      }
      kept.set(key, one)
      return one
    },
    stale: (key, now, staleFor, mayKeep = Infinity) => {
      const one = kept.get(key)
      if (one === undefined || one.none || now - one.until > staleFor || now - one.at > mayKeep) return null
      one.recheck = now + recheckAfter
      return { value: one.value, at: one.at, until: one.recheck }
    },
    get entries() {
      return kept.size
    },
    get bytes() {
      return kept.calculatedSize
    },
  }
}

/** Freezes all the way down and gives roughly the length of the value as JSON, in one walk. */
export const freeze = (value: unknown): number => {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  if (ArrayBuffer.isView(value)) return value.byteLength
  let size = 2
  for (const key of Object.keys(value))
    size += (Array.isArray(value) ? 1 : key.length + 4) + freeze((value as Record<string, unknown>)[key])
  Object.freeze(value)
  return size
}
