/** Two live nodes on one PostgreSQL and one Valkey, behind a gateway of sample data: limits are those of the fleet. */
import { createSandbox, listenOnLoopback } from '@domesday/tool-gateway'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokens } from '../../core/service/tokens.ts'
import { valkeyHere } from '../support/engines.ts'
import { testDatabase } from '../support/postgres.ts'
import { tcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const database = await testDatabase(),
  engine = await valkeyHere()
const at = '/api/v1/location/WA11UH?depth=summary'

describe.skipIf(database === null || engine === null)('two live nodes with one Valkey', () => {
  const open: { close(): Promise<unknown> | void }[] = []
  const nodes: RunningService[] = []
  let proxy: TcpProxy

  beforeAll(async () => {
    const sample = await runService({ configure: only('location') })
    open.push(sample)
    const { sources } = sample.container.get(tokens.configured).plugins
    const sandbox = createSandbox({ sources })
    const gateway = await listenOnLoopback((call) => sandbox.answer(call))
    open.push(gateway)
    proxy = await tcpProxy(engine!)
    open.push(proxy)
    const DATABASE_URL = await database!.schema()
    for (const VALKEY_URL of [engine!.url, `redis://127.0.0.1:${proxy.port}`]) {
      const node = await runService({
        mode: 'live',
        gateway: gateway.origin,
        configure: (dir) => {
          only('location')(dir)
          appendFileSync(join(dir, 'service.yaml'), 'limits: { per_key: { calls: 10, per: 1h, burst: 0 } }\n')
        },
        env: { DATABASE_URL, VALKEY_URL },
      })
      nodes.push(node)
      open.push(node)
    }
  })
  afterAll(async () => {
    for (const one of open.toReversed()) await one.close()
  })

  const statuses = async (key: string, calls: number): Promise<Readonly<Record<number, number>>> => {
    const answers = await Promise.all(Array.from({ length: calls }, (_, i) => nodes[i % 2]!.send(at, { key })))
    const byStatus = Object.groupBy(answers, ({ status }) => status)
    return Object.fromEntries(Object.entries(byStatus).map(([status, all]) => [status, all!.length]))
  }
  const known = async (credits: number): Promise<string> => {
    const key = await nodes[0]!.key(credits)
    await expect.poll(async () => (await nodes[1]!.send('/account', { key })).status, { timeout: 2_000 }).toBe(200)
    return key
  }

  it('let a key make as many calls as its limit says, over both', async () => {
    expect(await statuses(await known(100), 16)).toEqual({ 200: 10, 429: 6 })
  })

  it('go on without it: the node that is cut off counts by itself, and says so', async () => {
    const key = await known(100)
    expect((await nodes[1]!.send('/readyz', { key: null })).body).toEqual({ status: 'ok' })
    proxy.cut()
    await expect
      .poll(async () => (await nodes[1]!.send('/readyz', { key: null })).body)
      .toEqual({ status: 'ok', notes: ['what nodes share does not answer: this node keeps limits by itself'] })
    expect(await statuses(key, 16)).toEqual({ 200: 16 })
    proxy.restore()
    await expect
      .poll(async () => (await nodes[1]!.send('/readyz', { key: null })).body, { timeout: 10_000 })
      .toEqual({ status: 'ok' })
  })
})
