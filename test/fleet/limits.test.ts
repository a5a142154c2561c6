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
    const configure = (dir: string): void =>
      appendFileSync(join(dir, 'service.yaml'), 'limits: { per_key: { calls: 10, per: 1h, burst: 0 } }\n')
    fleet = await liveFleet({ database: database!, engine: engine! }, { endpoints: ['location'], configure })
  })
  afterAll(() => fleet?.close())

  const readiness = async () => (await fleet.nodes[1].send('/readyz', { key: null })).body
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
    const refused = [0, 0],
      others = new Set<number>()
    let passed = 0,
      isOver = false
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      const node = caller % 2
      while (!isOver) {
        const { status } = await fleet.nodes[node]!.send(at, { key })
        if (status === 200) passed += 1
        else if (status === 429) refused[node]! += 1
        else others.add(status)
        await delay(10)
      }
    })
    /** Both nodes have decided many more calls. */
    const more = async (): Promise<void> => {
      const until = refused.map((count) => count + 20)
      await expect.poll(() => refused.every((count, node) => count >= until[node]!)).toBe(true)
    }
    await expect.poll(() => passed).toBe(10)
    await more()
    fleet.proxy[fault]()
    // The node that is cut off counts anew, by itself.
    await expect.poll(() => passed).toBe(20)
    await more()
    fleet.proxy.restore()
    await expect.poll(readiness).toEqual({ status: 'ok' })
    await more()
    isOver = true
    await Promise.all(callers)
    expect([passed, others]).toEqual([20, new Set()])
  })

  it('go on without it: the node that is cut off counts by itself, and says so', async () => {
    const key = await fleet.key(100)
    expect(await readiness()).toEqual({ status: 'ok' })
    fleet.proxy.cut()
    await expect
      .poll(readiness)
      .toEqual({ status: 'ok', notes: ['what nodes share does not answer: this node keeps limits by itself'] })
    expect(await statuses(key, 16)).toEqual({ 200: 16 })
    fleet.proxy.restore()
    await expect.poll(readiness).toEqual({ status: 'ok' })
  })
})
