import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '../contract/failure.ts'
import { rateLimit, type RateLimit } from './limits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** One call: the remaining calls by its headers, and its failure if it was rejected. */
const call = async (limit: RateLimit) => {
  const headers = new Map<string, string>()
  const failure = await limit
    .count('someone', { setHeader: (name, value) => headers.set(name, value) })
    .catch((error: unknown) => error as Failure)
  const [, left, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit')!)!
  return { left: Number(left), seconds: Number(seconds), policy: headers.get('ratelimit-policy')!, failure }
}

describe('a limit with a burst', () => {
  it('reports what is left, burst included, until nothing is left', async () => {
    const limit = rateLimit('default', { calls: 120, per: 60_000, burst: 60 })
    const lefts: number[] = []
    for (let n = 0; n < 180; n++) {
      const { left, policy, failure } = await call(limit)
      expect([policy, failure]).toEqual(['"default";q=180;w=60', undefined])
      lefts.push(left)
    }
    expect(lefts).toEqual(Array.from({ length: 180 }, (_, n) => 179 - n))
    const rejected = await call(limit)
    expect([rejected.left, rejected.failure?.code]).toEqual([0, 'rate_limited'])
    expect(rejected.failure?.message).toContain('More than 180 calls in 60 seconds')
    expect(rejected.failure?.more.retry_after_s).toBe(rejected.seconds)
  })

  it('still counts a burst that is not restored yet', async () => {
    const limit = rateLimit('default', { calls: 2, per: 10_000, burst: 2 })
    await call(limit)
    await call(limit)
    vi.advanceTimersByTime(9000)
    expect((await call(limit)).left).toBe(1)
    vi.advanceTimersByTime(1500)
    // The calls are restored, one of the burst is not.
    expect((await call(limit)).left).toBe(2)
    for (const left of [1, 0]) expect((await call(limit)).left).toBe(left)
    expect((await call(limit)).failure?.code).toBe('rate_limited')
    vi.advanceTimersByTime(9000)
    expect((await call(limit)).left).toBe(1)
  })
})

describe('a limit without a burst', () => {
  it('reports what is left', async () => {
    const limit = rateLimit('default', { calls: 2, per: 60_000, burst: 0 })
    expect(await call(limit)).toMatchObject({ left: 1, seconds: 60, policy: '"default";q=2;w=60' })
    expect((await call(limit)).left).toBe(0)
    expect((await call(limit)).failure?.code).toBe('rate_limited')
  })
})
