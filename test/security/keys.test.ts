/** What one caller may learn of another, and what is kept of a key. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request } from 'undici'
import { runService, type RunningService } from '@domesday/tool-testing'

let service: RunningService,
  log = ''
beforeAll(async () => {
  service = await runService({ logTo: { write: (line) => void (log += line) } })
})
afterAll(() => service.close())

const at = '/api/v1/location/WA11UH?depth=summary'
const account = async (key: string) => (await service.send('/account', { key })).body.data

describe('a key', () => {
  it('sees its own account alone, whatever else it names', async () => {
    const [mine, others] = [await service.key(100), await service.key(100)]
    await service.send(at, { key: others })
    const { id } = await account(others)
    const own = await account(mine)
    for (const path of [`/account?id=${id}`, `/account?key=${others}`, `/account?key_id=${id}`]) {
      const { status, text } = await service.send(path, { key: mine })
      expect([path, [200, 400].includes(status), text.includes(id)]).toEqual([path, true, false])
    }
    for (const path of [`/account/${id}`, `/keys/${id}`, `/api/v1/account/${id}`])
      expect([path, (await service.send(path, { key: mine })).status]).toEqual([path, 404])
    const replies = await service.send('/account', { key: mine, headers: { 'x-key-id': id, 'x-forwarded-user': id } })
    expect(replies.body.data).toEqual(own)
  })

  it('is told with each answer how often it may ask', async () => {
    const { headers } = await service.send(at, { key: await service.key(100) })
    expect([headers['ratelimit-policy'], headers['ratelimit']]).toEqual([
      '"default";q=180;w=60',
      expect.stringMatching(/^"default";r=179;t=/),
    ])
  })

  it('gets no stored answer of another, and no charge of it', async () => {
    const [mine, others] = [await service.key(100), await service.key(100)]
    const headers = { 'idempotency-key': 'order-1' }
    const first = await service.send(at, { key: others, headers })
    const second = await service.send(at, { key: mine, headers })
    expect(second.headers['idempotency-replayed']).toBeUndefined()
    expect(second.body._meta.request_id).not.toBe(first.body._meta.request_id)
    expect([(await account(mine)).balance, (await account(others)).balance]).toEqual([98, 98])
  })

  it('is refused with one letter more, less or other, in the same words', async () => {
    const key = await service.key(100)
    const changed = [key.slice(0, -1), `${key}x`, key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a'), key.toUpperCase()]
    const replies = await Promise.all(changed.map((wrong) => service.send(at, { key: wrong })))
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(new Set(replies.map(({ body }) => body.detail)).size).toBe(1)
  })

  it('is kept as a hash: its secret is in no file, no log line and no metric', async () => {
    const key = await service.key(100)
    await service.send(at, { key, headers: { 'idempotency-key': 'kept' } })
    await service.send('/account', { key })
    await expect.poll(() => log).toContain('"/account"')
    const secret = key.split('_').at(-1)!
    const files = readdirSync(service.dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect(files.map(({ name }) => name)).toContain('ledger.db-wal')
    const holding = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(secret))
    expect(holding.map(({ name }) => name)).toEqual([])
    const metrics = await (await request(`${service.metricsOrigin}/metrics`)).body.text()
    expect([log.includes(secret), metrics.includes(secret)]).toEqual([false, false])
  })
})

describe('a subject', () => {
  it('stands in no log line and no metric', async () => {
    await service.send('/api/v1/location/SW1A2AA?depth=summary&radius_m=777')
    await service.send('/api/v1/entity/Nobody%20Whatsoever')
    await expect.poll(() => log).toContain('/entity/{identifier}')
    const metrics = await (await request(`${service.metricsOrigin}/metrics`)).body.text()
    expect(`${log}${metrics}`).not.toMatch(/SW1A ?2AA|Whatsoever/i)
  })
})

describe('what the operator does', () => {
  it('is not to be had with a key of a caller, or without one', async () => {
    for (const path of [
      '/metrics',
      '/keys/list',
      '/admin',
      '/config',
      '/ledger',
      '/debug',
      '/.env',
      '/data/ledger.db',
    ]) {
      for (const key of [null, await service.key(10)])
        expect([path, (await service.send(path, { key })).status]).toEqual([path, 404])
    }
  })
})

describe('every answer', () => {
  it('keeps out of caches and is taken for what it says it is', async () => {
    for (const path of [at, '/account', '/catalogue', '/nowhere', '/livez']) {
      const { headers } = await service.send(path)
      expect([path, headers['x-content-type-options'], headers['x-powered-by'], headers['server']]).toEqual([
        path,
        'nosniff',
        undefined,
        undefined,
      ])
    }
    for (const path of [at, '/account'])
      expect((await service.send(path)).headers['cache-control']).toBe('private, no-store')
  })
})
