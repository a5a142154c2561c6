/** How often, and how many at once, a source is called. Callers queue in order; nothing polls. */
import pLimit from 'p-limit'
import { setTimeout as sleep } from 'node:timers/promises'
import { CallFault } from './call-fault.ts'
import type { SourceSettings } from '@domesday/core/client'

/** Milliseconds. A pause that a source asks for is kept no longer than this, so that a failure does not last longer. */
const mostPause = 10_000

export interface Bucket {
  /** Milliseconds until the next token, or the one after so many others, is due. */
  wait(now: number, ahead?: number): number
  /** Takes the next token. Gives the milliseconds until it is due. */
  take(now: number): number
  pause(until: number): void
}

/** A token bucket kept as one number, the time at which it will be full again (the generic cell rate algorithm). */
export const createBucket = (rate: SourceSettings['rate']): Bucket => {
  const interval = rate === null ? 0 : rate.per / rate.calls
  const slack = rate === null ? 0 : (Math.max(1, rate.burst) - 1) * interval
  let full = 0
  let pausedUntil = 0
  const wait = (now: number, ahead = 0): number =>
    Math.max(now, pausedUntil, Math.max(full, now, pausedUntil) - slack + ahead * interval) - now
  return {
    wait,
    take: (now) => {
      const due = wait(now)
      full = Math.max(full, now, pausedUntil) + interval
      return due
    },
    pause: (until) => {
      pausedUntil = Math.max(pausedUntil, until)
    },
  }
}

export interface Limiter {
  /**
   * Runs the work when its turn comes. Rejects with a fault where that would be after the deadline: at once if that can
   * be foreseen.
   */
  pass<T>(work: () => Promise<T>, deadline: number): Promise<T>
  /** Lets nothing start for so many milliseconds, because the source asked for a pause. */
  pause(ms: number): void
}

/** Deadlines are on the monotonic clock. `unlimited` lifts the rate, never the number at once. */
export const createLimiter = ({
  source,
  rate,
  concurrency,
  unlimited,
}: Pick<SourceSettings, 'rate' | 'concurrency'> & {
  readonly source: string
  readonly unlimited: boolean
}): Limiter => {
  const slots = pLimit(concurrency)
  const bucket = createBucket(unlimited ? null : rate)
  /** Callers in the queue that have not given up. Those that have keep their place but take no token. */
  let waiting = 0
  const late = (): CallFault =>
    new CallFault(source, 'queued', 'cannot be called in time under its rate and concurrency limits', {
      retryAfter: bucket.wait(performance.now()) / 1000,
    })

  /** A slot is taken before a token, so that no token is spent on a call that still queues. */
  const withToken = async <T>(work: () => Promise<T>, deadline: number): Promise<T> => {
    const now = performance.now()
    if (now + bucket.wait(now) >= deadline) throw late()
    const wait = bucket.take(now)
    if (wait > 0) await sleep(Math.ceil(wait))
    return work()
  }

  return {
    pass: async <T>(work: () => Promise<T>, deadline: number): Promise<T> => {
      const now = performance.now()
      if (now + bucket.wait(now, waiting) >= deadline) throw late()
      if (slots.activeCount + slots.pendingCount < concurrency) return slots(() => withToken(work, deadline))
      const expiry = Promise.withResolvers<never>()
      let hasGivenUp = false
      waiting += 1
      const timer = setTimeout(() => {
        hasGivenUp = true
        waiting -= 1
        expiry.reject(late())
      }, deadline - now)
      const queued = slots(() => {
        if (hasGivenUp) throw late()
        clearTimeout(timer)
        waiting -= 1
        return withToken(work, deadline)
      })
      return Promise.race([queued, expiry.promise])
    },
    pause: (ms) => {
      if (!unlimited) bucket.pause(performance.now() + Math.min(ms, mostPause))
    },
  }
}
