import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Waiter } from '@domesday/core/client'
import { createBucket } from './bucket.ts'
import { createLimiter, type Limiter, type LimiterOptions } from './limiter.ts'

// Nothing but timers is waited for: the next one is due at once.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }).setTimerTickMode('nextTimerAsync')
})
afterEach(() => void vi.useRealTimers())
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const limiterOf = (other: Partial<LimiterOptions>): Limiter =>
  createLimiter({
    source: 'x',
    rate: null,
    concurrency: 1,
    unlimited: false,
    bulk: () => ({ urgency: 6, look_ups: 30, one_in: 10 }),
    ...other,
  })

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
    const limiter = limiterOf({ concurrency: 2 })
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
    expect(await limiter.pass(async () => 'through', performance.now() + 1)).toBe('through')
  })

  it('refuses at once where the rate cannot serve before the deadline', async () => {
    const limiter = limiterOf({ rate })
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
    const limiter = limiterOf({})
    let late = 0
    const slow = limiter.pass(() => sleep(200), performance.now() + 1_000)
    const begun = performance.now()
    await expect(limiter.pass(async () => (late += 1), begun + 50)).rejects.toMatchObject({ trouble: 'queued' })
    expect(performance.now() - begun).toBe(50)
    await slow
    await sleep(20)
    expect(late).toBe(0)
  })

  it('takes no token for a call that still queues for its place', async () => {
    const limiter = limiterOf({ rate })
    const starts: number[] = []
    const work = (ms: number) => async (): Promise<void> => {
      starts.push(performance.now())
      await sleep(ms)
    }
    await Promise.all([limiter.pass(work(250), late()), limiter.pass(work(0), late()), limiter.pass(work(0), late())])
    // Tokens taken on arrival would both be old by the time the first call is done, and the two would start together.
    expect(starts[2]! - starts[1]!).toBeGreaterThanOrEqual(100)
  })

  it('counts nobody who has given up among those ahead', async () => {
    const limiter = limiterOf({ rate: { calls: 10, per: 1_000, burst: 1 } })
    const stuck = limiter.pass(() => sleep(600), performance.now() + 1_000)
    const given = await Promise.allSettled(
      Array.from({ length: 10 }, () => limiter.pass(() => Promise.resolve(), performance.now() + 500)),
    )
    expect(given.every(({ status }) => status === 'rejected')).toBe(true)
    await expect(limiter.pass(() => Promise.resolve('answered'), performance.now() + 400)).resolves.toBe('answered')
    await stuck
  })

  it('runs the work in the context of who asked for it, whoever ends before it', async () => {
    const limiter = limiterOf({ rate: { calls: 1, per: 20, burst: 1 } })
    const request = new AsyncLocalStorage<string>()
    const ids = ['a', 'b', 'c']
    const seen = ids.map((id) => request.run(id, () => limiter.pass(() => Promise.resolve(request.getStore()), late())))
    expect(await Promise.all(seen)).toEqual(ids)
  })

  it('lifts rate and hold, never the number at once', async () => {
    const limiter = limiterOf({ rate: { calls: 1, per: 60_000, burst: 1 }, unlimited: true })
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

describe('the token bucket and what is left', () => {
  it('tells the tokens that are there, and none during a pause', () => {
    const bucket = createBucket({ calls: 10, per: 1_000, burst: 3 })
    expect(bucket.left(0)).toBe(3)
    bucket.take(0)
    bucket.take(0)
    expect(bucket.left(0)).toBe(1)
    bucket.take(0)
    expect([bucket.left(0), bucket.left(99), bucket.left(100), bucket.left(10_000)]).toEqual([0, 0, 1, 3])
    bucket.pause(20_000)
    expect(bucket.left(10_000)).toBe(0)
    expect(createBucket(null).left(0)).toBeNull()
  })
})

describe('callers who are refused', () => {
  /** Seconds of a turn: long, so that it does not matter how busy the machine is. */
  const hour = 3_600,
    slack = 120
  const later = (): number => performance.now() + 100 * hour * 1_000
  const requestOf = (id: string) => () => [{ id, priority: null, inWork: 1 }]
  /** A limiter whose tokens are taken, by one request. */
  const taken = async (burst = 1): Promise<Limiter> => {
    const limiter = limiterOf({ rate: { calls: 1, per: hour * 1_000, burst } })
    const request = requestOf('first')
    for (let i = 0; i < burst; i++) await limiter.pass(async () => {}, later(), request)
    return limiter
  }
  let questions = 0
  /** Whether a request is told to come back within these turns: the first begins with the next token. */
  const isTold = async (
    limiter: Limiter,
    request: () => readonly Waiter[],
    [from, to = from + 1]: readonly [number, number?],
    question = `${(questions += 1)}`,
  ): Promise<boolean> => {
    const fault = await limiter.pass(async () => {}, performance.now(), request, question).catch((error) => error)
    expect(fault.trouble).toBe('queued')
    return fault.retryAfter >= from * hour - slack && fault.retryAfter <= to * hour + slack
  }

  it('are told to come back each in a turn of its own', async () => {
    const limiter = await taken()
    for (let turn = 1; turn <= 6; turn++) expect(await isTold(limiter, requestOf('a'), [turn])).toBe(true)
  })

  it('come behind those who wait', async () => {
    const limiter = await taken()
    const waiting = [1, 2, 3].map(() => limiter.pass(async () => {}, later(), requestOf('a')).catch(() => {}))
    expect(await isTold(limiter, requestOf('a'), [4])).toBe(true)
    limiter.pause(60_000)
    await Promise.all(waiting)
  })

  it('come behind two of each other caller, however many were told before', async () => {
    const limiter = await taken()
    for (let turn = 1; turn <= 20; turn++) expect(await isTold(limiter, requestOf('mass'), [turn])).toBe(true)
    expect(await isTold(limiter, requestOf('one'), [2])).toBe(true)
    expect(await isTold(limiter, requestOf('one'), [4])).toBe(true)
    expect(await isTold(limiter, requestOf('another'), [3])).toBe(true)
  })

  it('are told one turn for all questions of a request, and keep it if they ask the same too early', async () => {
    const limiter = await taken(),
      request = requestOf('a')
    expect(await isTold(limiter, request, [1], 'x')).toBe(true)
    expect(await isTold(limiter, request, [1], 'y')).toBe(true)
    expect(await isTold(limiter, requestOf('a'), [2])).toBe(true)
    expect(await isTold(limiter, requestOf('a'), [1], 'x')).toBe(true)
  })

  it('are given time for as many questions as requests have', async () => {
    const limiter = await taken(4)
    for (const from of [1, 5, 9]) expect(await isTold(limiter, requestOf('a'), [from, from + 4])).toBe(true)
  })

  it('are told a second at least', async () => {
    const limiter = limiterOf({ rate: { calls: 10_000, per: 1_000, burst: 1 } })
    const refused = limiter.pass(async () => {}, performance.now(), requestOf('a'))
    await expect(refused).rejects.toMatchObject({ trouble: 'queued', retryAfter: 1 })
  })
})

describe('callers who wait', () => {
  const waiter = (id: string, other: Partial<Waiter> = {}): Waiter => ({ id, priority: null, inWork: 1, ...other })
  const later = (): number => performance.now() + 60_000

  /** The order in which questions were let through that all waited behind one that ran. */
  const orderOf = async (limiter: Limiter, questions: readonly (readonly [name: string, ...by: Waiter[]])[]) => {
    const order: string[] = []
    const first = limiter.pass(
      () => sleep(30),
      later(),
      () => [waiter('first')],
    )
    const rest = questions.map(([name, ...by]) =>
      limiter.pass(
        async () => void order.push(name),
        later(),
        () => by,
      ),
    )
    expect(limiter.state().waiting).toBe(questions.length)
    await Promise.all([first, ...rest])
    expect(limiter.state().waiting).toBe(0)
    return order
  }
  const many = (id: string, count: number, other: Partial<Waiter> = {}) =>
    Array.from({ length: count }, (_, i) => [`${id}${i}`, waiter(id, other)] as const)

  it('take turns, each in the order in which it asked', async () => {
    const order = await orderOf(limiterOf({}), [...many('a', 4), ...many('b', 2), ...many('c', 1)])
    expect(order).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3'])
  })

  it('come first if they were served longest ago', async () => {
    const limiter = limiterOf({})
    for (const id of ['b', 'a'])
      await limiter.pass(
        async () => {},
        later(),
        () => [waiter(id)],
      )
    expect(await orderOf(limiter, [...many('a', 1), ...many('b', 1)])).toEqual(['b0', 'a0'])
  })

  it('are told at once what their own turn makes certain, not what others wait for', async () => {
    const limiter = limiterOf({ rate: { calls: 1, per: 50, burst: 1 } })
    const begun = performance.now()
    const ask = (id: string, count: number) =>
      Array.from({ length: count }, () =>
        limiter
          .pass(
            async () => performance.now() - begun,
            begun + 520,
            () => [waiter(id)],
          )
          .catch(({ trouble }) => trouble as string),
      )
    const mass = ask('mass', 60),
      [one] = ask('one', 1)
    expect(await one).toBe(50)
    // 10 tokens come in that time, of which one has gone to the other caller.
    expect((await Promise.all(mass)).filter((end) => end === 'queued').length).toBeGreaterThanOrEqual(50)
  })

  it('decide who is next once the token is there, not before', async () => {
    const limiter = limiterOf({ rate: { calls: 1, per: 60, burst: 1 }, concurrency: 4 })
    const order: string[] = []
    const ask = (id: string) =>
      limiter.pass(
        async () => void order.push(id),
        later(),
        () => [waiter(id)],
      )
    const mass = Array.from({ length: 5 }, () => ask('mass'))
    await sleep(10)
    await Promise.all([...mass, ask('one')])
    expect(order.slice(0, 2)).toEqual(['mass', 'one'])
  })

  it('share a question, which comes when the first of them would', async () => {
    const both: Waiter[] = [waiter('a')]
    const questions = [...many('a', 3), ['shared', ...both] as const]
    const limiter = limiterOf({})
    const order: string[] = []
    const first = limiter.pass(
      () => sleep(30),
      later(),
      () => [waiter('first')],
    )
    const rest = questions.map(([name]) =>
      limiter.pass(
        async () => void order.push(name),
        later(),
        () => (name === 'shared' ? both : [waiter('a')]),
      ),
    )
    both.push(waiter('b'))
    await Promise.all([first, ...rest])
    expect(order).toEqual(['a0', 'shared', 'a1', 'a2'])
  })

  it('come before bulk, which has one turn in ten', async () => {
    const bulk = { priority: 'u=7, i' }
    const order = await orderOf(limiterOf({}), [...many('bulk', 3, bulk), ...many('a', 10), ...many('b', 10)])
    expect(order.map((name, i) => (name.startsWith('bulk') ? i + 1 : 0)).filter((place) => place > 0)).toEqual([
      10, 20, 23,
    ])
  })

  it.each<[string, Partial<Waiter>]>([
    ['say so', { priority: 'u=6' }],
    ['have many look-ups in work', { inWork: 31 }],
  ])('are bulk if they %s', async (_, other) => {
    expect(await orderOf(limiterOf({}), [...many('slow', 1, other), ...many('a', 2)])).toEqual(['a0', 'a1', 'slow0'])
  })

  it('are not bulk where one of those who wait cannot wait, and nobody is', async () => {
    const shared = ['shared', waiter('slow', { priority: 'u=7' }), waiter('quick')] as const
    expect(await orderOf(limiterOf({}), [['nobody'], shared])).toEqual(['shared', 'nobody'])
  })

  it('are all refused where the source asks for a long pause', async () => {
    const limiter = limiterOf({})
    const first = limiter.pass(() => sleep(30), later())
    const waiting = limiter.pass(() => Promise.resolve('called'), later())
    limiter.pause(60_000)
    await expect(waiting).rejects.toMatchObject({ trouble: 'queued', kind: 'paused', retryAfter: 60 })
    await first
  })
})
