/** What a key may do: scopes, a limit of its own, spend caps and its expiry, as a caller meets them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { runService } from '@domesday/tool-testing'
import type { NewKey } from '../../core/credits/keys.ts'
import { greeting } from '../../core/service/greeting.ts'
import type { Listening } from '../../core/service/service.ts'
import { tokens } from '../../core/service/tokens.ts'
import { sharedService } from '../support/shared-service.ts'

const [location, vehicle, entity] = ['/api/v1/location/WA11UH', '/api/v1/vehicle/ZZ08BUK', '/api/v1/entity/99000017']

const service = await sharedService()

const keys = () => service.container.get(tokens.billing).keys
const made = (terms: Partial<NewKey>) => keys().create({ credits: 1_000, ...terms })
const balanceOf = async (id: string): Promise<number> => (await keys().get(id)).balance

const callTool = async (key: string, postcode = 'WA1 1UH') => {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), { requestInit: { headers } }),
  )
  const result = await client.callTool({ name: 'uk_location_intelligence', arguments: { postcode } })
  await client.close()
  return result.structuredContent as Record<string, unknown>
}

describe('a scope', () => {
  it('of endpoints refuses the others, free and by name, on every surface', async () => {
    const { id, key } = await made({ endpoints: ['vehicle', 'entity'] })
    const { status, body, headers } = await service.send(location, { key })
    expect([status, body]).toMatchObject([
      403,
      {
        code: 'out_of_scope',
        detail: 'This key may ask vehicle, entity, and not location. Nothing was charged.',
        scope: { endpoints: ['vehicle', 'entity'], surfaces: null },
      },
    ])
    expect([headers['x-credits-charged'], headers['x-credits-remaining']]).toEqual(['0', '1000'])
    expect(await callTool(key)).toMatchObject({ code: 'out_of_scope' })
    expect(await balanceOf(id)).toBe(1_000)
    expect((await service.send(vehicle, { key })).status).toBe(200)
  })

  it('of surfaces refuses the others', async () => {
    const { key } = await made({ surfaces: ['mcp'] })
    const { status, body } = await service.send(location, { key })
    expect([status, body.detail]).toEqual([403, 'This key may be used on mcp, and not on rest. Nothing was charged.'])
    expect(await callTool(key)).toMatchObject({ data: { location: { postcode: 'WA1 1UH' } } })
    // The key's own account tells what it may ask.
    expect((await service.send('/account', { key })).body.data.terms.surfaces).toEqual(['mcp'])
  })

  it('that is narrowed holds within a second, for answers that are stored under an idempotency key too', async () => {
    const { id, key } = await made({})
    const stored = () => service.send(location, { key, headers: { 'idempotency-key': 'a' } })
    expect([(await stored()).status, (await stored()).headers['idempotency-replayed']]).toEqual([200, 'true'])
    await keys().change(id, { endpoints: ['vehicle'] })
    expect((await stored()).status).toBe(403)
    await keys().change(id, { endpoints: null })
    expect((await stored()).status).toBe(200)
  })

  it('asks no source and holds no credits for what it refuses', async () => {
    const { id, key } = await made({ endpoints: ['vehicle'] })
    const refused = await Promise.all(Array.from({ length: 20 }, () => service.send(entity, { key })))
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    const { ledger } = await service.container.get(tokens.billing).ledger.account(id)
    expect([(await keys().get(id)).held, ledger.map(({ kind }) => kind)]).toEqual([0, ['grant']])
  })
})

describe("a key's own limit", () => {
  it('stands in the place of the limit for all keys, and counts the calls of all surfaces', async () => {
    const { key } = await made({ perMinute: 3 })
    const first = await service.send(vehicle, { key })
    expect([first.headers['ratelimit-policy'], first.headers['ratelimit']]).toEqual([
      '"key";q=3;w=60',
      expect.stringMatching(/^"key";r=2;t=/),
    ])
    expect(await callTool(key)).toMatchObject({ data: {} })
    expect((await service.send(vehicle, { key })).status).toBe(200)
    const { status, body, headers } = await service.send(vehicle, { key })
    expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([429, 'rate_limited', true])
    expect(await callTool(key)).toMatchObject({ code: 'rate_limited' })
  })

  it('may be higher, and changes while the service runs', async () => {
    const { id, key } = await made({ perMinute: 1 })
    expect((await service.send(vehicle, { key })).status).toBe(200)
    expect((await service.send(vehicle, { key })).status).toBe(429)
    await keys().change(id, { perMinute: 500_000 })
    expect((await service.send(vehicle, { key })).headers['ratelimit-policy']).toBe('"key";q=500000;w=60')
    await keys().change(id, { perMinute: null })
    expect((await service.send(vehicle, { key })).headers['ratelimit-policy']).toMatch(/^"default";q=1000060;/)
  })
})

describe('a spend cap', () => {
  const midnight = new Date().setUTCHours(24, 0, 0, 0)

  it('refuses what goes beyond it, with a remedy and until when', async () => {
    const { id, key } = await made({ creditsPerDay: 15 })
    expect((await service.send(location, { key })).headers['x-credits-charged']).toBe('10')
    const asked = Date.now()
    const { status, body, headers } = await service.send(location, { key })
    const told = Number(headers['retry-after'])
    expect([status, body]).toMatchObject([
      429,
      { code: 'spend_cap_reached', credits_required: 10, cap: { per: 'day', credits: 15, left: 5 } },
    ])
    expect(body.detail).toContain(`The next day begins at ${new Date(midnight).toISOString()}`)
    expect(told).toBeLessThanOrEqual(Math.ceil((midnight - asked) / 1_000))
    expect(told).toBeGreaterThanOrEqual(Math.floor((midnight - Date.now()) / 1_000))
    expect(await callTool(key)).toMatchObject({ code: 'spend_cap_reached' })
    expect((await service.send(`${location}?depth=summary`, { key })).status).toBe(200)
    expect(await balanceOf(id)).toBe(988)
  })

  it('says to ask for less where the call costs more than the whole cap, and not to wait', async () => {
    const { key } = await made({ creditsPerMonth: 5 })
    const { status, body, headers } = await service.send(location, { key })
    expect([status, body.cap, headers['retry-after'], body.retry_after_s]).toEqual([
      429,
      { per: 'month', credits: 5, left: 5 },
      undefined,
      undefined,
    ])
    expect(body.detail).toContain('Ask for less, or have the cap raised.')
  })

  it('is exact for 64 calls at once', async () => {
    const { id, key } = await made({ creditsPerDay: 25 })
    const statuses = await Promise.all(
      Array.from({ length: 64 }, (_, i) => service.send(`/api/v1/location/EH11YZ?radius_m=${500 + i}`, { key })),
    ).then((replies) => replies.map(({ status }) => status))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    const { spentToday, held } = await keys().get(id)
    expect([spentToday <= 25, spentToday + 10 > 25, held]).toEqual([true, true, 0])
  })
})

describe('the terms of a key', () => {
  it('are in its account', async () => {
    const { key } = await made({ label: 'Acme', endpoints: ['location'], perMinute: 50, creditsPerMonth: 500 })
    await service.send(location, { key })
    expect((await service.send('/account', { key })).body.data.terms).toEqual({
      label: 'Acme',
      expires_at: null,
      endpoints: ['location'],
      surfaces: null,
      per_minute: 50,
      credits_per_day: null,
      credits_per_month: 500,
      spent_today: 10,
      spent_this_month: 10,
    })
  })

  it('cannot be set by self-service', async () => {
    const { status, body } = await service.send('/keys', {
      method: 'POST',
      key: null,
      body: '{"endpoints":["location"],"credits_per_day":1000}',
    })
    expect([status, body.errors]).toEqual([
      400,
      ['endpoints', 'credits_per_day'].map((parameter) => ({ parameter, detail: 'is not accepted here' })),
    ])
  })

  it('end it when it expires, and the 401 says so', async () => {
    const { id, key } = await made({ expiresAt: Date.now() + 86_400_000 })
    expect((await service.send(vehicle, { key })).status).toBe(200)
    await keys().change(id, { expiresAt: Date.now() + 1 })
    await expect.poll(async () => (await service.send(vehicle, { key })).status).toBe(401)
    const details = await Promise.all(
      [key, 'domesday_live_nonsense'].map(async (one) => (await service.send(vehicle, { key: one })).body.detail),
    )
    expect(details).toEqual([
      'Invalid API key: it has expired.',
      'Invalid API key: it is unknown, mistyped, replaced or revoked.',
    ])
  })
})

describe('a live start', () => {
  const printed = async (host: string, keysOff = false): Promise<string> => {
    const live = await runService({
      mode: 'live',
      gateway: service.origin,
      host,
      bare: true,
      configure: (dir) =>
        writeFileSync(
          join(dir, 'service.yaml'),
          `endpoints: [vehicle]\nkeys: { free_credits: 77, self_service: ${!keysOff} }\n`,
        ),
    })
    const { container, origin } = live
    const text = await greeting({ container, origin, metricsOrigin: null } as Listening)
    await live.close()
    return text
  }

  it('says that it hands out keys, what is on them, to whom, and how that is turned off', async () => {
    expect(await printed('127.0.0.1')).toMatch(
      /\n {2}\/keys {4}hands out keys with 77 free credits, without payment, to any program on this machine; keys: \{ self_service: false \} in config\/service\.yaml turns it off\n/,
    )
    expect(await printed('0.0.0.0')).toContain('to anybody who reaches this server, which listens on 0.0.0.0;')
    expect(await printed('127.0.0.1', true)).not.toContain('hands out keys')
  })

  it('says whether operators have an API', async () => {
    expect(await printed('127.0.0.1')).toContain('the API for operators is off: DOMESDAY_OPERATOR_TOKEN is not set')
  })
})
