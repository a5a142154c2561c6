/** One of two nodes has a bad line to PostgreSQL, then to Valkey: it charges what it answers, and nothing else. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { valkeyHere } from '../support/engines.ts'
import { tcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { audited, booksOf, call, type Callers } from './callers.ts'
import { openFleet } from './fleet.ts'
import type { Environment } from './process.ts'
import { unlimited } from './settings.ts'

const proxies: TcpProxy[] = []
/** The address as it is reached through a proxy of its own. */
const through = async (address: string | undefined, usualPort: number): Promise<string | undefined> => {
  if (address === undefined) return undefined
  const url = new URL(address)
  const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || usualPort) })
  proxies.push(proxy)
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return url.href
}
const badLines = async ({ DATABASE_URL, VALKEY_URL }: Environment): Promise<Environment> => ({
  DATABASE_URL: await through(DATABASE_URL, 5432),
  ...(VALKEY_URL !== undefined && { VALKEY_URL: await through(VALKEY_URL, 6379) }),
})

const isThere = (await valkeyHere()) !== null
const fleet = await openFleet({
  endpoints: ['location'],
  service: unlimited,
  environment: async (env, node) => (node === 0 ? { ...env, ...(await badLines(env)) } : env),
})
afterAll(async () => {
  await fleet?.close()
  await Promise.all(proxies.map((proxy) => proxy.close()))
})

describe.skipIf(fleet === null)('a node whose line', () => {
  const answered = new Map<string, number>()
  const both = async (): Promise<readonly [bad: Callers, good: Callers]> => {
    const keys = [await fleet!.key(1_000_000)]
    const [bad, good] = fleet!.nodes.map(({ origin }) => call({ count: 6, origin: () => origin, keys }))
    await Promise.all([bad!.more(20), good!.more(20)])
    return [bad!, good!]
  }
  const ended = async (all: readonly Callers[]): Promise<void> => {
    for (const callers of all) {
      await callers.stop()
      callers.answered.forEach((credits, id) => answered.set(id, credits))
    }
  }
  const readiness = async (): Promise<number> => (await fetch(`${fleet!.nodes[0]!.origin}/readyz`)).status

  it.each(['cut', 'stall', 'deafen'] as const)(
    'to PostgreSQL is hit by a %s refuses, and comes back',
    async (fault) => {
      const [bad, good] = await both()
      proxies[0]![fault]()
      await expect.poll(readiness).toBe(503)
      await good.more(50)
      proxies[0]!.restore()
      await expect.poll(readiness).toBe(200)
      await bad.more(20)
      await ended([bad, good])
      expect(good.failed).toEqual([])
      expect(bad.failed.length).toBeGreaterThan(0)
      expect(bad.failed.filter((failure) => !/^503 .*"code":"overloaded"/.test(failure))).toEqual([])
    },
  )

  it('to PostgreSQL was bad has charged all that it answered, and nothing else', async () => {
    await expect
      .poll(() => booksOf(fleet!, answered), { interval: 500 })
      .toMatchObject({ chargedWithoutAnswer: 0, answeredWithoutCharge: 0, wrongAmount: 0, chargedTwice: 0 })
    await expect.poll(() => audited(fleet!), { interval: 500 }).toMatchObject({ open_holds: 0, faults: [] })
    console.log(JSON.stringify({ answered: answered.size, ...(await booksOf(fleet!, answered)) }))
  })

  it.skipIf(!isThere).each(['cut', 'stall'] as const)('to Valkey is hit by a %s answers every call', async (fault) => {
    const [bad, good] = await both()
    proxies[1]![fault]()
    await setTimeout(1_000)
    await Promise.all([bad.more(50), good.more(50)])
    proxies[1]!.restore()
    await ended([bad, good])
    expect([...bad.failed, ...good.failed]).toEqual([])
    await expect.poll(async () => (await fetch(`${fleet!.nodes[0]!.origin}/readyz`)).json()).toEqual({ status: 'ok' })
  })
})
