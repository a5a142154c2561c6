import { describe, expect, it, onTestFinished } from 'vitest'
import { folderOf } from '../../../test/support/folder.ts'
import type { Recorded } from './recording.ts'
import { startReplay, type Replayed, type ReplayOptions } from './replay.ts'

type Row = { readonly request: Partial<Recorded['request']>; readonly response?: Partial<Recorded['response']> }

/** A recording of source `a`: the body of each exchange is its label. */
const recordingOf = (rows: Readonly<Record<string, Row>>): string =>
  folderOf({
    'a/index.json': Object.entries(rows).map(([label, { request, response }]) => ({
      request: { method: 'GET', path: '/', query: {}, ...request },
      response: { status: 200, headers: { 'content-type': 'text/plain' }, bodyFile: `${label}.txt`, ...response },
    })),
    ...Object.fromEntries(Object.keys(rows).map((label) => [`a/${label}.txt`, label])),
  })

const replaying = async (
  rows: Readonly<Record<string, Row>> | readonly string[],
  options: Partial<ReplayOptions> = {},
) => {
  const { origin, close } = await startReplay({
    dirs: Array.isArray(rows) ? rows : [recordingOf(rows as Record<string, Row>)],
    ...options,
  })
  onTestFinished(close)
  return async (target: string, init: RequestInit = {}): Promise<string> => {
    const response = await fetch(`${origin}/a${target}`, init)
    return response.headers.has('x-replay') ? await response.text() : `${response.status}`
  }
}
const posting = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('an exact replay', () => {
  it('compares the set of parameters, numbers by value, and no credential', async () => {
    const ask = await replaying({
      crime: { request: { path: '/api/crime', query: { lat: '51.50', tag: ['a', 'b'], code: '01' } } },
    })
    expect(await ask('/api/crime?code=01&tag=b&lat=51.5&tag=a&app_key=k&subscription-key=s')).toBe('crime')
    expect(await ask('/api/crime?code=1&tag=b&lat=51.5&tag=a')).toBe('404')
    expect(await ask('/api/crime?code=01&tag=b&lat=51.5')).toBe('404')
    expect(await ask('/api/crime?code=01&tag=b&lat=51.5&tag=a&page=1')).toBe('404')
    expect(await ask('/api/crime/?code=01&tag=b&lat=51.5&tag=a')).toBe('404')
  })

  it('passes over the credential that a source declares', async () => {
    const rows = { cells: { request: { query: { page: '1' } } } }
    const sources: ReplayOptions['sources'] = new Map([['a', { auth: [{ query: 'uid', secret: 'API_KEY' }] }]])
    expect(await (await replaying(rows, { sources }))('/?page=1&uid=x')).toBe('cells')
    expect(await (await replaying(rows))('/?page=1&uid=x')).toBe('404')
  })

  it('decodes paths and takes * for any one segment', async () => {
    const ask = await replaying({
      area: { request: { path: '/area/SW1A%202AA' } },
      token: { request: { path: '/*/oauth2/token' } },
    })
    expect(await ask('/area/SW1A%202AA')).toBe('area')
    expect(await ask('/area/sw1a%202aa')).toBe('404')
    expect(await ask('/any-tenant/oauth2/token')).toBe('token')
    expect(await ask('/oauth2/token')).toBe('404')
  })

  it('prefers what the asked host said', async () => {
    const ask = await replaying({
      other: { request: { host: 'files.example.test' } },
      base: { request: {} },
      third: { request: { host: 'x.example.test' } },
    })
    const at = (host: string) => ask('/', { headers: { 'x-upstream-origin': `https://${host}` } })
    expect([
      await ask('/'),
      await at('base.example.test'),
      await at('files.example.test'),
      await at('x.example.test'),
    ]).toEqual(['base', 'base', 'other', 'third'])
  })

  it('prefers the form with most header conditions, then the first', async () => {
    const ask = await replaying({
      any: { request: {} },
      later: { request: {} },
      json: { request: { headers: { accept: 'json' } } },
      second: { request: { headers: { accept: 'json', 'x-api-version': '2' } } },
      unsigned: { request: { path: '/b', headers: { authorization: null } } },
      html: { request: { path: '/c', headers: { accept: '!json' } } },
    })
    expect(await ask('/')).toBe('any')
    expect(await ask('/', { headers: { accept: 'application/json' } })).toBe('json')
    expect(await ask('/', { headers: { accept: 'application/json', 'x-api-version': '2' } })).toBe('second')
    expect(await ask('/', { headers: { accept: 'application/json', 'x-api-version': '20' } })).toBe('json')
    expect(await ask('/b')).toBe('unsigned')
    expect(await ask('/b', { headers: { authorization: 'Bearer x' } })).toBe('404')
    expect(await ask('/c', { headers: { accept: 'text/html' } })).toBe('html')
    expect(await ask('/c', { headers: { accept: 'application/json' } })).toBe('404')
  })

  it('compares a body that was recorded, as JSON, form or text, and no other', async () => {
    const ask = await replaying({
      bulk: { request: { method: 'POST', path: '/bulk', body: { codes: ['A', 'B'], size: 2, none: null } } },
      form: { request: { method: 'POST', path: '/form', body: { q: 'x', page: '1' } } },
      text: { request: { method: 'POST', path: '/text', body: 'SELECT 1' } },
      any: { request: { method: 'POST', path: '/any' } },
    })
    expect(await ask('/bulk', posting({ size: '2', codes: ['B', 'A'], app_key: 'k' }))).toBe('bulk')
    expect(await ask('/bulk', posting({ size: 2, codes: ['A'] }))).toBe('404')
    expect(await ask('/bulk', posting({ size: 2, codes: ['A', 'B'], more: 1 }))).toBe('404')
    expect(await ask('/form', { method: 'POST', body: new URLSearchParams({ page: '1', q: 'x' }) })).toBe('form')
    expect(await ask('/text', { method: 'POST', body: ' SELECT 1\n' })).toBe('text')
    expect(await ask('/any', posting({ whatever: 1 }))).toBe('any')
    expect(await ask('/any')).toBe('404')
  })

  it('knows a request by its aliases', async () => {
    const aliases = [{ method: 'GET', query: { q: '01' }, body: null }, { path: '/find' }]
    const ask = await replaying({
      search: { request: { method: 'POST', path: '/search', body: { q: '01' }, aliases } },
    })
    expect(await ask('/search', posting({ q: '01' }))).toBe('search')
    expect(await ask('/search?q=01')).toBe('search')
    expect(await ask('/find', posting({ q: '01' }))).toBe('search')
    expect(await ask('/find?q=01')).toBe('404')
  })
})

describe('a loose replay', () => {
  it('prefers the most similar recording, then a success, then the nearest in size', async () => {
    const ask = await replaying(
      {
        failed: { request: { query: { a: '1', b: '2' } }, response: { status: 404 } },
        long: { request: { query: { a: '1', b: '2', c: '3', d: '4' } } },
        near: { request: { query: { a: '1', b: '2', c: '3' } } },
        other: { request: { path: '/b', query: {} } },
      },
      { loose: true },
    )
    expect(await ask('/?a=1&b=2&z=9')).toBe('near')
    expect(await ask('/?a=1&z=9')).toBe('near') // the failed one has as many parameters
    expect(await ask('/?a=1&b=2')).toBe('failed')
    expect(await ask('/?d=4')).toBe('long')
    expect(await ask('/b?x=1')).toBe('other')
    expect(await ask('/c')).toBe('404')
  })
})

describe('the replay gateway', () => {
  it('sends what was recorded and says which file it was', async () => {
    const calls: Replayed[] = []
    const dir = recordingOf({
      slow: {
        request: { path: '/x' },
        response: { status: 429, headers: { 'content-type': 'text/html', 'retry-after': '3' } },
      },
    })
    const { origin, close } = await startReplay({ dirs: [dir], onCall: (call) => calls.push(call) })
    onTestFinished(close)
    const response = await fetch(`${origin}/a/x`)
    expect([response.status, await response.text()]).toEqual([429, 'slow'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html',
      'retry-after': '3',
      'x-replay': 'exact',
      'x-replay-file': 'a/slow.txt',
    })
    const unmatched = await fetch(`${origin}/a/y?app_key=secret&page=1`)
    const about = { source: 'a', method: 'GET', path: '/y', query: { app_key: '***', page: '1' } }
    expect([unmatched.status, await unmatched.json()]).toEqual([
      404,
      { replay: 'unmatched', ...about, known: ['GET /x'] },
    ])
    expect(calls).toEqual([
      { source: 'a', method: 'GET', path: '/x', query: {}, how: 'exact', file: 'a/slow.txt' },
      { ...about, how: 'unmatched' },
    ])
  })

  it('lets the first folder answer, and adds what the others have', async () => {
    const first = recordingOf({ one: { request: { path: '/x' } } })
    const ask = await replaying([
      first,
      recordingOf({ two: { request: { path: '/x' } }, three: { request: { path: '/y' } } }),
    ])
    expect([await ask('/x'), await ask('/y')]).toEqual(['one', 'three'])
  })

  it('waits for the given latency', async () => {
    const ask = await replaying({ late: { request: {} } }, { latency: 60 })
    const began = performance.now()
    expect(await ask('/')).toBe('late')
    expect(performance.now() - began).toBeGreaterThanOrEqual(58)
  })

  it('starts on no faulty recording', async () => {
    const request = { method: 'GET', path: '/' }
    const start = (index: unknown, more: Record<string, unknown> = {}) =>
      startReplay({ dirs: [folderOf({ 'a/index.json': index, ...more })] })
    await expect(startReplay({ dirs: [folderOf({ 'a/other.json': [] })] })).rejects.toThrow(
      'no index.json in any folder of',
    )
    await expect(start('[')).rejects.toThrow('index.json: ')
    await expect(start({})).rejects.toThrow('a list of exchanges is needed')
    await expect(
      start([{ request: { path: '/' }, response: { status: 200, bodyFile: 'b' } }], { 'a/b': '' }),
    ).rejects.toThrow('exchange 1: request.method')
    await expect(start([{ request, response: { status: 200 } }])).rejects.toThrow('exchange 1: response.status')
    await expect(start([{ request, response: { status: 200, bodyFile: 'gone.json' } }])).rejects.toThrow(
      'exchange 1: no body file gone.json',
    )
    await expect(start([{ request, response: { status: 200, bodyFile: '../b' } }], { b: '' })).rejects.toThrow(
      'exchange 1: no body file ../b',
    )
  })
})
