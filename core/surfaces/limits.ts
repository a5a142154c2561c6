/** Rate limits and their headers. The header syntax is that of a draft: it stands here and nowhere else. */
import { createRequire } from 'node:module'
import type { Limit } from '../boot/settings.ts'
import { Failure } from '../serve/failures.ts'
import type { HeaderSink } from './wire.ts'

export interface RateLimit {
  /** Counts one call of this caller and writes the headers. Throws the 429. */
  count(caller: string, res: HeaderSink): Promise<void>
}

const require = createRequire(import.meta.url)

/** `calls` in each window of `per` milliseconds, and `burst` more on top once they are used up. */
export const rateLimit = (name: string, { calls, per, burst }: Limit): RateLimit => {
  // Loaded by the first call, not by the start: the package brings the limiters of a dozen stores along.
  const { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } =
    require('rate-limiter-flexible') as typeof import('rate-limiter-flexible')
  const duration = per / 1000
  // Each counts in a memory of its own, where a prefix would only make every key a new string.
  const steady = new RateLimiterMemory({ keyPrefix: '', points: calls, duration })
  const limiter =
    burst > 0
      ? new BurstyRateLimiter(steady, new RateLimiterMemory({ keyPrefix: '', points: burst, duration }))
      : steady
  const policy = `"${name}";q=${calls};w=${duration}`

  const write = (res: HeaderSink, remaining: number, ms: number): number => {
    const seconds = Math.max(1, Math.ceil(ms / 1000))
    res.setHeader('ratelimit-policy', policy)
    res.setHeader('ratelimit', `"${name}";r=${Math.max(0, remaining)};t=${seconds}`)
    return seconds
  }

  return {
    count: async (caller, res) => {
      try {
        const { remainingPoints, msBeforeNext } = await limiter.consume(caller)
        write(res, remainingPoints, msBeforeNext)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        const seconds = write(res, 0, refused.msBeforeNext)
        throw new Failure(
          'rate_limited',
          `More than ${calls} calls in ${duration} seconds. Try again in ${seconds} s.`,
          { retry_after_s: seconds },
        )
      }
    },
  }
}
