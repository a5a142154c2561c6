/** How often, and how many at once, a source is called. Callers queue in order; nothing polls. */
import pLimit from 'p-limit'
import { setTimeout as sleep } from 'node:timers/promises'
import { CallFault } from './call-fault.ts'
import type { SourceSettings } from '@domesday/core/client'

/** Milliseconds. Where a source asks for a longer pause, callers are refused at once and not kept waiting. */
const longestWait = 5_000

export interface Bucket {
  /** Milliseconds until the next token, or the one after so many others, is due. */
  wait(now: number, ahead?: number): number
  /** Takes the next token. Gives the milliseconds until it is due. */
  take(now: number): number
  pause(until: number): void
  /** Milliseconds that are left of a pause. */
  paused(now: number): number
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
    paused: (now) => Math.max(0, pausedUntil - now),
  }
}

export interface Limiter {
  /**
   * Runs the work when its turn comes. Rejects with a fault where that would be after the deadline: at once if that can
   * be foreseen.
   */
  pass<T>(work: () => Promise<T>, deadline: number): Promise<T>
  /** Lets nothing start for so many milliseconds, because the source asked for a pause: however long it is. */
  pause(ms: number): void
  /** Milliseconds that are left of the pause. */
  paused(): number
  /** Throws the fault if nobody is kept waiting, because the pause is long. */
  checkPause(): void
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

  const paused = (): number => bucket.paused(performance.now())
  const checkPause = (): void => {
    const left = paused() / 1000
    if (left * 1000 > longestWait)
      throw new CallFault(
        source,
        'queued',
        `is not called, because it asked for a pause that has ${Math.ceil(left)} s left`,
        { retryAfter: left },
      )
  }

  /** A slot is taken before a token, so that no token is spent on a call that still queues. */
  const withToken = async <T>(work: () => Promise<T>, deadline: number): Promise<T> => {
    checkPause()
    const now = performance.now()
    if (now + bucket.wait(now) >= deadline) throw late()
    const wait = bucket.take(now)
    if (wait > 0) await sleep(Math.ceil(wait))
    // Another call may have been told to pause in the meantime.
    return paused() > 1 ? withToken(work, deadline) : work()
  }

  return {
    pass: async <T>(work: () => Promise<T>, deadline: number): Promise<T> => {
      checkPause()
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
      if (!unlimited) bucket.pause(performance.now() + ms)
    },
    paused,
    checkPause,
  }
}
