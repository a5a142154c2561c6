/**
 * Who is counted as one caller: all free keys of one network together, and a key that was ever paid for by itself, so
 * that it does not matter to it who else calls from its address.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { limits } from '@domesday/surface-parts/looks'
import { tokens } from '../../core/service/tokens.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'

const calls = 100,
  failures = 5
let world: FaultyWorld, service: RunningService
beforeAll(async () => {
  world = await openFaultyWorld(['location'])
  world.instead = (target) => (/postcodes-io.*ZZ/i.test(target) ? 'no JSON' : null)
  service = await runService({
    gateway: world.origin,
    configure: (dir) => {
      appendFileSync(
        join(dir, 'service.yaml'),
        `
http: { trust_proxy: [127.0.0.9] }
limits: { per_key: { calls: ${calls}, per: 1h, burst: 0 }, keys_per_address: { calls: 1000, per: 1h } }
`,
      )
      mkdirSync(join(dir, 'sources'), { recursive: true })
      mkdirSync(join(dir, 'surfaces'), { recursive: true })
      writeFileSync(join(dir, 'sources/postcodes-io.yaml'), `breaker: { failures: ${failures}, for: 10m }\n`)
      writeFileSync(join(dir, 'surfaces/mcp.yaml'), 'evidence: { tools: true }\n')
    },
  })
})
const agents = new Map<string, Agent>()
afterAll(async () => {
  await Promise.all([...agents.values()].map((agent) => agent.destroy()))
  await service.close()
  world.close()
})

/** Addresses of loopback call themselves, all others through the trusted proxy. */
const agentOf = (address: string): Agent => {
  const localAddress = address.startsWith('127.') ? address : '127.0.0.9'
  const agent = agents.get(localAddress) ?? new Agent({ localAddress })
  agents.set(localAddress, agent)
  return agent
}
interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly key?: string
  readonly body?: object
}
const send = async (from: string, path: string, { method = 'GET', key, body }: Sent = {}) => {
  const answer = await request(`${service.origin}${path}`, {
    method,
    dispatcher: agentOf(from),
    headers: {
      host: 'localhost',
      ...(!from.startsWith('127.') && { 'x-forwarded-for': from }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.body.text()
  const json = /\{.*\}/s.exec(text)?.[0]
  return { status: answer.statusCode, text, body: json === undefined ? null : (JSON.parse(json) as any) }
}
const freeKey = async (from: string): Promise<{ readonly id: string; readonly key: string }> =>
  (await send(from, '/keys', { method: 'POST' })).body.data
const freeKeys = (count: number, from: (i: number) => string) =>
  Promise.all(Array.from({ length: count }, async (_, i) => ({ from: from(i), ...(await freeKey(from(i))) })))
const at = '/api/v1/location/WA11UH?depth=summary'

/** Networks with free keys, and an address of none of them; and postcodes that were not asked for before. */
const networks = [
  ['an IPv4 address', () => '127.0.0.2', '127.0.0.3', 'SW1A2AA', 'EH11YZ'],
  [
    'an IPv6 /64, behind a proxy',
    (i: number) => `2001:db8:0:1::${(i + 1).toString(16)}`,
    '2001:db8:0:2::1',
    'NW19HZ',
    'WA11UH',
  ],
] as const

describe.each(networks)('free keys of %s', (_, from, elsewhere, one, another) => {
  it('that ask what makes a source fail close it to their network, to no other, and to no key that was paid for', async () => {
    const bad = await freeKeys(18, from)
    const ends: number[] = []
    for (const [i, { from, key }] of bad.entries())
      for (const n of [1, 2, 3])
        ends.push(
          (await send(from, `/api/v1/location/ZZ${n}%20${i % 10}A${'ABD'[Math.floor(i / 10)]}?depth=summary`, { key }))
            .status,
        )
    expect(ends.slice(0, failures)).toEqual(Array(failures).fill(502))
    expect(new Set(ends.slice(failures))).toEqual(new Set([503]))

    const [neighbour, other, paid] = [await freeKey(from(40)), await freeKey(elsewhere), await service.key(1_000)]
    const path = (postcode: string) => `/api/v1/location/${postcode}?depth=summary`
    const asked = [
      await send(from(40), path(one), { key: neighbour.key }),
      await send(elsewhere, path(one), { key: other.key }),
      await send(from(40), path(another), { key: paid }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([503, 200, 200])
  })
})

describe.each([
  ['an IPv4 address', () => '127.0.0.4', '127.0.0.5'],
  ['an IPv6 /64, behind a proxy', (i: number) => `2001:db8:0:3::${(i + 1).toString(16)}`, '2001:db8:0:4::1'],
] as const)('free keys of %s', (_, from, elsewhere) => {
  it('have the calls of one key together; those elsewhere and keys that were paid for have their own', async () => {
    const free = await freeKeys(4, from)
    const statuses: number[] = []
    for (let n = 0; n < calls + 4; n++) {
      const { from, key } = free[n % 4]!
      statuses.push((await send(from, at, { key })).status)
    }
    expect(statuses.slice(0, calls).filter((status) => status === 429)).toEqual([])
    expect(statuses.slice(calls)).toEqual([429, 429, 429, 429])
    const other = await freeKey(elsewhere)
    expect((await send(elsewhere, at, { key: other.key })).status).toBe(200)
    expect((await send(from(0), at, { key: await service.key(10) })).status).toBe(200)
  })
})

it('a free key counts for itself once credits are granted for it', async () => {
  const from = '127.0.0.6'
  const [one, other] = await freeKeys(2, () => from)
  const { ledger } = service.container.get(tokens.billing)
  for (let n = 0; n < calls; n++) await send(from, at, { key: one!.key })
  expect((await send(from, at, { key: other!.key })).status).toBe(429)
  await ledger.grant(other!.id, 100, 'order 1')
  expect((await send(from, at, { key: other!.key })).status).toBe(200)
  expect((await send(from, at, { key: one!.key })).status).toBe(429)
})

describe('what replays evidence', () => {
  const { calls: replays } = limits.replays
  const perTool = (key: string) => ({
    method: 'POST' as const,
    key,
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'changes', arguments: { from: 'ev_0', to: 'ev_0' } },
    },
  })
  it.each<[string, string, (from: string, key: string) => Promise<{ body: any; text: string }>]>([
    ['an answer as of a day', '127.0.0.10', (from, key) => send(from, `${at}&on=2026-10-01`, { key })],
    ['changes', '127.0.0.11', (from, key) => send(from, '/evidence/ev_0/changes/ev_1', { key })],
    ['changes by a tool', '127.0.0.12', (from, key) => send(from, '/mcp', perTool(key))],
  ])('%s is limited for all free keys of an address together', async (_, from, ask) => {
    const free = await freeKeys(4, () => from)
    const ends: string[] = []
    for (let n = 0; n < replays + 4; n++) ends.push((await ask(from, free[n % 4]!.key)).text)
    expect(ends.slice(0, replays).filter((text) => !text.includes('not_kept'))).toEqual([])
    expect(ends.slice(replays).filter((text) => !text.includes('rate_limited'))).toEqual([])
    expect((await ask(from, await service.key(10))).text).toContain('not_kept')
  })
})

it('answers that free keys of one address lose are refunded as those of one key are, the others are listed', async () => {
  const from = '127.0.0.13'
  const free = await freeKeys(4, () => from)
  const reset = (key: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ port: Number(new URL(service.origin).port), host: '127.0.0.1', localAddress: from })
      socket.on('error', () => {}).on('close', () => resolve())
      const text = `GET ${at} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`
      socket.write(text, () => socket.resetAndDestroy())
    })
  const lose = async (key: string): Promise<void> => {
    await send(from, at, { key })
    for (let n = 0; n < 8; n++) await reset(key)
  }
  for (const { key } of free) await lose(key)
  const paid = await service.key(100)
  await lose(paid)
  const settled = async (keys: readonly string[]): Promise<string> => {
    const accounts = await Promise.all(keys.map(async (key) => (await send(from, '/account', { key })).body.data))
    const ids = accounts.map(({ id }) => id as string)
    const count = (kind: string) =>
      accounts.flatMap(({ ledger }) => ledger as { kind: string }[]).filter((row) => row.kind === kind).length
    const listed = (await service.container.get(tokens.billing).delivery.listed()).filter(({ keyId }) =>
      ids.includes(keyId),
    )
    return `${count('charge') - keys.length - count('refund') - listed.length} not delivered, ${count('refund')} refunded`
  }
  // A reset that comes before the request was read charges nothing.
  await expect.poll(() => settled(free.map(({ key }) => key))).toBe('0 not delivered, 5 refunded')
  await expect.poll(() => settled([paid])).toBe('0 not delivered, 5 refunded')
})
