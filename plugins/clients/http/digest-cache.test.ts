import { describe, expect, it } from 'vitest'
import { integer, noSuch } from '@domesday/core'
import { clientOf, declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import { createDigestCache, freeze } from './digest-cache.ts'

const about = declare()
const lookup = about.get('lookup', {
  path: (id: unknown) => ['/lookup', { id: JSON.stringify(id) }],
  digest: integer(),
  read: (wire: { readonly n: number }) => wire.n,
  none: () => null,
})
const short = about.get('short', {
  path: (id: unknown) => ['/short', { id: JSON.stringify(id) }],
  digest: integer(),
  read: (wire: { readonly n: number }) => wire.n,
})

describe('single flight', () => {
  it('makes one call of a thousand equal questions', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, { n: 1 }))
    const client = clientOf([about], settingsFor(origin))
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => client.ask(lookup, i % 2 === 0 ? { a: 1, b: [2] } : { b: [2], a: 1 })),
    )
    expect(new Set(answers.map(({ value }) => value))).toEqual(new Set([1]))
    expect(seen).toHaveLength(1)
    expect(client.events.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(client.events.filter(({ outcome }) => outcome === 'flight')).toHaveLength(999)
    expect((await client.ask(lookup, { b: [2], a: 1 })).value).toBe(1)
    expect(client.events.at(-1)?.outcome).toBe('cache')
  })

  it('shares a failure and remembers none', async () => {
    const { origin, seen } = await loopback((response, _, count) =>
      respondJson(response, { n: 2 }, count === 1 ? 400 : 200),
    )
    const client = clientOf([about], settingsFor(origin))
    await Promise.all([1, 2, 3].map(() => upstreamFaultOf(client.ask(short, null))))
    expect((await client.ask(short, null)).value).toBe(2)
    expect(seen).toHaveLength(2)
  })
})

describe('freshness', () => {
  const timed = async (answer: (n: number) => { status: number; n?: number }, stale_for = 0, ttl = {}) => {
    const clock = { now: 1_000_000_000_000 }
    const { origin, seen } = await loopback((response, _, count) => {
      const { status, n } = answer(count)
      respondJson(response, { n }, status)
    })
    const client = clientOf(
      [about],
      settingsFor(origin, {
        ttl: { default: 600_000, short: 10_000, ...ttl },
        stale_for,
        breaker: { failures: 100, for: 1_000 },
      }),
      { now: () => clock.now },
    )
    return { clock, seen, client }
  }

  it('goes by operation', async () => {
    const { clock, seen, client } = await timed((n) => ({ status: 200, n }))
    expect(await client.ask(short, 1)).toEqual({ value: 1, at: clock.now, until: clock.now + 10_000, from: 'wire' })
    expect(await client.ask(lookup, 1)).toEqual({ value: 2, at: clock.now, until: clock.now + 600_000, from: 'wire' })
    clock.now += 10_000
    expect((await client.ask(short, 1)).value).toBe(3)
    expect((await client.ask(lookup, 1)).value).toBe(2)
    expect(seen).toHaveLength(3)
  })

  it('keeps that there is none for a minute at most', async () => {
    const { clock, seen, client } = await timed(() => ({ status: 404 }))
    expect(await client.ask(lookup, 1)).toMatchObject({ value: null, until: clock.now + 60_000 })
    clock.now += 59_999
    await client.ask(lookup, 1)
    expect(seen).toHaveLength(1)
    clock.now += 1
    await client.ask(lookup, 1)
    expect(seen).toHaveLength(2)
  })

  it('keeps that there is none for as long as the settings say', async () => {
    const { clock, seen, client } = await timed(() => ({ status: 404 }), 0, { none: 300_000 })
    expect(await client.ask(lookup, 1)).toMatchObject({ value: null, until: clock.now + 300_000 })
    clock.now += 299_999
    await client.ask(lookup, 1)
    expect(seen).toHaveLength(1)
    clock.now += 1
    await client.ask(lookup, 1)
    expect(seen).toHaveLength(2)
  })

  it('serves the old value, with its old time, while the upstream is down', async () => {
    const { clock, seen, client } = await timed((n) => ({ status: n === 1 || n === 4 ? 200 : 500, n }), 3_600_000)
    const begun = clock.now
    await client.ask(short, 1)
    clock.now += 60_000
    expect(await client.ask(short, 1)).toEqual({ value: 1, at: begun, until: clock.now + 5_000, from: 'cache' })
    expect(client.warnings).toMatchObject([{ stale: true, detail: 'answered 500' }])
    // For a few seconds nobody waits for another failure.
    clock.now += 4_999
    expect((await client.ask(short, 1)).at).toBe(begun)
    expect(seen).toHaveLength(2)
    clock.now += 1
    expect((await client.ask(short, 1)).at).toBe(begun)
    expect(seen).toHaveLength(3)
    clock.now += 5_000
    expect(await client.ask(short, 1)).toEqual({ value: 4, at: clock.now, until: clock.now + 10_000, from: 'wire' })
    expect(client.events.map(({ outcome }) => outcome)).toEqual(['ok', 'stale', 'cache', 'stale', 'ok'])
  })

  it('serves no value that is older than the terms of its source let it become, whatever the settings say', async () => {
    const brief = declare({ id: 'brief', mayKeep: '1m' })
    const ask = brief.get('ask', { path: () => '/ask', digest: integer(), read: ({ n }: { n: number }) => n })
    const clock = { now: 1_000_000_000_000 }
    const { origin } = await loopback((response, _, n) => respondJson(response, { n }, n === 1 ? 200 : 500))
    const client = clientOf([brief], settingsFor(origin, { ttl: { default: 10_000 }, stale_for: 3_600_000 }), {
      now: () => clock.now,
    })
    await client.ask(ask, 1)
    clock.now += 60_000
    expect((await client.ask(ask, 1)).value).toBe(1)
    clock.now += 5_001
    expect((await upstreamFaultOf(client.ask(ask, 1))).reason).toBe('upstream_failed')
  })

  it('serves no value that is older than it may be', async () => {
    const { clock, client } = await timed((n) => ({ status: n === 1 ? 200 : 500, n }), 30_000)
    await client.ask(short, 1)
    clock.now += 10_000 + 30_000
    expect((await client.ask(short, 1)).value).toBe(1)
    clock.now += 5_001
    expect((await upstreamFaultOf(client.ask(short, 1))).reason).toBe('upstream_failed')
  })

  it('serves no old "none" while the upstream is down', async () => {
    const { clock, client } = await timed((n) => ({ status: n === 1 ? 404 : 500 }), 3_600_000)
    await client.ask(lookup, 1)
    clock.now += 61_000
    expect((await upstreamFaultOf(client.ask(lookup, 1))).reason).toBe('upstream_failed')
  })
})

describe('the memo', () => {
  const answered = (value: unknown, until = 100) => ({ value, at: 0, until })

  it('is bounded by entries and by bytes', () => {
    const few = createDigestCache({ entries: 2, bytes: 1_000_000 })
    for (const key of ['a', 'b', 'c']) few.keep(key, answered(1))
    expect(['a', 'b', 'c'].map((key) => few.fresh(key, 1)?.value)).toEqual([undefined, 1, 1])
    const small = createDigestCache({ entries: 100, bytes: 3_000 })
    for (const key of ['a', 'b', 'c']) small.keep(key, answered('x'.repeat(1_200)))
    expect(['a', 'b', 'c'].map((key) => small.fresh(key, 1) !== null)).toEqual([false, true, true])
    small.keep('d', answered('x'.repeat(5_000)))
    expect(small.fresh('d', 1)).toBeNull()
  })

  it('takes what says that nothing exists for none', () => {
    const digests = createDigestCache({ entries: 10, bytes: 10_000 })
    for (const value of [null, undefined, noSuch('No such thing.')])
      expect(digests.keep('a', answered(value, 1_000_000)).until).toBe(60_000)
    for (const value of [[], 0, '', false]) expect(digests.keep('a', answered(value, 1_000_000)).until).toBe(1_000_000)
  })

  it('freezes what calls share', () => {
    const value = { list: [{ a: 1 }], bytes: new Uint8Array(2) }
    const size = freeze(value)
    expect(() => value.list.push({ a: 2 })).toThrow(TypeError)
    expect(() => {
      value.list[0]!.a = 2
    }).toThrow(TypeError)
    expect(size).toBeGreaterThan(10)
  })

  it('measures roughly as JSON does', () => {
    const value = {
      name: 'Some Company Ltd',
      items: Array.from({ length: 50 }, (_, i) => ({ id: `item-${i}`, at: '2026-01-01', ok: true, none: null })),
    }
    const ratio = freeze(value) / JSON.stringify(value).length
    expect(ratio).toBeGreaterThan(0.8)
    expect(ratio).toBeLessThan(1.4)
  })
})
