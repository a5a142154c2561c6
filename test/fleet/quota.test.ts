/** A source's quota over the nodes of a fleet. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OpenShared } from '../../core/contract/shared.ts'
import { createLimiter, type Limiter } from '../../plugins/clients/http/limiter.ts'
import { openShared } from '../../plugins/stores/valkey/open-shared.ts'
import type { Times } from '../../plugins/stores/valkey/times.ts'
import { valkeyHere } from '../support/engines.ts'
import { patient } from '../support/patient-valkey.ts'
import { tcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const engine = await valkeyHere()
const running = () => ({ release: '3.0.0', settings: '0123456789ab' })
const rate = { calls: 20, per: 300, burst: 4 }
const hour = 3_600_000

interface Node extends Limiter {
  readonly shared: OpenShared
}
interface Opening {
  /** Between the node and Valkey. */
  readonly proxy?: TcpProxy
  readonly rate?: typeof rate
  readonly times?: Partial<Times>
}
const nodeOf = async (fleet: string, { proxy, rate: ownRate = rate, times = {} }: Opening = {}): Promise<Node> => {
  const log = { info: () => {}, warn: () => {} }
  const VALKEY_URL = proxy === undefined ? engine!.url : `redis://127.0.0.1:${proxy.port}`
  const shared = await openShared({ env: { VALKEY_URL }, fleet, running, log }, { ...patient, ...times })
  onTestFinished(() => shared.close())
  const bulk = () => ({ urgency: 6, look_ups: 30, one_in: 10 })
  const limiter = createLimiter({ source: 'ofsted', rate: ownRate, concurrency: 8, unlimited: false, bulk, shared })
  return { ...limiter, shared }
}
/** Two nodes that know of one another. */
const pairOf = async (one: Opening = {}, other: Opening = {}): Promise<readonly [Node, Node]> => {
  const fleet = randomUUID()
  const nodes = [await nodeOf(fleet, one), await nodeOf(fleet, other)] as const
  for (const { shared } of nodes) await expect.poll(() => shared.state.nodes).toBe(2)
  return nodes
}
const proxied = async (): Promise<TcpProxy> => {
  const proxy = await tcpProxy(engine!)
  onTestFinished(proxy.close)
  return proxy
}

/** So many calls that are made at once, over the nodes in turn. `begun` has the time at which each began. */
const callsOf = (nodes: readonly Limiter[], count: number, begun: number[] = []) => {
  const deadline = performance.now() + hour
  const work = async (): Promise<void> => void begun.push(performance.now())
  const all = Array.from({ length: count }, (_, i) => nodes[i % nodes.length]!.pass(work, deadline))
  return { begun, ended: Promise.all(all).then(() => begun.toSorted((a, b) => a - b)) }
}
const starts = (nodes: readonly Limiter[], count: number): Promise<readonly number[]> => callsOf(nodes, count).ended

/**
 * The most that began within the quota's time. On a busy machine a node may have been given its turn in the time
 * before, and begins late: at most one call each, because a node asks for one turn after another.
 */
const mostAtOnce = (begun: readonly number[]): number =>
  Math.max(...begun.map((from) => begun.filter((at) => at >= from && at < from + rate.per).length))

describe.skipIf(engine === null)('the quota of a source', () => {
  it('is that of one node for two of them', async () => {
    const begun = await starts(await pairOf(), 50)
    expect(begun).toHaveLength(50)
    // Twenty and the burst; one more where the clocks of two windows meet, and one late call each.
    expect(mostAtOnce(begun)).toBeLessThanOrEqual(27)
  })

  it('may be used by one of two nodes alone', async () => {
    const slow = { rate: { calls: 1, per: hour, burst: 4 } }
    const [one, other] = await pairOf(slow, slow)
    expect(await starts([one], 4)).toHaveLength(4)
    for (const node of [one, other]) {
      // Each is told a turn of its own, an hour apart, once it cannot come within its time.
      const refused = node.pass(async () => {}, performance.now() + 2_000)
      const { retryAfter } = await refused.then(
        () => ({ retryAfter: 0 }),
        (fault: { readonly retryAfter: number }) => fault,
      )
      expect(retryAfter).toBeGreaterThan(3_000)
      expect(retryAfter).toBeLessThan(24 * 3_600)
    }
  })

  it('is divided by the nodes while Valkey is away', async () => {
    const proxy = await proxied()
    const nodes = await pairOf({ proxy }, { proxy })
    proxy.cut()
    const begun = await starts(nodes, 50)
    expect(begun).toHaveLength(50)
    expect(mostAtOnce(begun)).toBeLessThanOrEqual(26)
  })

  it('is exceeded by the share of a node that alone is cut off, and by no more', async () => {
    const proxy = await proxied()
    const [joined, apart] = await pairOf({}, { proxy })
    proxy.cut()
    const [ofFleet, ofOne] = await Promise.all([starts([joined], 60), starts([apart], 30)])
    expect([ofFleet.length, ofOne.length]).toEqual([60, 30])
    // All of twenty and the burst for the fleet, and half of it for one of two nodes; one more where windows meet, and
    // one late call of the first.
    expect(mostAtOnce(ofFleet)).toBeLessThanOrEqual(26)
    expect(mostAtOnce(ofOne)).toBeLessThanOrEqual(13)
    expect(mostAtOnce([...ofFleet, ...ofOne])).toBeLessThanOrEqual(38)
  })

  it.each(['cut', 'stall'] as const)('holds while Valkey is hit by a %s, and comes back', async (fault) => {
    const proxy = await proxied()
    const impatient = { proxy, times: { command: 500, rest: 200 } }
    const nodes = await pairOf(impatient, impatient)
    const from = performance.now()
    const { begun, ended } = callsOf(nodes, 120)
    /** More than begin within the quota's time: that has passed then. */
    const more = async (count = 35): Promise<void> => {
      const until = begun.length + count
      await expect.poll(() => begun.length).toBeGreaterThanOrEqual(until)
    }
    await more()
    proxy[fault]()
    await more()
    proxy.restore()
    const all = await ended
    expect(all).toHaveLength(120)
    // At a change the burst of the other count is added once.
    expect(mostAtOnce(all)).toBeLessThanOrEqual(32)
    expect(all.at(-1)! - from).toBeGreaterThan(1_500)
  })

  it('a pause that a source asks one node for holds for the other', async () => {
    const [one, other] = await pairOf()
    const from = performance.now()
    one.pause(500)
    // The engine has heard of it once it answers what was asked after it.
    await one.sharedTokens()
    const [begun] = await starts([other], 1)
    expect(begun! - from).toBeGreaterThan(450)
  })
})
