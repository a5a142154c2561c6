/**
 * Look-ups at addresses that were valid before take a short way. Whatever happens to them, a caller sees what the
 * long way shows.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tokens } from '../../core/service/tokens.ts'
import { runService, type Reply, type RunningService, type Sent } from '../../plugins/tools/testing/service.ts'

const path = '/api/v1/location/WA11UH'
/** A caller with a trace of its own is taken through all layers. */
const traced = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }

const lines: Record<string, unknown>[] = []
let service: RunningService
beforeAll(async () => {
  service = await runService({
    logTo: {
      write: (line: string) => {
        lines.push(JSON.parse(line) as Record<string, unknown>)
      },
    },
    configure: (dir) =>
      appendFileSync(join(dir, 'service.yaml'), '\nlimits: { per_key: { calls: 4, per: 1m, burst: 0 } }\n'),
  })
  await service.send(path, { key: await service.key(100) })
})
afterAll(() => service.close())

/** Without what no two answers share. */
const comparable = ({ status, headers, body }: Reply): unknown => {
  const { 'x-request-id': _, date: __, 'content-length': ___, ratelimit, ...shown } = headers
  const told: unknown = JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (name === 'request_id' ? undefined : value)),
  )
  return { status, headers: { ...shown, ...(ratelimit && { ratelimit: ratelimit.replace(/t=\d+/, 't') }) }, told }
}

/** What the log says of a call; a call that is turned away at once has no route yet on the long way. */
const logged = async ({ status, headers }: Reply): Promise<unknown> => {
  const line = await vi.waitUntil(() => lines.find(({ request_id }) => request_id === headers['x-request-id']))
  const { time: _, ms: __, request_id: ___, key_id: ____, route, ...rest } = line
  return { ...rest, ...(status !== 503 && { route }) }
}

/** The same call on both ways, each with a key that was used as often. */
const both = async (
  send: (more: Record<string, string>, key: string) => Promise<Reply>,
  credits = 100,
): Promise<readonly [Reply, Reply]> => {
  const short = await send({}, await service.key(credits)),
    long = await send(traced, await service.key(credits))
  expect(comparable(short)).toEqual(comparable(long))
  expect(await logged(short)).toEqual(await logged(long))
  return [short, long]
}

const call =
  (sent: Sent = {}) =>
  (more: Record<string, string>, key: string): Promise<Reply> =>
    service.send(path, { key, ...sent, headers: { ...sent.headers, ...more } })

describe('a look-up at a known address', () => {
  it('answers and charges as any other', async () => {
    const [{ status, headers, body }] = await both(call())
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
    const [{ headers, body }] = await both(call({ headers: { 'accept-encoding': 'gzip' } }))
    expect(headers['content-encoding']).toBe('gzip')
    expect(body.data).toBeDefined()
  })

  it('refuses a key that is unknown, or none', async () => {
    expect((await both(call({ key: null })))[0].body.code).toBe('invalid_api_key')
    expect(
      (await both(call({ key: 'domesday_live_0123456789_ABCDEFGHIJKLMNOPQRSTUV33gDZ0' })))[0].headers[
        'www-authenticate'
      ],
    ).toBe('Bearer')
  })

  it('refuses who cannot pay, and says what is left', async () => {
    const [{ status, headers, body }] = await both(call(), 9)
    expect(status).toBe(402)
    expect(headers).toMatchObject({ 'x-credits-charged': '0', 'x-credits-remaining': '9' })
    expect(body).toMatchObject({ code: 'insufficient_credits', credits_required: 10, balance: 9 })
  })

  it('refuses a body, and a bad idempotency key', async () => {
    expect((await both(call({ body: 'x' })))[0].body.errors[0].parameter).toBe('body')
    expect((await both(call({ headers: { 'idempotency-key': 'x'.repeat(256) } })))[0].body.errors[0].parameter).toBe(
      'Idempotency-Key',
    )
  })

  it('is counted, and refused beyond its limit', async () => {
    const [{ status, headers }] = await both(async (more, key) => {
      for (let n = 0; n < 4; n++) expect((await call()(more, key)).status).toBe(200)
      return call()(more, key)
    })
    expect(status).toBe(429)
    expect(headers['x-credits-remaining']).toBe('60')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is answered again under its idempotency key, and charged once', async () => {
    const [{ headers }] = await both(async (more, key) => {
      const sent = { headers: { 'idempotency-key': `once ${key}` } }
      const first = await call(sent)(more, key),
        second = await call(sent)(more, key)
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
    for (const accept of ['text/csv', 'text/event-stream', 'application/json;q=0, */*']) {
      const [{ status, headers, body }] = await both(call({ headers: { accept } }))
      expect([status, body.code, headers['x-credits-charged'], headers['x-credits-remaining']]).toEqual([
        406,
        'not_acceptable',
        '0',
        '100',
      ])
    }
    for (const accept of ['*/*', 'application/*', 'application/problem+json', 'text/html, */*;q=0.8'])
      expect((await both(call({ headers: { accept } })))[0].status).toBe(200)
  })

  it('is turned away when too much is going on', async () => {
    const overload = service.container.get(tokens.overload),
      much = service.container.get(tokens.configured).current().service.http.in_flight
    for (let n = 0; n < much; n++) overload.enter()
    const [{ status, headers }] = await both(call())
    for (let n = 0; n < much; n++) overload.leave()
    // Only the short way knows what was asked before it knows whether there is time for it.
    expect(lines.find(({ request_id }) => request_id === headers['x-request-id'])).toMatchObject({
      route: '/location/{postcode}',
    })
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('1')
    expect(overload.inFlight).toBe(0)
  })

  it('ends its connection once the service is about to stop', async () => {
    const other = await runService()
    await other.send(path)
    const drain = other.container.get(tokens.drain)
    Object.defineProperty(drain, 'begun', { value: true })
    expect((await other.send(path)).headers['connection']).toBe('close')
    expect((await other.send(path, { headers: traced })).headers['connection']).toBe('close')
    await other.close()
  })
})
