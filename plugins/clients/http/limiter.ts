/** How often and how many at once a source is called. Callers go in order; nothing polls. */
import pLimit from 'p-limit'
import { setTimeout as sleep } from 'node:timers/promises'
import { CallFault } from './fault.ts'
import type { SourceSettings } from '@domesday/core/client'

/**
 * A source that asked for a pause is asked again after so long, however long it said: a failure is never frozen for
 * longer.
 */
const longestHold = 10_000

export interface Bucket {
  /** Milliseconds until the token that is due after so many others. */
  wait(now: number, ahead?: number): number
  /** Takes the next token; it counts from so many milliseconds on. */
  take(now: number): number
  hold(until: number): void
}

/** A token bucket kept as one number, the time at which it will be full again (the generic cell rate algorithm). */
export const createBucket = (rate: SourceSettings['rate']): Bucket => {
  const interval = rate === null ? 0 : rate.per / rate.calls
  const slack = rate === null ? 0 : (Math.max(1, rate.burst) - 1) * interval
  let full = 0
  let held = 0
  const wait = (now: number, ahead = 0): number =>
    Math.max(now, held, Math.max(full, now, held) - slack + ahead * interval) - now
  return {
    wait,
    take: (now) => {
      const due = wait(now)
      full = Math.max(full, now, held) + interval
      return due
    },
    hold: (until) => {
      held = Math.max(held, until)
    },
  }
}

export interface Limiter {
  /**
   * Runs the work when its turn comes. Gives up with a fault, at once if it can tell, where that would be after the
   * deadline.
   */
  pass<T>(work: () => Promise<T>, deadline: number): Promise<T>
  /** The source asked for a pause of so many milliseconds. */
  hold(ms: number): void
  readonly active: number
  readonly queued: number
}

/** Times are milliseconds of the monotonic clock. In the sandbox the rate is lifted; the number at once never is. */
export const createLimiter = ({
  source,
  rate,
  concurrency,
  lifted,
}: Pick<SourceSettings, 'rate' | 'concurrency'> & { readonly source: string; readonly lifted: boolean }): Limiter => {
  const slots = pLimit(concurrency)
  const bucket = createBucket(lifted ? null : rate)
  /**
   * Those that queue and have not given up: a place is kept for the others too until it is their turn, but no token.
   */
  let waiting = 0
  const late = (): CallFault =>
    new CallFault(source, 'queued', 'has no call left in time under its rate and concurrency limits', {
      retryAfter: bucket.wait(performance.now()) / 1000,
    })

  /**
   * A slot first and then a token, so that a token stands for a call that starts now and not for one that still
   * queues.
   */
  const inTurn = async <T>(work: () => Promise<T>, deadline: number): Promise<T> => {
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
      if (slots.activeCount + slots.pendingCount < concurrency) return slots(() => inTurn(work, deadline))
      const expiry = Promise.withResolvers<never>()
      let gone = false
      waiting += 1
      const timer = setTimeout(() => {
        gone = true
        waiting -= 1
        expiry.reject(late())
      }, deadline - now)
      const turn = slots(() => {
        if (gone) throw late()
        clearTimeout(timer)
        waiting -= 1
        return inTurn(work, deadline)
      })
      return Promise.race([turn, expiry.promise])
    },
    hold: (ms) => {
      if (!lifted) bucket.hold(performance.now() + Math.min(ms, longestHold))
    },
    get active() {
      return slots.activeCount
    },
    get queued() {
      return waiting
    },
  }
}
