/** The cache of digests: what `read` made of upstream answers. Calls share a digest, so it is frozen. */
import { LRUCache } from 'lru-cache'
import { isNoSuch } from '@domesday/core'
import type { Answered } from '@domesday/core/client'

/** Milliseconds that "there is none" is kept: what does not exist today may exist in a minute. */
const usualNoneFor = 60_000
/** Milliseconds that an expired digest is served, while its upstream is down, before the upstream is tried again. */
const recheckAfter = 5_000

interface CachedDigest extends Answered {
  readonly size: number
  readonly none: boolean
  recheck: number
}

export interface DigestCache {
  /** The digest, if it is fresh. */
  fresh(key: string, now: number): Answered | null
  /** How often `fresh` had a digest, and how often not. */
  counts(): { readonly hits: number; readonly misses: number }
  /** Caches a digest. "There is none" is kept for `noneFor` milliseconds at most. */
  keep(key: string, answered: Answered, noneFor?: number): Answered
  /**
   * An expired digest, for when the upstream fails: one that expired no longer than `staleFor` milliseconds ago and is
   * no older than `mayKeep`, which the source's terms allow. Null where it says that there is none.
   */
  stale(key: string, now: number, staleFor: number, mayKeep?: number): Answered | null
}

/** `bytes` bounds the length of the digests as JSON, roughly. */
export const createDigestCache = (most: { readonly entries: number; readonly bytes: number }): DigestCache => {
  const digests = new LRUCache<string, CachedDigest>({
    max: most.entries,
    maxSize: most.bytes,
    sizeCalculation: ({ size }, key) => size + key.length,
  })
  let hits = 0,
    misses = 0
  return {
    fresh: (key, now) => {
      const one = digests.get(key)
      if (one === undefined || now >= Math.max(one.until, one.recheck)) {
        misses += 1
        return null
      }
      hits += 1
      return now < one.until ? one : { value: one.value, at: one.at, until: one.recheck }
    },
    counts: () => ({ hits, misses }),
    keep: (key, { value, at, until }, noneFor = usualNoneFor) => {
      const none = value === null || value === undefined || isNoSuch(value)
      const one: CachedDigest = {
        value,
        at,
        until: none ? Math.min(until, at + noneFor) : until,
        none,
        size: freeze(value),
        recheck: 0,
      }
      digests.set(key, one)
      return one
    },
    stale: (key, now, staleFor, mayKeep = Infinity) => {
      const one = digests.get(key)
      if (one === undefined || one.none || now - one.until > staleFor || now - one.at > mayKeep) return null
      one.recheck = now + recheckAfter
      return { value: one.value, at: one.at, until: one.recheck }
    },
  }
}

/** Freezes a value all the way down, and gives roughly its length as JSON. */
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
