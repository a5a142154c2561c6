/** Rate limits and their headers. The header syntax is that of a draft: it stands here and nowhere else. */
import { createRequire } from 'node:module'
import type { RateLimiterRes as Res } from 'rate-limiter-flexible'
import type { Limit } from '../registry/settings/settings.ts'
import { Failure } from '../contract/failure.ts'
import type { HeaderSink } from './wire.ts'

export interface RateLimit {
  /** Counts one call of this caller and writes the headers. Throws the 429. */
  count(caller: string, res: HeaderSink): Promise<void>
}

const require = createRequire(import.meta.url)

/**
 * `calls` in each window of `per` milliseconds, and `burst` more on top once they are used up. The headers say what
 * is left of both: a caller who goes by them is never refused, and need not stop before.
 */
export const rateLimit = (name: string, { calls, per, burst }: Limit): RateLimit => {
  // Loaded by the first call, not by the start: the package brings the limiters of a dozen stores along.
  const { RateLimiterMemory, RateLimiterRes } =
    require('rate-limiter-flexible') as typeof import('rate-limiter-flexible')
  const duration = per / 1000,
    quota = calls + burst
  // Each counts in a memory of its own, where a prefix would only make every key a new string.
  const steady = new RateLimiterMemory({ keyPrefix: '', points: calls, duration })
  const extra = burst > 0 ? new RateLimiterMemory({ keyPrefix: '', points: burst, duration }) : null
  const policy = `"${name}";q=${quota};w=${duration}`

  const write = (res: HeaderSink, remaining: number, ms: number): number => {
    const seconds = Math.max(1, Math.ceil(ms / 1000))
    res.setHeader('ratelimit-policy', policy)
    res.setHeader('ratelimit', `"${name}";r=${Math.max(0, remaining)};t=${seconds}`)
    return seconds
  }
  /** What is counted, or what refuses it. */
  const taken = (from: typeof steady, caller: string): Promise<{ readonly of: Res; readonly refused: boolean }> =>
    from.consume(caller).then(
      (of) => ({ of, refused: false }),
      (of: unknown) => {
        if (!(of instanceof RateLimiterRes)) throw of
        return { of, refused: true }
      },
    )

  return {
    count: async (caller, res) => {
      const usual = await taken(steady, caller)
      if (!usual.refused) {
        const spare = extra === null ? 0 : ((await extra.get(caller))?.remainingPoints ?? burst)
        write(res, usual.of.remainingPoints + spare, usual.of.msBeforeNext)
        return
      }
      const more = extra && (await taken(extra, caller))
      if (more && !more.refused) {
        write(res, more.of.remainingPoints, usual.of.msBeforeNext)
        return
      }
      const seconds = write(res, 0, Math.min(usual.of.msBeforeNext, more?.of.msBeforeNext ?? Infinity))
      throw new Failure('rate_limited', `More than ${quota} calls in ${duration} seconds. Try again in ${seconds} s.`, {
        retry_after_s: seconds,
      })
    },
  }
}
