/** Look-ups at an address that was valid before, whose plan is remembered: whatever may happen to any call. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokens } from '../../core/service/tokens.ts'
import {
  only,
  runService,
  type ServiceReply,
  type RunningService,
  type Sending,
} from '../../plugins/tools/testing/service.ts'

const path = '/api/v1/location/WA11UH'
let service: RunningService
beforeAll(async () => {
  service = await runService({
    configure: (dir) =>
      appendFileSync(join(dir, 'service.yaml'), '\nlimits: { per_key: { calls: 4, per: 1d, burst: 0 } }\n'),
  })
  await service.send(path, { key: await service.key(100) })
})
afterAll(() => service.close())

/** A call with a key of its own. */
const asked = async (send: (key: string) => Promise<ServiceReply>, credits = 100): Promise<ServiceReply> =>
  send(await service.key(credits))

const call =
  (sent: Sending = {}) =>
  (key: string): Promise<ServiceReply> =>
    service.send(path, { key, ...sent })

describe('a look-up at a known address', () => {
  it('answers and charges as any other', async () => {
    const { status, headers, body } = await asked(call())
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'x-credits-charged': '10',
      'x-credits-remaining': '90',
      'cache-control': 'private, no-store',
      vary: 'accept-encoding',
    })
    expect(body._meta.request_id).toBe(headers['x-request-id'])
  })

  it('is compressed for who takes it', async () => {
    const { headers, body } = await asked(call({ headers: { 'accept-encoding': 'gzip' } }))
    expect(headers['content-encoding']).toBe('gzip')
    expect(body.data).toBeDefined()
  })

  it('refuses a key that is unknown, or none', async () => {
    expect((await asked(call({ key: null }))).body.code).toBe('invalid_api_key')
    expect(
      (await asked(call({ key: 'domesday_live_0123456789_ABCDEFGHIJKLMNOPQRSTUV33gDZ0' }))).headers['www-authenticate'],
    ).toBe('Bearer')
  })

  it('refuses who cannot pay, and says what is left', async () => {
    const { status, headers, body } = await asked(call(), 9)
    expect(status).toBe(402)
    expect(headers).toMatchObject({ 'x-credits-charged': '0', 'x-credits-remaining': '9' })
    expect(body).toMatchObject({ code: 'insufficient_credits', credits_required: 10, balance: 9 })
  })

  it('refuses a body, and a bad idempotency key', async () => {
    expect((await asked(call({ body: 'x' }))).body.errors[0].parameter).toBe('body')
    expect((await asked(call({ headers: { 'idempotency-key': 'x'.repeat(256) } }))).body.errors[0].parameter).toBe(
      'Idempotency-Key',
    )
  })

  it('is counted, and refused beyond its limit', async () => {
    const { status, headers } = await asked(async (key) => {
      for (let n = 0; n < 4; n++) expect((await call()(key)).status).toBe(200)
      return call()(key)
    })
    expect(status).toBe(429)
    expect(headers['x-credits-remaining']).toBe('60')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is answered again under its idempotency key, and charged once', async () => {
    const { headers } = await asked(async (key) => {
      const sent = { headers: { 'idempotency-key': `once ${key}` } }
      const first = await call(sent)(key),
        second = await call(sent)(key)
      expect(second.text).toBe(first.text)
      return second
    })
    expect(headers).toMatchObject({
      'idempotency-replayed': 'true',
      'x-credits-charged': '0',
      'x-credits-remaining': '90',
    })
  })

  it('is refused, free of charge, where its caller takes no JSON', async () => {
    for (const accept of ['text/csv', 'application/json;q=0, */*']) {
      const { status, headers, body } = await asked(call({ headers: { accept } }))
      expect([status, body.code, headers['x-credits-charged'], headers['x-credits-remaining']]).toEqual([
        406,
        'not_acceptable',
        '0',
        '100',
      ])
    }
    for (const accept of ['*/*', 'application/*', 'application/problem+json', 'text/html, */*;q=0.8'])
      expect((await asked(call({ headers: { accept } }))).status).toBe(200)
  })

  it('is turned away when too much is going on', async () => {
    const overload = service.container.get(tokens.overload),
      much = service.container.get(tokens.configured).current().service.http.in_flight,
      work = Promise.withResolvers<void>()
    for (let n = 0; n < much; n++) void overload.during(() => work.promise)
    const { status, headers } = await asked(call())
    work.resolve()
    await work.promise
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('1')
    expect(overload.inFlight).toBe(0)
  })

  it('ends its connection once the service is about to stop', async () => {
    const other = await runService({ configure: only('location') })
    await other.send(path)
    const drain = other.container.get(tokens.drain)
    Object.defineProperty(drain, 'begun', { value: true })
    expect((await other.send(path)).headers['connection']).toBe('close')
    await other.close()
  })
})
