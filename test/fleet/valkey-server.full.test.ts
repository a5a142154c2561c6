/** Two live nodes on a Valkey of their own, which is killed and started again, or stopped for a while, under load. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { liveFleet, type LiveFleet } from '../support/live-fleet.ts'
import { ownValkey } from '../support/own-valkey.ts'
import { testDatabase } from '../support/postgres.ts'

const database = await testDatabase(),
  server = await ownValkey()
const at = '/api/v1/location/WA11UH?depth=summary'
const away = 'what nodes share does not answer: this node keeps limits by itself'

const readiness = async (node: RunningService) => (await node.send('/readyz', { key: null })).body

describe.skipIf(database === null || server === null)('two live nodes with a Valkey', () => {
  let fleet: LiveFleet
  beforeAll(async () => {
    const configure = (dir: string): void =>
      appendFileSync(join(dir, 'service.yaml'), 'limits: { per_key: { calls: 10, per: 1h, burst: 0 } }\n')
    fleet = await liveFleet({ database: database!, engine: server! }, { endpoints: ['location'], configure })
  })
  afterAll(async () => {
    await fleet?.close()
    await server?.close()
  })

  /** Of so many calls at both nodes, how many ended with each status. */
  const statuses = async (key: string, calls: number) => {
    const answers = await Promise.all(Array.from({ length: calls }, (_, i) => fleet.nodes[i % 2]!.send(at, { key })))
    return Object.fromEntries(
      [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    )
  }
  /** Callers who ask both nodes all the time. */
  const load = (key: string) => {
    const seen = new Set<number>()
    let isOver = false
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      while (!isOver) {
        seen.add((await fleet.nodes[caller % 2]!.send(at, { key })).status)
        await delay(10)
      }
    })
    return {
      stop: async () => {
        isOver = true
        await Promise.all(callers)
        return seen
      },
    }
  }

  it.each([
    ['killed and started again', () => server!.kill(), () => server!.start()],
    ['stopped and continued', () => server!.stop(), () => server!.goOn()],
  ] as const)('that is %s answer every call, and share limits again', async (_, take, giveBack) => {
    const [busy, meanwhile, after] = [await fleet.key(10_000), await fleet.key(10_000), await fleet.key(10_000)]
    expect(await statuses(busy, 16)).toEqual({ 200: 10, 429: 6 })
    const callers = load(busy)
    await delay(500)
    try {
      await take()
      for (const node of fleet.nodes) await expect.poll(() => readiness(node)).toEqual({ status: 'ok', notes: [away] })
      await delay(2_000)
      // Each node by itself.
      expect(await statuses(meanwhile, 32)).toEqual({ 200: 20, 429: 12 })
    } finally {
      await giveBack()
    }
    for (const node of fleet.nodes) await expect.poll(() => readiness(node)).toEqual({ status: 'ok' })
    expect(await statuses(after, 16)).toEqual({ 200: 10, 429: 6 })
    expect([...(await callers.stop())].toSorted()).toEqual([200, 429])
  })

  it('that is stopped do not keep a third from its start', async () => {
    server!.stop()
    onTestFinished(() => server!.goOn())
    const third = await runService({
      mode: 'live',
      gateway: 'http://127.0.0.1:1',
      configure: fleet.configure,
      env: { ...fleet.env, DATABASE_URL: await database!.schema() },
    })
    onTestFinished(() => third.close())
    expect(await readiness(third)).toEqual({ status: 'ok', notes: [away] })
    server!.goOn()
    await expect.poll(() => readiness(third)).toEqual({ status: 'ok' })
  })
})
