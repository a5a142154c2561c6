/** What one node fetched is there for the other: digests, pauses and breakers, over the real engine. */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ambiguous, integer, list, noSuch, notCovered, number, object, orNull, text, type Shape } from '@domesday/core'
import type { OpenShared } from '../../core/contract/shared.ts'
import { gaugesOf } from '../../plugins/clients/http/gauges.ts'
import { openShared } from '../../plugins/stores/valkey/open-shared.ts'
import type { Times } from '../../plugins/stores/valkey/times.ts'
import { valkeyHere } from '../support/engines.ts'
import { upstreamFaultOf } from '../support/faults.ts'
import { folderOf } from '../support/folder.ts'
import {
  clientOf,
  declare,
  loopback,
  respondJson,
  settingsFor,
  type Loopback,
  type TestClient,
  type TestClientOptions,
} from '../support/loopback.ts'
import { patient } from '../support/patient-valkey.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'

const engine = await valkeyHere()
const about = declare()
const thing = object({ id: text(), size: number(), note: orNull(text()) })
const lookup = about.get('lookup', {
  path: (id: string) => `/${id}`,
  digest: thing,
  read: (wire: { readonly size: number }, id) => ({ id, size: wire.size, note: null }),
})

interface NodeOptions extends TestClientOptions {
  readonly url?: string
  readonly release?: string
  readonly times?: Partial<Times>
}
interface Node extends TestClient {
  readonly engine: OpenShared
}
interface Fleet {
  readonly id: string
  node(options?: NodeOptions): Promise<Node>
}
const fleetOf = (settings: ReturnType<typeof settingsFor>, sources = [about], id: string = randomUUID()): Fleet => ({
  id,
  node: async ({ url = engine!.url, release = '3.2.0', times, ...options } = {}) => {
    const parts = {
      env: { VALKEY_URL: url },
      fleet: id,
      running: () => ({ release, settings: '0123456789ab' }),
      log: { info: () => {}, warn: () => {} },
    }
    const shared = await openShared(parts, { ...patient, ...times })
    onTestFinished(() => shared.close())
    return { ...clientOf(sources, settings, { ...options, shared }), engine: shared }
  },
})
const sized = (size = 1): Promise<Loopback> => loopback((response) => respondJson(response, { size }))
const outcomes = ({ events }: TestClient): readonly string[] => events.map(({ outcome }) => outcome)
const counts = (client: TestClient) => client.state().shared!

/** The engine as anybody sees it who can reach it. */
const engineItself = (): Redis => {
  const redis = new Redis(engine!.url)
  onTestFinished(() => redis.disconnect())
  return redis
}
const keysOf = async ({ id }: Fleet, part: string): Promise<readonly string[]> =>
  (await engineItself().keys(`domesday:${id}:cache:*`)).filter((key) => key.includes(part))
/** The key of the only digest that a fleet keeps, once it is there. */
const onlyDigest = async (fleet: Fleet): Promise<string> => {
  await expect.poll(() => keysOf(fleet, ':digest:')).toHaveLength(1)
  return (await keysOf(fleet, ':digest:'))[0]!
}

describe.skipIf(engine === null)('a digest that one node has fetched', () => {
  it('is served by the other without a call, with its age and time to live', async () => {
    const { origin, seen } = await sized()
    const clock = { now: 1_000_000_000_000 }
    const fleet = fleetOf(settingsFor(origin, { ttl: { default: 60_000 } }))
    const [one, other] = [await fleet.node({ now: () => clock.now }), await fleet.node({ now: () => clock.now })]
    const fetched = await one.ask(lookup, 'a')
    const key = await onlyDigest(fleet)
    clock.now += 20_000
    const found = await other.ask(lookup, 'a')
    expect(found).toEqual({ ...fetched, from: 'cache' })
    expect(found).toMatchObject({ value: { id: 'a', size: 1 }, until: 1_000_000_060_000 })
    expect(Object.isFrozen(found.value)).toBe(true)
    await other.ask(lookup, 'a')
    expect([outcomes(one), outcomes(other)]).toEqual([['ok'], ['shared', 'cache']])
    expect(seen).toHaveLength(1)
    expect(await engineItself().pttl(key)).toBeLessThanOrEqual(60_000)
    expect([counts(one), counts(other)]).toMatchObject([
      { hit: 0, miss: 1, away: 0, refused: 0 },
      { hit: 1, miss: 0, away: 0, refused: 0 },
    ])
    const [shown] = gaugesOf(other.state).filter(({ name }) => name === 'domesday_shared_digests_total')
    expect(await shown!.read()).toContainEqual({ labels: { result: 'hit' }, value: 1 })
    // Once it has expired it is fetched again.
    clock.now += 40_000
    await (await fleet.node({ now: () => clock.now })).ask(lookup, 'a')
    expect(seen).toHaveLength(2)
  })

  it('is another for another question, base, release, shape or fleet', async () => {
    const [{ origin, seen }, elsewhere] = [await sized(), await sized()]
    const fleet = fleetOf(settingsFor(origin))
    await (await fleet.node()).ask(lookup, 'a')
    await onlyDigest(fleet)
    await (await fleet.node()).ask(lookup, 'b')
    await (await fleet.node({ release: '3.3.0' })).ask(lookup, 'a')
    await (await fleetOf(settingsFor(origin)).node()).ask(lookup, 'a')
    expect(seen).toHaveLength(4)
    await (await fleetOf(settingsFor(elsewhere.origin), [about], fleet.id).node()).ask(lookup, 'a')
    expect(elsewhere.seen).toHaveLength(1)
    const version = async (digest: Shape<any>, read: (wire: any, id: string) => any, home = import.meta.dirname) => {
      const changed = declare({ home })
      const operation = changed.get('lookup', { path: (id: string) => `/${id}`, digest, read })
      const node = await fleetOf(settingsFor(origin), [changed], fleet.id).node()
      await node.ask(operation, 'a')
      return outcomes(node)[0]
    }
    const whole = (wire: any, id: string) => ({ id, size: wire.size, note: null })
    const [home, other] = [folderOf({ 'index.ts': 'one' }), folderOf({ 'index.ts': 'other', 'x.test.ts': '' })]
    expect([
      await version(thing, whole),
      await version(thing, (wire: any, id: string) => ({ id, size: 2 * wire.size, note: null })),
      await version(number(), ({ size }) => size),
      await version(thing, whole, home),
      await version(thing, whole, other),
    ]).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
    await expect.poll(() => version(thing, whole, home)).toBe('shared')
  })

  it('may be that there is none, and in what way', async () => {
    const { origin, seen } = await sized()
    const ways: Readonly<Record<string, unknown>> = {
      nothing: null,
      no_such: noSuch('no such thing', [{ id: '1', label: 'One', since: '2020-01-01', appointments: 3 }]),
      no_more: noSuch('no such thing any more', [], true),
      ambiguous: ambiguous('several', [{ id: '1', label: 'One', address: null }]),
      not_covered: notCovered('Wales'),
    }
    const none = about.get('maybe', {
      path: (way: string) => `/${way}`,
      digest: thing,
      read: (_, way) => ways[way] as never,
    })
    const fleet = fleetOf(settingsFor(origin, { ttl: { default: 3_600_000, none: 5_000 } }))
    const [one, other] = [await fleet.node(), await fleet.node()]
    for (const way of Object.keys(ways)) await one.ask(none, way)
    await expect.poll(() => keysOf(fleet, ':maybe:')).toHaveLength(5)
    for (const [way, value] of Object.entries(ways)) expect((await other.ask(none, way)).value).toEqual(value)
    expect(seen).toHaveLength(5)
    expect(outcomes(other)).toEqual(Array(5).fill('shared'))
    const lives = await Promise.all((await keysOf(fleet, ':maybe:')).map((key) => engineItself().pttl(key)))
    // That an area is not covered stays so; what does not exist may exist in a moment.
    expect(lives.filter((ms) => ms <= 5_000)).toHaveLength(3)
  })

  it('is kept no longer than the terms of its source allow, or not at all', async () => {
    const [brief, never] = [declare({ id: 'brief', mayKeep: '1m' }), declare({ id: 'never', mayKeep: 'no' })]
    const { origin, seen } = await sized()
    const fleet = fleetOf(settingsFor(origin, { ttl: { default: 3_600_000 } }), [brief, never])
    const ofSource = (source: typeof brief) =>
      source.get('lookup', { path: () => '/', digest: number(), read: ({ size }: { readonly size: number }) => size })
    const operations = [ofSource(brief), ofSource(never)]
    const one = await fleet.node()
    for (const operation of operations) await one.ask(operation, null)
    const key = await onlyDigest(fleet)
    expect(key).toContain(':brief:')
    expect(await engineItself().pttl(key)).toBeLessThanOrEqual(60_000)
    const other = await fleet.node()
    for (const operation of operations) await other.ask(operation, null)
    expect(seen.length).toBe(3)
  })

  it('is compressed where it is long, and not kept where it is too long', async () => {
    const numbers = about.get('numbers', {
      path: (many: number) => `/${many}`,
      digest: list(integer()),
      read: (_, many: number) => Array.from({ length: many }, () => 7),
    })
    const { origin, seen } = await sized()
    const fleet = fleetOf(settingsFor(origin))
    const one = await fleet.node()
    await one.ask(numbers, 4_000)
    const key = await onlyDigest(fleet)
    expect(await engineItself().strlen(key)).toBeLessThan(500)
    // 10,000 bytes are the most in these tests.
    await one.ask(numbers, 6_000)
    const other = await fleet.node()
    expect((await other.ask(numbers, 4_000)).value).toHaveLength(4_000)
    expect((await other.ask(numbers, 6_000)).value).toHaveLength(6_000)
    expect(outcomes(other)).toEqual(['shared', 'ok'])
    expect(seen).toHaveLength(3)
  })

  it('is not trusted: what others wrote in its place is ignored and counted', async () => {
    const { origin, seen } = await sized()
    const fleet = fleetOf(settingsFor(origin))
    await (await fleet.node()).ask(lookup, 'a')
    const key = await onlyDigest(fleet)
    const redis = engineItself()
    const sound = JSON.parse(await redis.get(key).then(String)) as { readonly at: number; readonly until: number }
    const { at, until } = sound
    const value = { id: 'a', size: 1, note: null }
    const poisons: Readonly<Record<string, string | Buffer>> = {
      'no JSON': 'nonsense',
      'no digest': '7',
      'another shape': JSON.stringify({ at, until, value: { ...value, size: 'large' } }),
      'a surplus member': JSON.stringify({ at, until, value: { ...value, more: 1 } }),
      'no times': JSON.stringify({ value }),
      'a time to come': JSON.stringify({ at: at + 3_600_000, until: until + 3_600_000, value }),
      'no candidates': JSON.stringify({ at, until, no_such: { detail: 'none', candidates: ['x'] } }),
      'a frame cut short': Buffer.from('1f8b080000', 'hex'),
      'too long': Buffer.alloc(1_000_000, ' '),
    }
    for (const [what, poison] of Object.entries(poisons)) {
      await redis.set(key, poison, 'PX', 60_000)
      const node = await fleet.node()
      expect((await node.ask(lookup, 'a')).value, what).toEqual(value)
      expect([what, outcomes(node), counts(node).refused]).toEqual([what, ['ok'], 1])
      expect(node.warnings).toEqual([{ source: 'test-source', operation: 'lookup' }])
    }
    await redis.del(key)
    await redis.lpush(key, 'a list')
    const node = await fleet.node()
    await node.ask(lookup, 'a')
    expect(counts(node).refused).toBe(1)
    expect(seen).toHaveLength(2 + Object.keys(poisons).length)
    // One that would stay for ever is kept as long as its source's settings say.
    await redis.set(key, JSON.stringify({ at: Date.now(), until: 1e15, value }), 'PX', 60_000)
    expect((await (await fleet.node()).ask(lookup, 'a')).until).toBeLessThanOrEqual(Date.now() + 60_000)
  })
})

describe.skipIf(engine === null)('while the engine', () => {
  const proxied = async (origin: string, times?: Partial<Times>) => {
    const proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    const fleet = fleetOf(settingsFor(origin))
    const node = await fleet.node({ url: `redis://127.0.0.1:${proxy.port}`, ...(times && { times }) })
    return { proxy, fleet, node }
  }

  it('is cut off, a node answers by itself, and shares again afterwards', async () => {
    const { origin, seen } = await sized()
    const { proxy, fleet, node } = await proxied(origin)
    proxy.cut()
    await expect.poll(() => node.engine.state.available).toBe(false)
    await node.ask(lookup, 'a')
    expect(counts(node)).toMatchObject({ away: 1, miss: 0 })
    proxy.restore()
    let n = 0
    await expect.poll(async () => (await node.ask(lookup, `again-${(n += 1)}`), counts(node).miss)).toBeGreaterThan(0)
    await expect.poll(() => keysOf(fleet, ':digest:')).not.toHaveLength(0)
    const calls = seen.length
    await (await fleet.node()).ask(lookup, `again-${n}`)
    expect(seen).toHaveLength(calls)
  })

  it('stalls, a question waits for a moment, and then none', async () => {
    const { origin } = await sized()
    const { proxy, node } = await proxied(origin, { cached: 500, command: 60_000, cacheRest: 3_600_000 })
    await node.ask(lookup, 'before')
    proxy.stall()
    const began = performance.now()
    const isAsked: boolean[] = []
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      await node.ask(lookup, id)
      isAsked.push(node.engine.state.caching)
    }
    // Three questions wait for it, then it is not asked for a while.
    expect(performance.now() - began).toBeGreaterThan(100)
    expect(isAsked).toEqual([true, true, false, false, false, false, false, false])
    proxy.restore()
    expect(counts(node).away).toBe(8)
    expect(outcomes(node)).toEqual(Array.from({ length: 9 }, () => 'ok'))
  })
})

describe.skipIf(engine === null)('what one node hears from a source', () => {
  it('holds for the other: a pause that it asks for', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}, 429, { 'retry-after': '30' }))
    const fleet = fleetOf(settingsFor(origin))
    const [one, other] = [await fleet.node(), await fleet.node()]
    await upstreamFaultOf(one.ask(lookup, 'a'))
    await expect.poll(() => keysOf(fleet, ':pause:')).toHaveLength(1)
    expect(await upstreamFaultOf(other.ask(lookup, 'b'))).toMatchObject({ reason: 'not_asked', kind: 'paused' })
    expect(seen).toHaveLength(1)
  })

  it('is a hint: a source that one found down is tried once by the other, and left alone if it is', async () => {
    let isDown = true
    const { origin, seen } = await loopback((response) => respondJson(response, { size: 1 }, isDown ? 500 : 200))
    const fleet = fleetOf(settingsFor(origin, { breaker: { failures: 3, for: 60_000 } }))
    let caller = 0
    const [one, other, third] = [
      await fleet.node({ caller: () => `${(caller += 1)}` }),
      await fleet.node(),
      await fleet.node(),
    ]
    for (const id of ['a', 'b', 'c']) await upstreamFaultOf(one.ask(lookup, id))
    expect((await upstreamFaultOf(one.ask(lookup, 'd'))).reason).toBe('not_asked')
    await expect.poll(() => keysOf(fleet, ':down:')).toHaveLength(1)
    expect(seen).toHaveLength(3)
    const refused = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => upstreamFaultOf(other.ask(lookup, id))))
    expect(refused.map(({ reason }) => reason).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'not_asked'),
      'upstream_failed',
    ])
    expect(refused.find(({ reason }) => reason === 'not_asked')!.message).toContain('another node found it down')
    expect(seen).toHaveLength(4)
    // From elsewhere it can be reached: the hint is over for that node.
    isDown = false
    await third.ask(lookup, 'a')
    await Promise.all(['b', 'c'].map((id) => third.ask(lookup, id)))
    // The others forget it with the hint, which expires.
    const [hint] = await keysOf(fleet, ':down:')
    const lives = await engineItself().pttl(hint!)
    expect([lives > 0, lives <= 60_000]).toEqual([true, true])
    await engineItself().del(hint!)
    expect((await other.ask(lookup, 'z')).value).toMatchObject({ id: 'z' })
  })

  it('is not believed for long, whatever it says', async () => {
    const { origin } = await sized()
    const fleet = fleetOf(settingsFor(origin))
    const redis = engineItself()
    const at = `domesday:${fleet.id}:cache:3.2.0:`
    await redis.mset(`${at}down:test-source`, 'x'.repeat(50_000), `${at}pause:test-source`, 'for ever')
    const node = await fleet.node()
    for (const id of ['a', 'b']) expect((await node.ask(lookup, id)).value).toMatchObject({ id })
    await redis.set(`${at}pause:test-source`, `${Date.now() + 1e12}`)
    const { retryAfter } = await upstreamFaultOf(node.ask(lookup, 'c'))
    expect(retryAfter).toBeLessThanOrEqual(3_600)
    await redis.del(`${at}down:test-source`, `${at}pause:test-source`)
  })
})
