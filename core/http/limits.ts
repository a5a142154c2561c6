/** Rate limits and their headers. The header syntax is an IETF draft's: keep it in this file only. */
import { createRequire } from 'node:module'
import type { RateLimiterRes as Res } from 'rate-limiter-flexible'
import type { Counter, OpenShared } from '../contract/shared.ts'
import type { Limit } from '../registry/settings/settings.ts'
import { Failure } from '../contract/failure.ts'
import type { HeaderSink } from './wire.ts'

export interface RateLimit {
  /** Counts one call of this caller and writes the headers. Throws the 429. */
  count(caller: string, res: HeaderSink): Promise<void>
  /** The seconds until a caller who has used up the calls may make another; null where one is left. It counts none. */
  wait(caller: string): Promise<number | null>
}

const require = createRequire(import.meta.url)

/**
 * Allows `calls` in each window of `per` milliseconds, and `burst` more once they are used up. The headers give the sum
 * that remains of both, so a caller who follows them is never rejected. With `shared` the calls to all nodes count.
 */
export const rateLimit = (
  name: string,
  { calls, per, burst }: Limit,
  shared?: Pick<OpenShared, 'counter'> | null,
): RateLimit => {
  // Loaded by the first call, not at the start: the package includes limiters for a dozen stores.
  const { RateLimiterMemory, RateLimiterRes } =
    require('rate-limiter-flexible') as typeof import('rate-limiter-flexible')
  const duration = per / 1000,
    quota = calls + burst
  // Each limiter has its own memory, so no key needs a prefix: it would only build a new string for each call.
  const counter = (part: string, points: number): Counter => {
    const own = new RateLimiterMemory({ keyPrefix: '', points, duration })
    return shared ? shared.counter({ name: `${name}:${part}`, points, duration }, own) : own
  }
  const steady = counter('calls', calls)
  const extra = burst > 0 ? counter('burst', burst) : null
  const policy = `"${name}";q=${quota};w=${duration}`

  const write = (res: HeaderSink, remaining: number, ms: number): number => {
    const seconds = Math.max(1, Math.ceil(ms / 1000))
    res.setHeader('ratelimit-policy', policy)
    res.setHeader('ratelimit', `"${name}";r=${Math.max(0, remaining)};t=${seconds}`)
    return seconds
  }
  const consume = (limiter: Counter, caller: string): Promise<{ readonly result: Res; readonly rejected: boolean }> =>
    limiter.consume(caller).then(
      (result) => ({ result, rejected: false }),
      (reason: unknown) => {
        if (!(reason instanceof RateLimiterRes)) throw reason
        return { result: reason, rejected: true }
      },
    )

  return {
    wait: async (caller) => {
      const used = await (extra ?? steady).get(caller)
      return used === null || used.remainingPoints > 0 ? null : Math.max(1, Math.ceil(used.msBeforeNext / 1000))
    },
    count: async (caller, res) => {
      const fromCalls = await consume(steady, caller)
      if (!fromCalls.rejected) {
        const spare = extra === null ? 0 : ((await extra.get(caller))?.remainingPoints ?? burst)
        write(res, fromCalls.result.remainingPoints + spare, fromCalls.result.msBeforeNext)
        return
      }
      const fromBurst = extra && (await consume(extra, caller))
      if (fromBurst && !fromBurst.rejected) {
        write(res, fromBurst.result.remainingPoints, fromCalls.result.msBeforeNext)
        return
      }
      const wait = Math.min(fromCalls.result.msBeforeNext, fromBurst?.result.msBeforeNext ?? Infinity)
      const seconds = write(res, 0, wait)
      throw new Failure('rate_limited', `More than ${quota} calls in ${duration} seconds. Try again in ${seconds} s.`, {
        retry_after_s: seconds,
      })
    },
  }
}
