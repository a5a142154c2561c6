/** A source's quota over the nodes of a fleet. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { valkey } from '@domesday/store-valkey'
import { createLimiter, type Limiter } from '../../plugins/clients/http/limiter.ts'
import { valkeyHere } from '../support/engines.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'

const engine = await valkeyHere()
const running = () => ({ release: '3.0.0', settings: '0123456789ab' })
const rate = { calls: 20, per: 1_000, burst: 4 }

const nodeOf = async (fleet: string, url: string): Promise<Limiter> => {
  const silent = { info: () => {}, warn: () => {} }
  const shared = await valkey.open({ env: { VALKEY_URL: url }, fleet, running, log: silent })
  onTestFinished(() => shared.close())
  const bulk = () => ({ urgency: 6, look_ups: 30, one_in: 10 })
  return createLimiter({ source: 'ofsted', rate, concurrency: 8, unlimited: false, bulk, shared })
}
/** When each of so many calls began that were made at once, over the nodes in turn. */
const starts = async (nodes: readonly Limiter[], calls: number): Promise<readonly number[]> => {
  const begun: number[] = []
  const deadline = performance.now() + 20_000
  const work = async (): Promise<void> => void begun.push(performance.now())
  await Promise.all(Array.from({ length: calls }, (_, i) => nodes[i % nodes.length]!.pass(work, deadline)))
  return begun.toSorted((a, b) => a - b)
}
/** The most that began within a second. */
const mostInASecond = (begun: readonly number[]): number =>
  Math.max(...begun.map((from) => begun.filter((at) => at >= from && at < from + 1_000).length))

describe.skipIf(engine === null)('the quota of a source', () => {
  it('is that of one node for two of them', async () => {
    const fleet = randomUUID()
    const nodes = [await nodeOf(fleet, engine!.url), await nodeOf(fleet, engine!.url)]
    const begun = await starts(nodes, 50)
    expect(begun).toHaveLength(50)
    // Twenty and the burst; one more where the clocks of two windows meet.
    expect(mostInASecond(begun)).toBeLessThanOrEqual(25)
    expect(begun.at(-1)! - begun[0]!).toBeLessThan(4_000)
  })

  it('is divided by the nodes while Valkey is away', async () => {
    const fleet = randomUUID(),
      proxy = await tcpProxy(engine!)
    const url = `redis://127.0.0.1:${proxy.port}`
    const nodes = [await nodeOf(fleet, url), await nodeOf(fleet, url)]
    // The first of them hears of the second with its next sign of life.
    await wait(2_200)
    proxy.cut()
    const begun = await starts(nodes, 50)
    expect(begun).toHaveLength(50)
    expect(mostInASecond(begun)).toBeLessThanOrEqual(26)
  })

  it('is exceeded by the share of a node that alone is cut off, and by no more', async () => {
    const fleet = randomUUID(),
      proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    const [joined, apart] = [await nodeOf(fleet, engine!.url), await nodeOf(fleet, `redis://127.0.0.1:${proxy.port}`)]
    await wait(2_200)
    proxy.cut()
    const [ofFleet, ofOne] = await Promise.all([starts([joined], 60), starts([apart], 30)])
    expect([ofFleet.length, ofOne.length]).toEqual([60, 30])
    // All of twenty and the burst for the fleet, and half of it for one of two nodes; one more where windows meet.
    expect(mostInASecond(ofFleet)).toBeLessThanOrEqual(25)
    expect(mostInASecond(ofOne)).toBeLessThanOrEqual(13)
    expect(mostInASecond([...ofFleet, ...ofOne])).toBeLessThanOrEqual(37)
  })

  it.each(['cut', 'stall'] as const)('holds while Valkey is hit by a %s, and comes back', async (fault) => {
    const fleet = randomUUID(),
      proxy = await tcpProxy(engine!)
    onTestFinished(proxy.close)
    const url = `redis://127.0.0.1:${proxy.port}`
    const nodes = [await nodeOf(fleet, url), await nodeOf(fleet, url)]
    await wait(2_200)
    const from = performance.now()
    const all = starts(nodes, 120)
    await wait(1_500)
    proxy[fault]()
    await wait(1_500)
    proxy.restore()
    const begun = await all
    expect(begun).toHaveLength(120)
    // At a change the burst of the other count is added once.
    expect(mostInASecond(begun)).toBeLessThanOrEqual(29)
    expect(begun.at(-1)! - from).toBeGreaterThan(5_000)
  })

  it('a pause that a source asks one node for holds for the other', async () => {
    const fleet = randomUUID()
    const [one, other] = [await nodeOf(fleet, engine!.url), await nodeOf(fleet, engine!.url)]
    one!.pause(1_500)
    await wait(50)
    const from = performance.now()
    const [begun] = await starts([other!], 1)
    expect(begun! - from).toBeGreaterThan(1_200)
  })
})
