/** Two live nodes on one PostgreSQL and one Valkey, behind a gateway of sample data: limits are those of the fleet. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { greeting } from '../../core/service/greeting.ts'
import type { Listening } from '../../core/service/service.ts'
import { valkeyHere } from '../support/engines.ts'
import { liveFleet, type LiveFleet } from '../support/live-fleet.ts'
import { testDatabase } from '../support/postgres.ts'

const database = await testDatabase(),
  engine = await valkeyHere()
const at = '/api/v1/location/WA11UH?depth=summary'

describe.skipIf(database === null || engine === null)('two live nodes with one Valkey', () => {
  let fleet: LiveFleet

  beforeAll(async () => {
    fleet = await liveFleet(
      { database: database!, engine: engine! },
      {
        endpoint: 'location',
        configure: (dir) =>
          appendFileSync(join(dir, 'service.yaml'), 'limits: { per_key: { calls: 10, per: 1h, burst: 0 } }\n'),
      },
    )
  })
  afterAll(() => fleet?.close())

  const statuses = async (key: string, calls: number): Promise<Readonly<Record<number, number>>> => {
    const answers = await Promise.all(Array.from({ length: calls }, (_, i) => fleet.nodes[i % 2]!.send(at, { key })))
    const byStatus = Object.groupBy(answers, ({ status }) => status)
    return Object.fromEntries(Object.entries(byStatus).map(([status, all]) => [status, all!.length]))
  }
  it('say at the start what they keep where, and share', async () => {
    const [one, other] = await Promise.all(
      fleet.nodes.map(({ container, origin }) => greeting({ container, origin, metricsOrigin: null } as Listening)),
    )
    expect(one).toContain(
      '\n  ledger   postgres, shared by all nodes with its address\n  limits   shared by valkey, nodes now: ',
    )
    expect(other).toContain('shared by valkey, nodes now: 2\n')
  })

  it('let a key make as many calls as its limit says, over both', async () => {
    expect(await statuses(await fleet.key(100), 16)).toEqual({ 200: 10, 429: 6 })
  })

  it.each(['cut', 'stall'] as const)('answer under load while it is hit by a %s, and keep the limit', async (fault) => {
    const key = await fleet.key(1_000)
    const passed = [0, 0],
      others = new Set<number>()
    let slowest = 0,
      isOver = false
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      const node = caller % 2
      while (!isOver) {
        const begun = performance.now()
        const { status } = await fleet.nodes[node]!.send(at, { key })
        slowest = Math.max(slowest, performance.now() - begun)
        if (status === 200) passed[node]! += 1
        else others.add(status)
        await delay(10)
      }
    })
    await expect.poll(() => passed[0]! + passed[1]!).toBe(10)
    fleet.proxy[fault]()
    // The node that is cut off counts anew, by itself.
    await expect.poll(() => passed[0]! + passed[1]!, { timeout: 5_000 }).toBe(20)
    await delay(500)
    fleet.proxy.restore()
    await expect
      .poll(async () => (await fleet.nodes[1].send('/readyz', { key: null })).body, { timeout: 10_000 })
      .toEqual({ status: 'ok' })
    await delay(500)
    isOver = true
    await Promise.all(callers)
    expect([passed[0]! + passed[1]!, others]).toEqual([20, new Set([429])])
    expect(slowest).toBeLessThan(2_000)
  })

  it('go on without it: the node that is cut off counts by itself, and says so', async () => {
    const key = await fleet.key(100)
    expect((await fleet.nodes[1].send('/readyz', { key: null })).body).toEqual({ status: 'ok' })
    fleet.proxy.cut()
    await expect
      .poll(async () => (await fleet.nodes[1].send('/readyz', { key: null })).body)
      .toEqual({ status: 'ok', notes: ['what nodes share does not answer: this node keeps limits by itself'] })
    expect(await statuses(key, 16)).toEqual({ 200: 16 })
    fleet.proxy.restore()
    await expect
      .poll(async () => (await fleet.nodes[1].send('/readyz', { key: null })).body, { timeout: 10_000 })
      .toEqual({ status: 'ok' })
  })
})

describe.skipIf(database === null || engine === null)('two live nodes with the usual limits', () => {
  it('let a key look ahead ten times a minute, over both', async () => {
    const fleet = await liveFleet({ database: database!, engine: engine! }, { endpoint: 'location' })
    const key = await fleet.key(1)
    const look = async (i: number) => (await fleet.nodes[i % 2]!.send('/evidence/ev_0/ahead', { key })).status
    const statuses = await Promise.all(Array.from({ length: 16 }, (_, i) => look(i)))
    expect(statuses.toSorted()).toEqual([...Array(10).fill(404), ...Array(6).fill(429)])
    await fleet.close()
  })
})
