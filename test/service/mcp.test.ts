/** The tool protocol, with its own makers' clients of both eras. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { only, runService, type ServiceReply, type RunningService } from '@domesday/tool-testing'
import { tokens } from '../../core/service/tokens.ts'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()
const key = await service.key(1000)

const options = () => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } })
const at = () => new URL(`${service.origin}/mcp`)
const connect = {
  current: async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(at(), options()))
    return client
  },
  'current, newest era': async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(at(), options()))
    return client
  },
  'first line': async () => {
    const client = new OldClient({ name: 'test', version: '1' })
    await client.connect(new OldTransport(at(), options()) as never)
    return client as unknown as Client
  },
}
const expected = () =>
  [...service.container.get(tokens.configured).plugins.endpoints.values()]
    .flatMap(({ declared }) => declared.tool ?? [])
    .sort()

describe.each(Object.entries(connect))('the client of the %s', (_, open) => {
  it('lists every tool, with its price', async () => {
    const client = await open()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(expected())
    const location = tools.find(({ name }) => name === 'uk_location_intelligence')!
    expect(location.description).toContain('10 credits at standard')
    expect(location.annotations).toMatchObject({ readOnlyHint: true })
    expect(location.inputSchema.required).toEqual(['postcode'])
    expect(Object.keys(location.inputSchema.properties!)).toEqual(['postcode', 'radius_m', 'depth'])
    await client.close()
  })

  it('calls one, and is charged as by REST', async () => {
    const client = await open()
    const before = Number((await service.send('/account', { key })).body.data.balance)
    await client.listTools()
    const result = await client.callTool({ name: 'uk_location_intelligence', arguments: { postcode: 'wa1 1uh' } })
    const { data, _meta } = result.structuredContent as {
      data: { location: object }
      _meta: { credits_charged: number; depth: string }
    }
    expect(data.location).toMatchObject({ postcode: 'WA1 1UH' })
    expect([_meta.credits_charged, _meta.depth, result._meta?.['credits_charged']]).toEqual([10, 'standard', 10])
    expect((result.content as { text: string }[])[0]!.text).toContain('total_crimes: ')
    expect((await service.send('/account', { key })).body.data.balance).toBe(before - 10)
    await client.close()
  })

  it('gets bad arguments as a result that says what is wrong', async () => {
    const client = await open()
    await client.listTools()
    const result = await client.callTool({
      name: 'uk_location_intelligence',
      arguments: { postcode: ['WA1 1UH'], radius_m: 5, include: 'crime', radius: 5 },
    })
    expect(result.isError).toBe(true)
    const { code, errors } = result.structuredContent as {
      code: string
      errors: Record<'parameter' | 'detail', string>[]
    }
    expect(code).toBe('invalid_parameter')
    expect(errors.map(({ parameter, detail }) => [parameter, detail]).toSorted()).toEqual([
      ['include', 'is not an argument of this tool'],
      ['postcode', 'must be a single value'],
      ['radius', "is not a parameter here; did you mean 'radius_m'?"],
      ['radius_m', 'must be from 100 to 5000'],
    ])
    await client.close()
  })
})

/** A request of the newest era, as it is sent. */
const newest = (
  to: Pick<RunningService, 'send'>,
  { method, params }: { readonly method: string; readonly params: Readonly<Record<string, unknown>> },
  by: string,
): Promise<ServiceReply> => {
  const era = '2026-07-28',
    prefix = 'io.modelcontextprotocol'
  const _meta = {
    [`${prefix}/protocolVersion`]: era,
    [`${prefix}/clientInfo`]: { name: 'test', version: '1' },
    [`${prefix}/clientCapabilities`]: {},
  }
  const name = params['name']
  return to.send('/mcp', {
    key: by,
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  })
}

describe('the tool protocol', () => {
  it('tells lack of credits as a result', async () => {
    const poor = await service.key(1)
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(at(), { requestInit: { headers: { authorization: `Bearer ${poor}` } } }),
    )
    const result = await client.callTool({ name: 'uk_location_intelligence', arguments: { postcode: 'WA1 1UH' } })
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { code: 'insufficient_credits', credits_required: 10, balance: 1 },
    })
    await client.close()
  })

  it('charges a call once that is sent again under its idempotency key', async () => {
    const own = await service.key(100)
    const call = (id: number, registration: string, meta?: object) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'uk_vehicle_intelligence', arguments: { registration }, ...(meta && { _meta: meta }) },
    })
    const send = (body: object, headers: Record<string, string> = {}) =>
      service.send('/mcp', {
        key: own,
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-03-26',
          ...headers,
        },
      })
    const charges = async (body: object, headers?: Record<string, string>): Promise<readonly string[]> =>
      [...(await send(body, headers)).text.matchAll(/"domesday\/price":\{"credits_charged":(\d+)/g)].map(
        ([, charged]) => charged!,
      )
    const header = { 'idempotency-key': 'one' }
    expect(await charges(call(1, 'ZZ08BUK'), header)).toEqual(['6'])
    expect(await charges(call(2, 'ZZ08BUK'), header)).toEqual(['0'])
    const twice = [call(3, 'ZZ19DOM', { 'idempotency-key': 'two' }), call(4, 'ZZ08BUK', { 'idempotency-key': 'one' })]
    expect((await charges(twice)).toSorted()).toEqual(['0', '6'])
    expect((await charges(twice)).toSorted()).toEqual(['0', '0'])
    expect((await send(call(5, 'ZZ19DOM'), header)).text).toContain('idempotency_mismatch')
    const refused = await send([call(6, 'ZZ19DOM'), call(7, 'ZZ08BUK')], header)
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'invalid_parameter', errors: [{ parameter: 'Idempotency-Key' }] },
    ])
    expect((await send(call(8, 'ZZ19DOM', { 'idempotency-key': 7 }))).text).toContain('1 to 255 printable characters')
    expect((await service.send('/account', { key: own })).body.data.balance).toBe(88)
  })

  it('names candidates by what a tool is called with, not by paths', async () => {
    const client = await connect.current()
    const { structuredContent, content } = await client.callTool({
      name: 'uk_entity_intelligence',
      arguments: { identifier: 'Trenwardle' },
    })
    const { code, candidates } = structuredContent as { code: string; candidates: readonly object[] }
    expect(code).toBe('ambiguous_subject')
    for (const one of candidates) expect(Object.keys(one)).toEqual(expect.arrayContaining(['id', 'label']))
    expect(JSON.stringify([candidates, content])).not.toContain('/entity/')
    await client.close()
  })

  it('counts every call of a batch, and takes no argument of a wrong type', async () => {
    const limited = await runService({
      configure: (dir) => {
        only('location')(dir)
        appendFileSync(join(dir, 'service.yaml'), '\nlimits: { per_key: { calls: 3, per: 1d, burst: 1 } }\n')
      },
    })
    const call = (id: number, given: object) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'uk_location_intelligence', arguments: given },
    })
    const send = (body: object) =>
      limited.send('/mcp', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-03-26',
        },
      })
    const answers = (
      await send(Array.from({ length: 8 }, (_, i) => call(i, { postcode: 'WA1 1UH', depth: 'summary' })))
    ).text
    expect([...answers.matchAll(/"code":"rate_limited"/g)].length).toBeGreaterThanOrEqual(4)
    await limited.close()
    const client = await connect.current()
    for (const given of [{ postcode: 'WA1 1UH', radius_m: '500' }, { postcode: 11 }]) {
      expect(await client.callTool({ name: 'uk_location_intelligence', arguments: given })).toMatchObject({
        isError: true,
        structuredContent: { code: 'invalid_parameter' },
      })
    }
    await client.close()
  })

  it('tells a fault of ours as a result that says nothing of it, and logs it', async () => {
    const log: string[] = []
    const broken = await runService({ configure: only('location'), logTo: { write: (line) => void log.push(line) } })
    const { ledger } = broken.container.get(tokens.billing)
    vi.spyOn(ledger, 'hold').mockRejectedValue(new Error('the disk at /secret is full'))
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${broken.origin}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${await broken.key(100)}` } },
      }),
    )
    const result = await client.callTool({ name: 'uk_location_intelligence', arguments: { postcode: 'WA1 1UH' } })
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'internal' } })
    expect(JSON.stringify(result)).not.toContain('/secret')
    expect(log.find((line) => line.includes('internal error'))).toContain('/secret')
    await client.close()
    await broken.close()
  })

  it('says in the headers what a call has cost and left, and keeps answers out of caches, streams too', async () => {
    const poor = await service.key(100)
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'uk_location_intelligence', arguments: { postcode: 'WA1 1UH' } },
    }
    const shown = ({ headers }: ServiceReply) =>
      ['x-credits-charged', 'x-credits-remaining', 'cache-control'].map((name) => headers[name])
    expect(shown(await newest(service, call, poor))).toEqual(['10', '90', 'private, no-store'])
    const stream = await service.send('/mcp', {
      key: poor,
      method: 'POST',
      body: JSON.stringify(call),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    })
    expect([stream.headers['content-type'], ...shown(stream)]).toEqual([
      'text/event-stream',
      undefined,
      undefined,
      'private, no-store',
    ])
    expect(shown(await newest(service, { ...call, params: { ...call.params, arguments: {} } }, poor))).toEqual([
      '0',
      '80',
      'private, no-store',
    ])
  })

  it('counts and logs a request for a method that it does not have', async () => {
    const log: string[] = []
    const logged = await runService({ configure: only('location'), logTo: { write: (line) => void log.push(line) } })
    const { status, headers } = await newest(logged, { method: 'nothing', params: {} }, await logged.key(1))
    expect(status).toBe(404)
    await logged.close()
    expect(log.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ route: '/mcp', status: 404, request_id: headers['x-request-id'] }),
    )
  })

  it('refuses a call without a key with a 401, and GET with a 405', async () => {
    const { status, headers } = await service.send('/mcp', {
      method: 'POST',
      key: null,
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect((await service.send('/mcp')).status).toBe(405)
  })

  it('lets no page elsewhere reach it through a browser', async () => {
    const sent = (headers: Record<string, string>) =>
      service.send('/mcp', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', ...headers } })
    expect((await sent({ origin: 'https://example.org' })).status).toBe(403)
    expect((await sent({ host: 'example.org' })).status).toBe(403)
  })
})
