import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderOf } from '../../../test/support/folder.ts'
import { liveService, recording } from './record.fixture.ts'
import { startRecord } from './record.ts'
import { startReplay } from './replay.ts'

describe('a recording', () => {
  it('is replayed as the service answered', async () => {
    const { origin } = await liveService(({ method, url, headers }, response, body) => {
      if (url === '/zip')
        return response.setHeader('content-type', 'application/zip').end(Buffer.from([0x50, 0x4b, 0, 0xff]))
      if (url === '/none')
        return response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"none"}')
      response
        .setHeader('content-type', 'application/json; charset=utf-8')
        .end(JSON.stringify({ method, url, body, accept: headers.accept, name: 'Café' }))
    })
    const { dir, ask, rows } = await recording({ base: `${origin}/api`, hosts: [] })
    const calls: (readonly [string, RequestInit?])[] = [
      ['/api/crime?lat=51.50&tag=a&tag=b'],
      ['/api/crime?lat=52'],
      ['/api/crime?lat=52', { headers: { accept: 'text/csv' } }],
      ['/zip'],
      ['/none'],
      ['/SW1A%202AA?q=a%20b'],
      ['/bulk', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"codes":["A","B"]}' }],
      ['/bulk', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"codes":["C"]}' }],
      ['/form', { method: 'POST', body: new URLSearchParams({ q: 'x' }) }],
    ]
    const seen = async (response: Response) => [
      response.status,
      response.headers.get('content-type'),
      Buffer.from(await response.arrayBuffer()).toString('latin1'),
    ]
    const live = []
    for (const [target, init] of calls) live.push(await seen(await ask(target, init)))
    expect(rows()).toHaveLength(calls.length)

    const replay = await startReplay({ dirs: [dir] })
    onTestFinished(replay.close)
    const replayed = []
    for (const [target, init] of calls) replayed.push(await seen(await fetch(`${replay.origin}/live${target}`, init)))
    expect(replayed).toEqual(live)
    expect((await fetch(`${replay.origin}/live/api/crime?lat=53`)).status).toBe(404)
    expect(JSON.parse(live[5]![2] as string)).toMatchObject({ url: '/SW1A%202AA?q=a%20b' })
  })

  it('has rows in the format of recordings', async () => {
    const { origin } = await liveService((_, response) =>
      response
        .writeHead(404, {
          'content-type': 'application/json',
          'set-cookie': 'id=1',
          'x-rejection-reason': 'none',
          server: 'edge',
        })
        .end('{}'),
    )
    const { ask, rows } = await recording({ base: origin, hosts: [] }, { subject: 'postcode SW1A 2AA' })
    await (
      await ask('/a/b?x=1&y=2&y=3', {
        headers: { accept: 'application/json', 'x-api-version': '2', 'user-agent': 'me' },
      })
    ).text()
    const [row] = rows()
    expect(row).toEqual({
      request: {
        method: 'GET',
        path: '/a/b',
        query: { x: '1', y: ['2', '3'] },
        headers: { accept: 'application/json', 'x-api-version': '2' },
      },
      response: {
        status: 404,
        headers: { 'content-type': 'application/json', 'x-rejection-reason': 'none' },
        bodyFile: expect.stringMatching(/^a-b-[0-9a-f]{10}\.json$/),
      },
      subject: 'postcode SW1A 2AA',
      real: true,
      cut: false,
      notes: 'Recorded 2026-08-01T10:00:00.000Z.',
    })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('keeps and passes on bodies decoded from %s', async (encoding, compress) => {
    const { origin } = await liveService(({ headers }, response) => {
      const body = compress(JSON.stringify({ accepted: headers['accept-encoding'] }))
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body)
    })
    const { dir, ask, rows } = await recording({ base: origin, hosts: [] })
    const response = await ask('/a', { headers: { 'accept-encoding': 'identity' } })
    expect(response.headers.has('content-encoding')).toBe(false)
    expect(await response.json()).toEqual({ accepted: 'gzip' })
    expect(JSON.parse(readFileSync(join(dir, 'live', rows()[0]!.response.bodyFile), 'utf8'))).toEqual({
      accepted: 'gzip',
    })
  })

  it('knows that a compressed answer may be empty', async () => {
    const { origin } = await liveService((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '0' }).end(),
    )
    const { ask, rows } = await recording({ base: origin, hosts: [] })
    expect(await (await ask('/a')).text()).toBe('')
    expect(rows()).toHaveLength(1)
  })

  it('keeps the aliases that were added to a row by hand', async () => {
    const { origin } = await liveService((_, response) => response.end('new'))
    const aliases = [{ path: '/b' }]
    const row = {
      request: { method: 'GET', path: '/a', query: {}, aliases },
      response: { status: 200, bodyFile: 'a.txt' },
    }
    const { ask, rows, dir } = await recording(
      { base: origin, hosts: [] },
      { dir: folderOf({ 'live/index.json': [row], 'live/a.txt': 'old' }) },
    )
    await (await ask('/a')).text()
    expect(rows().map(({ request }) => request.aliases)).toEqual([aliases])
    expect(readFileSync(join(dir, 'live', 'a.txt'), 'utf8')).toBe('new')
  })

  it('takes the newest answer of a request, but no failure in its place', async () => {
    let [status, body] = [200, 'one']
    const { origin } = await liveService((_, response) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(body),
    )
    const { dir, ask, rows, written } = await recording({ base: origin, hosts: [] })
    const call = async (ask: (target: string) => Promise<Response>, answer: readonly [number, string]) => {
      ;[status, body] = answer
      return (await ask('/a')).text()
    }
    await call(ask, [503, 'down'])
    expect(rows()[0]?.response.status).toBe(503)
    await call(ask, [200, 'one'])
    expect(await call(ask, [429, 'too fast'])).toBe('too fast')
    const later = await recording({ base: origin, hosts: [] }, { dir })
    await call(later.ask, [500, 'broken'])
    expect(rows().map(({ response }) => response.status)).toEqual([200])
    expect(written()).toContain('\none')
    await call(later.ask, [404, 'gone'])
    expect(rows().map(({ response }) => response.status)).toEqual([404])
    expect(readdirSync(join(dir, 'live'))).toHaveLength(2)
  })

  it('holds calls that come at once', async () => {
    const { origin } = await liveService(({ url }, response) => response.end(url))
    const { ask, rows, dir } = await recording({ base: origin, hosts: [] })
    await Promise.all(Array.from({ length: 20 }, async (_, i) => (await ask(`/a?page=${i}`)).text()))
    expect(
      rows()
        .map(({ request }) => Number(request.query!['page']))
        .toSorted((a, b) => a - b),
    ).toEqual([...Array(20).keys()])
    for (const { request, response } of rows()) {
      expect(readFileSync(join(dir, 'live', response.bodyFile), 'utf8')).toBe(
        `/a?page=${request.query!['page'] as string}`,
      )
    }
  })

  it('leaves out a body over the limit, and one that broke off', async () => {
    const { origin } = await liveService(({ url }, response) => {
      if (url !== '/torn') return response.end('x'.repeat(url === '/large' ? 101 : 100))
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 10)
    })
    const { ask, rows, lines } = await recording({ base: origin, hosts: [] }, { maxBytes: 100 })
    expect(await (await ask('/large')).text()).toHaveLength(101)
    await (await ask('/small')).text()
    await expect(ask('/torn').then((response) => response.text())).rejects.toThrow()
    expect(rows().map(({ request }) => request.path)).toEqual(['/small'])
    expect(lines).toEqual([
      expect.stringMatching(/^live {2}GET \/large {2}200 {2}101 bytes {2}\d+ ms {2}not recorded$/),
      expect.stringMatching(/^live {2}GET \/small {2}200 {2}100 bytes {2}\d+ ms {2}small-.*\.bin$/),
    ])
  })
})

describe('secrets', () => {
  it('reach the service and not the recording', async () => {
    const received: string[] = []
    const { origin } = await liveService(({ url, headers }, response) => {
      received.push(`${url} ${headers.authorization} ${headers['x-auth-key']}`)
      const self = `https://example.org${url}`
      response
        .setHeader('content-type', 'application/json')
        .setHeader('location', self)
        .end(JSON.stringify({ self, you: headers['x-auth-key'] }))
    })
    const { ask, rows, written } = await recording(
      { base: origin, hosts: [], auth: [{ query: 'uid', secret: 'API_KEY' }] },
      { secrets: ['tenant-of-ours'] },
    )
    const headers = { authorization: 'Bearer bearer-of-news', 'x-auth-key': 'auth/key+1234' }
    const response = await ask('/tenant-of-ours/a?uid=uid-number-1&app_key=app-key-123&api_key=k&page=1', { headers })
    expect(await response.json()).toMatchObject({ you: 'auth/key+1234' })
    expect(received).toEqual([
      '/tenant-of-ours/a?uid=uid-number-1&app_key=app-key-123&api_key=k&page=1 Bearer bearer-of-news auth/key+1234',
    ])
    for (const secret of ['tenant-of-ours', 'uid-number-1', 'app-key-123', 'bearer-of-news', 'auth/key+1234'])
      expect(written()).not.toContain(secret)
    expect(rows()[0]).toMatchObject({ real: 'partly', notes: 'Recorded 2026-08-01T10:00:00.000Z. Secrets replaced.' })
    expect(rows()[0]?.request).toEqual({ method: 'GET', path: '/*/a', query: { page: '1' } })
    await (
      await ask('/b', { method: 'POST', body: JSON.stringify({ q: 'x', api_key: 'k', deep: { password: 'p', n: 1 } }) })
    ).text()
    expect(rows()[1]?.request.body).toEqual({ q: 'x', deep: { n: 1 } })
  })

  it('are not recorded of a token request, which any client may replay', async () => {
    const { origin, host } = await liveService((_, response, body) => {
      const echo = new URLSearchParams(body).get('client_secret')
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ access_token: 'issued-token', expires_in: 3599, echo }))
    })
    const oauth = `${origin}/\${TENANT_ID}/oauth2/token`
    const { dir, ask, rows, written } = await recording({
      base: 'http://service.invalid',
      hosts: [],
      auth: [{ oauth, client: 'body' }],
    })
    const token = {
      grant_type: 'client_credentials',
      client_id: 'client-number',
      client_secret: 'client-secret',
      scope: 'all',
    }
    const target = '/2b5e1c9a-0000-4000-8000-123456789abc/oauth2/token'
    const response = await ask(target, {
      method: 'POST',
      headers: { 'x-upstream-origin': origin },
      body: new URLSearchParams(token),
    })
    expect(await response.json()).toMatchObject({ access_token: 'issued-token' })
    for (const secret of ['issued-token', 'client-secret', 'client-number', '2b5e1c9a'])
      expect(written()).not.toContain(secret)
    expect(rows()[0]?.request).toEqual({ method: 'POST', path: '/*/oauth2/token', query: {}, host })

    const replay = await startReplay({ dirs: [dir] })
    onTestFinished(replay.close)
    const body = new URLSearchParams({ ...token, client_secret: 'another' })
    const replayed = await fetch(`${replay.origin}/live/another-tenant/oauth2/token`, { method: 'POST', body })
    expect(await replayed.json()).toEqual({ access_token: 'recorded-token', expires_in: 3599, echo: '***' })
  })
})

describe('where it goes', () => {
  it('is the base, or a host that the source declares', async () => {
    const base = await liveService((_, response) => response.end('base'))
    const files = await liveService(({ headers }, response) =>
      response.end(JSON.stringify({ host: headers.host, origin: headers['x-upstream-origin'] ?? null })),
    )
    const { ask, rows } = await recording({ base: `${base.origin}/api`, hosts: [files.host] })
    expect(await (await ask('/a')).text()).toBe('base')
    expect(await (await ask('/b', { headers: { 'x-upstream-origin': base.origin } })).text()).toBe('base')
    expect(await (await ask('/c', { headers: { 'x-upstream-origin': files.origin } })).json()).toEqual({
      host: files.host,
      origin: null,
    })
    expect(rows().map(({ request }) => request.host)).toEqual([undefined, undefined, files.host])
  })

  it('is nowhere else', async () => {
    let calls = 0
    const other = await liveService((_, response) => {
      calls += 1
      response.end()
    })
    const { dir, ask } = await recording({ base: 'https://service.invalid', hosts: ['files.invalid', '127.0.0.1'] })
    for (const origin of [
      other.origin,
      'https://elsewhere.invalid',
      'ftp://files.invalid',
      'https://files.invalid:8443',
      'https://files.invalid@elsewhere.invalid',
      'https://files.invalid/path',
      'file:///etc',
      'files.invalid',
      '',
    ]) {
      const response = await ask('/a', { headers: { 'x-upstream-origin': origin } })
      expect([response.status, await response.json()]).toEqual([
        403,
        { record: 'host not declared by the source', source: 'live', origin },
      ])
    }
    expect(calls).toBe(0)
    expect(readdirSync(dir)).toEqual([])
  })

  it('is nowhere for a source it does not know', async () => {
    const gateway = await startRecord({ dir: folderOf({}), sources: new Map() })
    onTestFinished(gateway.close)
    const response = await fetch(`${gateway.origin}/other/a`, {
      headers: { 'x-upstream-origin': 'https://example.org' },
    })
    expect([response.status, await response.json()]).toEqual([
      403,
      { record: 'unknown source', source: 'other', origin: 'https://example.org' },
    ])
  })

  it('is given up where the service cannot be reached', async () => {
    const { ask, lines, dir } = await recording({ base: 'http://127.0.0.1:1', hosts: [] })
    const response = await ask('/a?app_key=secret')
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({
      record: 'upstream failed',
      source: 'live',
      origin: 'http://127.0.0.1:1',
      detail: 'ECONNREFUSED',
    })
    expect(lines).toEqual(['live  GET /a  ECONNREFUSED'])
    expect(readdirSync(dir)).toEqual([])
  })

  it('is not where a redirect points', async () => {
    let calls = 0
    const { origin } = await liveService((_, response) => {
      calls += 1
      response.writeHead(302, { location: 'https://elsewhere.invalid/a' }).end()
    })
    const { ask, rows } = await recording({ base: origin, hosts: [] })
    const response = await ask('/a', { redirect: 'manual' })
    expect([response.status, response.headers.get('location'), calls]).toEqual([302, 'https://elsewhere.invalid/a', 1])
    await response.text()
    expect(rows()[0]?.response).toMatchObject({ status: 302, headers: { location: 'https://elsewhere.invalid/a' } })
  })
})
