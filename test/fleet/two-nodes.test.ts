/** Two whole services on one PostgreSQL, each with a data folder of its own: one fleet to its callers. */
import { join } from 'node:path'
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { generous } from '../service/generous.ts'
import { patiently } from '../support/patiently.ts'
import { testDatabase } from '../support/postgres.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'

const database = await testDatabase()
const at = '/api/v1/location/WA11UH'

describe.skipIf(database === null)('two nodes on one PostgreSQL', () => {
  let address = ''
  let one: RunningService
  let other: RunningService
  const nodes = (): readonly RunningService[] => [one, other]
  const account = async (node: RunningService, key: string) => (await node.send('/account', { key })).body.data
  const configure = (dir: string): void => {
    generous(dir)
    patiently(dir)
    // In the sandbox the address alone does not choose it.
    appendFileSync(join(dir, 'service.yaml'), 'store: postgres\n')
  }

  beforeAll(async () => {
    address = await database!.schema()
    one = await runService({ configure, env: { DATABASE_URL: address } })
    other = await runService({ configure, env: { DATABASE_URL: address } })
  })
  afterAll(() => Promise.all(nodes().map((node) => node?.close())))

  /** A key made at one node, once the other knows it. */
  const known = async (credits: number): Promise<string> => {
    const key = await one.key(credits)
    await expect.poll(async () => (await other.send('/account', { key })).status).toBe(200)
    return key
  }

  it('serve the same keys and accounts, without a ledger of their own', async () => {
    const key = await known(100)
    const answers = await Promise.all(nodes().map((node) => node.send(at, { key })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [seen, same] = await Promise.all(nodes().map((node) => account(node, key)))
    expect(seen).toEqual(same)
    expect(seen).toMatchObject({ balance: 80, held: 0, ledger: [{ amount: -10 }, { amount: -10 }, { kind: 'grant' }] })
    for (const { dataDir } of nodes()) expect(existsSync(join(dataDir, 'ledger.db'))).toBe(false)
  })

  it('answer 64 parallel calls on credits for 20 exactly 20 times', async () => {
    const key = await known(200)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => nodes()[i % 2]!.send(`${at}?radius_m=${1000 + (i % 7)}`, { key })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(44)
    expect(await account(other, key)).toMatchObject({ balance: 0, held: 0 })
  })

  it('charge one idempotency key once, and send its answer again from either', async () => {
    const key = await known(100)
    const send = (node: RunningService) => node.send(at, { key, headers: { 'idempotency-key': 'same' } })
    const first = await send(one)
    const second = await send(other)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).toBe(first.text)
    const parallel = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        nodes()[i % 2]!.send(at, { key, headers: { 'idempotency-key': 'parallel' } }),
      ),
    )
    expect(parallel.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(await account(other, key)).toMatchObject({ balance: 80, held: 0 })
  })

  it('go on while a third is cut off, which is not ready, and answers nothing', async () => {
    const url = new URL(address)
    const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
    onTestFinished(proxy.close)
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    const third = await runService({
      configure: (dir) => {
        configure(dir)
        writeFileSync(join(dir, 'stores/postgres.yaml'), 'timeout: 2s\n')
      },
      env: { DATABASE_URL: url.href },
    })
    onTestFinished(third.close)
    const readiness = async (): Promise<number> => (await third.send('/readyz', { key: null })).status

    const key = await known(100)
    await expect.poll(async () => (await third.send('/account', { key })).status).toBe(200)
    proxy.cut()
    const refused = await third.send(at, { key })
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'overloaded', '5'])
    await expect.poll(readiness).toBe(503)
    for (const node of nodes()) {
      expect((await node.send('/readyz', { key: null })).status).toBe(200)
      expect((await node.send(at, { key })).status).toBe(200)
    }
    proxy.restore()
    await expect.poll(readiness).toBe(200)
    await expect.poll(async () => (await third.send(at, { key })).status).toBe(200)
    expect(await account(other, key)).toMatchObject({ balance: 70, held: 0 })
  })
})
