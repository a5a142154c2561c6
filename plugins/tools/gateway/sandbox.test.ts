import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { folderOf } from '../../../test/support/folder.ts'
import type { Unmatched } from '@domesday/core/tool'
import { createSandbox, type Sandbox } from './sandbox.ts'

const sandboxOf = (files: Readonly<Record<string, unknown>>, onUnmatched?: (call: Unmatched) => void): Sandbox => {
  const home = folderOf(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [`samples/${name}`, content])),
  )
  return createSandbox({
    sources: new Map([['places', { id: 'places', home, auth: [{ query: 'uid', secret: 'API_KEY' }] }]]),
    ...(onUnmatched && { onUnmatched }),
  })
}

/** The text that answers each call, or the status where it is not a 200. */
const asking = (yaml: string) => {
  const sandbox = sandboxOf({ 'exchanges.yaml': yaml })
  return async (
    target: string,
    { body = '', ...rest }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) => {
    const { status, body: sent } = await sandbox.answer({ source: 'places', target, ...rest, body: Buffer.from(body) })
    return status === 200 ? sent : status
  }
}

describe('a row of exchanges.yaml', () => {
  it('agrees by method, decoded path and the whole query', async () => {
    const ask = asking(
      '- request: GET /area/SW1A%202AA\n  query: { at: 51.50, tag: [a, b], day: 2026-08 }\n  text: here\n',
    )
    expect(await ask('/area/SW1A%202AA?tag=b&day=2026-08&at=51.5&tag=a')).toBe('here')
    expect(await ask('/area/SW1A+2AA?tag=b&day=2026-08&at=51.5&tag=a')).toBe(404)
    expect(await ask('/area/sw1a%202aa?at=51.5&tag=a&tag=b&day=2026-08')).toBe(404)
    expect(await ask('/area/SW1A%202AA?at=51.5&tag=a&day=2026-08')).toBe(404)
    expect(await ask('/area/SW1A%202AA?at=51.5&tag=a&tag=b&tag=c&day=2026-08')).toBe(404)
    expect(await ask('/area/SW1A%202AA?at=51.5&tag=a&tag=b&day=2026-08&page=1')).toBe(404)
    expect(await ask('/area/SW1A%202AA?at=51.5&tag=a&tag=b&day=2026-08', { method: 'POST' })).toBe(404)
    expect(await ask('/area/SW1A%202AA/?at=51.5&tag=a&tag=b&day=2026-08')).toBe(404)
  })

  it('passes over credentials, and over what it ignores', async () => {
    const ask = asking(
      "- request: GET /a?x=1\n  ignore: [page, 'utm_*']\n  text: some\n- request: GET /b\n  ignore: '*'\n  text: any\n",
    )
    expect(await ask('/a?x=1&app_key=k&uid=u&page=2&utm_source=s')).toBe('some')
    expect(await ask('/a?x=1&size=2')).toBe(404)
    expect(await ask('/a')).toBe(404)
    expect(await ask('/b?anything=1')).toBe('any')
  })

  it('takes stars in its path and in its parameters', async () => {
    const ask = asking(`
- { request: GET /stops/*/arrivals, text: arrivals }
- { request: 'GET /files/schools2026*.csv', text: schools }
- { request: GET /crime, query: { poly: '51.50*' }, text: crime }
- { request: GET /star/%2A, text: star }
- { request: GET /two, query: { id: ['*', 1] }, text: two }
`)
    expect(await ask('/stops/940%2FGZ/arrivals')).toBe('arrivals')
    expect(await ask('/stops/1/2/arrivals')).toBe(404)
    expect(await ask('/files/schools20260801.csv')).toBe('schools')
    expect(await ask('/files/schools20250801.csv')).toBe(404)
    expect(await ask('/crime?poly=51.501,-0.1:51.502,-0.1')).toBe('crime')
    expect(await ask('/crime?poly=51.6,-0.1')).toBe(404)
    expect(await ask('/star/*')).toBe('star')
    expect(await ask('/star/other')).toBe(404)
    expect(await ask('/two?id=1&id=9')).toBe('two')
    expect(await ask('/two?id=8&id=9')).toBe(404)
  })

  it('is loose about casing and spaces of the path only where it says so', async () => {
    const ask = asking('- request: GET /postcodes/SW1A%202AA\n  loose: true\n  text: here\n')
    for (const form of ['SW1A2AA', 'sw1a%202aa', 'Sw1A2aA']) expect(await ask(`/postcodes/${form}`)).toBe('here')
    expect(await ask('/postcodes/SW1A2AB')).toBe(404)
  })

  it('wants its body to be part of the one that was sent', async () => {
    const ask = asking(`
- { request: POST /bulk, body: { codes: [A, { n: 1 }], deep: { name: 'Sm*' } }, text: found }
- { request: POST /form, body: { grant_type: client_credentials, n: 2 }, text: form }
- { request: POST /query, body: '*SELECT ?x*', text: sparql }
- { request: POST /any, text: any }
`)
    const posted = (target: string, body: unknown) =>
      ask(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    expect(await posted('/bulk', { codes: ['A', { n: 1, more: 2 }], deep: { name: 'Smith', age: 3 }, page: 1 })).toBe(
      'found',
    )
    expect(await posted('/bulk', { codes: ['A', { n: 1 }, 'B'], deep: { name: 'Smith' } })).toBe(404)
    expect(await posted('/bulk', { codes: ['A', { n: 2 }], deep: { name: 'Smith' } })).toBe(404)
    expect(await posted('/bulk', { codes: ['A', { n: 1 }] })).toBe(404)
    expect(await posted('/bulk', null)).toBe(404)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(
      await ask('/form', { method: 'POST', headers, body: 'n=2.0&grant_type=client_credentials&client_id=x' }),
    ).toBe('form')
    expect(await ask('/form', { method: 'POST', headers, body: 'n=3&grant_type=client_credentials' })).toBe(404)
    expect(await ask('/query', { method: 'POST', body: 'PREFIX a: <b>\nSELECT ?x WHERE {}' })).toBe('sparql')
    expect(await posted('/any', { a: 1 })).toBe('any')
  })

  it('yields to a more specific row, wherever it is in the file', async () => {
    const ask = asking(`
- { request: GET /*/*, query: { v: 1 }, text: both open }
- { request: GET /*/latest, text: source open }
- { request: GET /schools/*, ignore: [v], text: edition open }
- { request: GET /schools/latest, text: plain }
- { request: GET /schools/latest, text: never }
- { request: GET /schools/latest, headers: { accept: csv }, text: csv }
- { request: GET /schools/latest, headers: { accept: '!json', x-version: null }, query: { v: '*' }, text: versioned }
`)
    expect(await ask('/schools/latest')).toBe('plain')
    expect(await ask('/schools/latest', { headers: { accept: 'text/csv' } })).toBe('csv')
    expect(await ask('/schools/latest?v=2', { headers: { accept: 'text/csv' } })).toBe('versioned')
    expect(await ask('/schools/latest?v=2', { headers: { 'x-version': '1' } })).toBe('edition open')
    expect(await ask('/schools/1?v=1')).toBe('edition open')
    expect(await ask('/shops/1?v=1')).toBe('both open')
    expect(await ask('/shops/latest')).toBe('source open')
  })

  it('answers JSON, text, a file as it is, or nothing', async () => {
    const bytes = Buffer.from([0x50, 0x4b, 0, 0xff])
    const sandbox = sandboxOf({
      'exchanges.yaml': `
- { request: GET /json, reply: { name: Café, none: null } }
- { request: GET /null, reply: null }
- { request: GET /feed, text: <feed/>, type: application/atom+xml }
- { request: GET /zip, file: data/all.zip }
- { request: GET /slow, status: 429, reply_headers: { retry-after: '2' } }
- { request: GET /gone, status: 404, reply: { error: none } }
`,
      'data/all.zip': bytes,
    })
    const answer = (target: string) => sandbox.answer({ source: 'places', target })
    expect(await answer('/json')).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Café","none":null}',
    })
    expect((await answer('/null')).body).toBe('null')
    expect(await answer('/feed')).toEqual({
      status: 200,
      headers: { 'content-type': 'application/atom+xml' },
      body: '<feed/>',
    })
    expect(await answer('/zip')).toEqual({ status: 200, headers: { 'content-type': 'application/zip' }, body: bytes })
    expect(await answer('/slow')).toEqual({ status: 429, headers: { 'retry-after': '2' }, body: '' })
    expect(await answer('/gone')).toMatchObject({ status: 404, body: '{"error":"none"}' })
  })
})

describe('rows.ts', () => {
  const rows = `
    interface Row { readonly id: number }
    const all: readonly Row[] = [{ id: 1 }, { id: 2 }]
    export const answer = ({ method, path, segments, query, headers, body }: any) =>
      path === '/rows' ? { json: all.filter(({ id }) => id <= Number(query.get('most'))), headers: { link: '<next>' } }
      : path === '/xml' ? { xml: '<a/>', status: 201 } : path === '/text' ? { text: 'a,b', type: 'text/csv' } : path === '/empty' ? { status: 204 }
      : segments[0] === 'echo' ? { json: { method, segments, headers, body } } : null
  `

  it('turns rows into the wire format, after the exchanges', async () => {
    const sandbox = sandboxOf({
      'rows.ts': rows,
      'exchanges.yaml': '- { request: GET /rows?most=2, text: exchange }\n',
    })
    const answer = (target: string) => sandbox.answer({ source: 'places', target })
    expect(await answer('/rows?most=1')).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', link: '<next>' },
      body: '[{"id":1}]',
    })
    expect((await answer('/rows?most=2')).body).toBe('exchange')
    expect(await answer('/xml')).toEqual({ status: 201, headers: { 'content-type': 'application/xml' }, body: '<a/>' })
    expect(await answer('/text')).toMatchObject({ headers: { 'content-type': 'text/csv' }, body: 'a,b' })
    expect(await answer('/empty')).toEqual({ status: 204, headers: {}, body: '' })
    expect((await answer('/unknown')).status).toBe(404)
    const headers = { 'content-type': 'application/json' }
    const echo = await sandbox.answer({
      source: 'places',
      target: '/echo/a%20b',
      method: 'POST',
      headers,
      body: Buffer.from('{"a":1}'),
    })
    expect(JSON.parse(echo.body as string)).toEqual({
      method: 'POST',
      segments: ['echo', 'a b'],
      headers,
      body: { a: 1 },
    })
  })

  it('may be JavaScript, and must export its function', async () => {
    expect(
      await sandboxOf({ 'rows.js': 'export const answer = () => ({ text: "js" })' }).answer({
        source: 'places',
        target: '/',
      }),
    ).toMatchObject({ body: 'js' })
    await expect(
      sandboxOf({ 'rows.ts': 'export const answers = 1' }).answer({ source: 'places', target: '/' }),
    ).rejects.toThrow('must export a function `answer`')
  })
})

describe('the sandbox', () => {
  it('says what no sample answers', async () => {
    const unmatched = vi.fn()
    const sandbox = sandboxOf({ 'exchanges.yaml': '- { request: GET /a, text: a }\n' }, unmatched)
    const answer = await sandbox.answer({ source: 'places', target: '/b?page=2&uid=secret' })
    expect(answer).toMatchObject({ status: 404, headers: { 'x-sandbox': 'unmatched' } })
    expect(JSON.parse(answer.body as string)).toEqual({
      sandbox: 'no sample',
      source: 'places',
      method: 'GET',
      path: '/b',
      query: { page: '2', uid: '***' },
      row: "- { request: 'GET /b', query: { page: '2' }, reply: {} }",
    })
    expect((await sandbox.answer({ source: 'nowhere', target: '/a' })).status).toBe(404)
    await sandbox.answer({ source: 'places', target: '/a' })
    expect(unmatched.mock.calls).toEqual([
      [
        {
          source: 'places',
          method: 'GET',
          path: '/b',
          query: { page: '2', uid: '***' },
          row: "- { request: 'GET /b', query: { page: '2' }, reply: {} }",
        },
      ],
      [
        {
          source: 'nowhere',
          method: 'GET',
          path: '/a',
          query: {},
          row: "- { request: 'GET /a', reply: {} }",
        },
      ],
    ])
  })

  it.each([
    ['GET', '/postcodes/SW1A%202AA', ''],
    ['GET', "/o'brien/a*b", ''],
    ['GET', '/crimes?date=2026-08&poly=51.50,-0.1&poly=x*y&q=it%27s&api_key=secret&empty=', ''],
    ['POST', '/search', '{"names":["A","B"],"page":1,"deep":{"x":null,"y":"line\\nbreak","z":true},"a b":2}'],
    ['POST', '/form', 'client_secret=s&grant=x&grant=y'],
    ['POST', '/sparql', 'SELECT *\nWHERE { }'],
  ])('tells the row that would have answered: %s %s %s', async (method, target, body) => {
    const rows: string[] = []
    const call = {
      source: 'places',
      method,
      target,
      body: Buffer.from(body),
      headers: body.startsWith('client') ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
    }
    const sandbox = sandboxOf({}, ({ row }) => rows.push(row!))
    expect((await sandbox.answer(call)).status).toBe(404)
    expect(rows[0]).not.toMatch(/\n|secret=?s/)
    const filled = sandboxOf({ 'exchanges.yaml': `${rows[0]}\n` })
    expect(await filled.answer(call)).toMatchObject({ status: 200, body: '{}' })
  })

  it('knows a source without samples', async () => {
    const home = folderOf({})
    const sandbox = createSandbox({ sources: new Map([['bare', { id: 'bare', home }]]) })
    expect((await sandbox.answer({ source: 'bare', target: '/' })).status).toBe(404)
    expect(existsSync(join(home, 'samples'))).toBe(false)
  })

  it('reads the samples of a source at its first call, and once', async () => {
    const home = folderOf({ 'samples/exchanges.yaml': '- { request: GET /a, text: old }\n' })
    const sandbox = createSandbox({ sources: new Map([['places', { id: 'places', home }]]) })
    writeFileSync(join(home, 'samples', 'exchanges.yaml'), '- { request: GET /a, text: new }\n')
    expect((await sandbox.answer({ source: 'places', target: '/a' })).body).toBe('new')
    rmSync(join(home, 'samples'), { recursive: true })
    expect((await sandbox.answer({ source: 'places', target: '/a' })).body).toBe('new')
  })

  it('reports faults of the samples', async () => {
    const home = folderOf({ 'samples/exchanges.yaml': '- faulty' })
    const sandbox = createSandbox({ sources: new Map([['faulty', { id: 'faulty', home }]]) })
    const gateway = await sandbox.listen()
    onTestFinished(gateway.close)
    const response = await fetch(`${gateway.origin}/faulty/a`)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      gateway: 'failed',
      detail: `${join(home, 'samples', 'exchanges.yaml')}:1:3  a row is a mapping with a \`request:\``,
    })
  })

  it('serves over HTTP and writes nothing', async () => {
    const yaml =
      '- { request: POST /a?x=1, body: { n: 1 }, headers: { x-upstream-origin: example.org }, file: a.json }\n'
    const home = folderOf({ 'samples/exchanges.yaml': yaml, 'samples/a.json': '{"é":1}' })
    const gateway = await createSandbox({ sources: new Map([['places', { id: 'places', home }]]) }).listen()
    onTestFinished(gateway.close)
    expect(gateway.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const headers = { 'content-type': 'application/json', 'x-upstream-origin': 'https://example.org' }
    const response = await fetch(`${gateway.origin}/places/a?x=1`, { method: 'POST', headers, body: '{"n":1}' })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/json',
      '{"é":1}',
    ])
    expect((await fetch(`${gateway.origin}/places`)).headers.get('x-sandbox')).toBe('unmatched')
    expect(
      (await fetch(`${gateway.origin}/places/a`, { method: 'POST', body: new Uint8Array(17 * 1024 * 1024) })).status,
    ).toBe(413)
    expect(readdirSync(join(home, 'samples')).toSorted()).toEqual(['a.json', 'exchanges.yaml'])
  })
})
