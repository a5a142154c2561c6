import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createBucket, createLimiter } from './limiter.ts'

describe('the token bucket', () => {
  it('gives a burst, then one token an interval', () => {
    const bucket = createBucket({ calls: 10, per: 1_000, burst: 3 })
    expect([1, 2, 3, 4, 5].map(() => bucket.take(0))).toEqual([0, 0, 0, 100, 200])
    expect(bucket.take(1_000)).toBe(0)
  })
  it('never gives more than the rate and the burst, over any time', () => {
    const bucket = createBucket({ calls: 5, per: 1_000, burst: 2 })
    const starts = Array.from({ length: 50 }, (_, i) => i * 37 + bucket.take(i * 37))
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    for (const start of starts)
      expect(starts.filter((one) => one >= start && one < start + 1_000).length).toBeLessThanOrEqual(7)
  })
  it('tells the wait of one who comes after others without taking anything', () => {
    const bucket = createBucket({ calls: 10, per: 1_000, burst: 2 })
    expect([0, 1, 2, 3].map((ahead) => bucket.wait(0, ahead))).toEqual([0, 0, 100, 200])
    expect(bucket.take(0)).toBe(0)
  })
  it('gives nothing before the end of a hold, and keeps to the rate after it', () => {
    const bucket = createBucket({ calls: 10, per: 1_000, burst: 1 })
    bucket.pause(500)
    expect([1, 2, 3].map(() => bucket.take(0))).toEqual([500, 600, 700])
    const unlimited = createBucket(null)
    unlimited.pause(500)
    expect([unlimited.take(100), unlimited.take(600)]).toEqual([400, 0])
  })
})

describe('the limiter', () => {
  const late = (): number => performance.now() + 60_000
  const rate = { calls: 1, per: 100, burst: 1 }

  it('lets calls through in order, so many at once', async () => {
    const limiter = createLimiter({ source: 'x', rate: null, concurrency: 2, unlimited: false })
    const order: number[] = []
    let active = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        limiter.pass(async () => {
          order.push(i)
          most = Math.max(most, ++active)
          await sleep(10)
          active -= 1
        }, late()),
      ),
    )
    expect(order).toEqual([0, 1, 2, 3, 4, 5])
    expect(most).toBe(2)
    // No slot is left taken: the next call starts at once.
    expect(await limiter.pass(async () => 'through', performance.now() + 50)).toBe('through')
  })

  it('refuses at once where the rate cannot serve before the deadline', async () => {
    const limiter = createLimiter({ source: 'x', rate, concurrency: 1, unlimited: false })
    const begun = performance.now()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => limiter.pass(async () => performance.now() - begun, begun + 250)),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ])
    expect(outcomes[3]).toMatchObject({ reason: { source: 'x', reason: 'not_asked', trouble: 'queued' } })
  })

  it('gives up at the deadline where it queues behind slow calls, and makes no late call', async () => {
    const limiter = createLimiter({ source: 'x', rate: null, concurrency: 1, unlimited: false })
    let late = 0
    const slow = limiter.pass(() => sleep(200), performance.now() + 1_000)
    const begun = performance.now()
    await expect(limiter.pass(async () => (late += 1), begun + 50)).rejects.toMatchObject({ trouble: 'queued' })
    expect(performance.now() - begun).toBeLessThan(150)
    await slow
    await sleep(20)
    expect(late).toBe(0)
  })

  it('takes no token for a call that still queues for its place', async () => {
    const limiter = createLimiter({ source: 'x', rate, concurrency: 1, unlimited: false })
    const starts: number[] = []
    const work = (ms: number) => async (): Promise<void> => {
      starts.push(performance.now())
      await sleep(ms)
    }
    await Promise.all([limiter.pass(work(250), late()), limiter.pass(work(0), late()), limiter.pass(work(0), late())])
    // Tokens taken on arrival would both be old by the time the first call is done, and the two would start together.
    expect(starts[2]! - starts[1]!).toBeGreaterThan(80)
  })

  it('counts nobody who has given up among those ahead', async () => {
    const limiter = createLimiter({
      source: 'x',
      rate: { calls: 10, per: 1_000, burst: 1 },
      concurrency: 1,
      unlimited: false,
    })
    const stuck = limiter.pass(() => sleep(600), performance.now() + 1_000)
    const given = await Promise.allSettled(
      Array.from({ length: 10 }, () => limiter.pass(() => Promise.resolve(), performance.now() + 500)),
    )
    expect(given.every(({ status }) => status === 'rejected')).toBe(true)
    await expect(limiter.pass(() => Promise.resolve('answered'), performance.now() + 400)).resolves.toBe('answered')
    await stuck
  })

  it('lifts rate and hold, never the number at once', async () => {
    const limiter = createLimiter({
      source: 'x',
      rate: { calls: 1, per: 60_000, burst: 1 },
      concurrency: 1,
      unlimited: true,
    })
    limiter.pause(60_000)
    let active = 0
    await Promise.all(
      [1, 2, 3].map(() =>
        limiter.pass(async () => {
          expect(++active).toBe(1)
          await sleep(1)
          active -= 1
        }, late()),
      ),
    )
  })
})
