/** Nobody takes the service from others: places, connections, wrong keys, pages elsewhere, and what a refusal costs. */
import { createHmac } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { request as ask } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { readKeyId } from '../../core/credits/key-format.ts'
import type { Holder } from '../../core/http/places.ts'
import { tokens } from '../../core/service/tokens.ts'

const operator = 'o'.repeat(40),
  webhookSecret = 'w'.repeat(40)
const much = '{ calls: 100000, per: 1m }'
let service: RunningService
let sockets: Socket[] = [],
  holds: (() => void)[] = []
beforeAll(async () => {
  service = await runService({
    env: { DOMESDAY_OPERATOR_TOKEN: `ada:${operator}`, DOMESDAY_WEBHOOK_SECRET: webhookSecret },
    configure: (dir) =>
      appendFileSync(
        join(dir, 'service.yaml'),
        `
http:
  trust_proxy: [127.0.0.2]
  in_flight: 32
  connections_per_address: 40
  send: 1s
billing: { credit_price: 1500 }
limits:
  per_key: ${much}
  per_address: ${much}
  keys_per_address: { calls: 3, per: 1d }
  wrong_keys_per_address: { calls: 60, per: 1d }
`,
      ),
  })
})
afterAll(() => service.close())
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  for (const leave of holds) leave()
  holds = []
  await expect.poll(() => overload().inFlight).toBe(0)
})

const open = (
  text: string,
  localAddress = '127.0.0.1',
  origin = service.origin,
): { socket: Socket; heard: () => string; closed: () => boolean } => {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress })
  let heard = '',
    closed = false
  sockets.push(socket)
  socket.on('error', () => {}).on('close', () => (closed = true))
  socket.on('data', (chunk) => (heard += chunk.toString()))
  socket.write(text)
  return { socket, heard: () => heard, closed: () => closed }
}
const refusals = async (): Promise<string> => {
  const { body } = await ask(`${service.metricsOrigin}/metrics`)
  return body.text()
}
const at = '/api/v1/location/WA11UH?depth=summary'

const overload = () => service.container.get(tokens.overload)

describe('places', () => {
  const hold = (kind: Holder['kind'], principal: string, surface = 'rest') => {
    const work = Promise.withResolvers<void>()
    const refused: unknown[] = []
    for (let n = 0; n < 100; n++)
      overload()
        .during(() => work.promise, { kind, principal, surface })
        .catch((error: unknown) => refused.push(error))
    holds.push(work.resolve)
    return refused
  }

  it('one key holds its share, is told so, and the others are served', async () => {
    const key = await service.key(100)
    const refused = hold('key', readKeyId(key)!)
    await expect.poll(() => [overload().inFlight, refused.length]).toEqual([8, 92])
    const { status, body, headers } = await service.send(at, { key })
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'rate_limited', '1'])
    expect((await service.send(at)).status).toBe(200)
    expect((await service.send('/catalogue')).status).toBe(200)
    expect(await refusals()).toMatch(/domesday_refused_total\{reason="key_share",surface="rest"\} 1/)
  })

  it('one address holds its share whatever its free keys; a key that was paid for and other addresses are served', async () => {
    const { body } = await service.send('/keys', { method: 'POST', key: null })
    const refused = hold('address', '127.0.0.1')
    await expect.poll(() => [overload().inFlight, refused.length]).toEqual([16, 84])
    const free = await service.send(at, { key: body.data.key })
    expect([free.status, free.body.code]).toEqual([429, 'rate_limited'])
    expect((await service.send('/catalogue', { key: null })).status).toBe(429)
    expect((await service.send(at)).status).toBe(200)
    const other = open(`GET /catalogue HTTP/1.1\r\nhost: a\r\n\r\n`, '127.0.0.3')
    await expect.poll(other.heard).toContain('HTTP/1.1 200')
  })

  it('several holders each get some, and there are places left for newcomers', async () => {
    for (let n = 0; n < 5; n++) hold('key', `key ${n}`)
    expect(overload().inFlight).toBeGreaterThan(20)
    expect((await service.send(at)).status).toBe(200)
  })

  it('one surface holds its share, and others are served', async () => {
    for (let n = 0; n < 40; n++) hold('key', `key ${n}`, 'pay')
    expect(overload().inFlight).toBe(29)
    const { status, body } = await service.send('/pay/location/WA11UH', { key: null })
    expect([status, body.code]).toEqual([503, 'overloaded'])
    expect((await service.send(at)).status).toBe(200)
  })
})

describe('connections', () => {
  it('one address has so many, a trusted proxy more, and others are served', async () => {
    const callers = Array.from({ length: 60 }, () => open('', '127.0.0.3'))
    await expect.poll(() => callers.filter(({ closed }) => closed()).length).toBe(20)
    const proxied = Array.from({ length: 60 }, () => open('GET /livez HTTP/1.1\r\nhost: a\r\n\r\n', '127.0.0.2'))
    await expect.poll(() => proxied.filter(({ heard }) => heard().startsWith('HTTP/1.1 200')).length).toBe(60)
    expect((await service.send(at)).status).toBe(200)
  })

  it('one that does not read is cut, and one that waits is not', async () => {
    const asked = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nhost: a\r\n\r\n'
    const idle = open('', '127.0.0.4')
    const reader = open(asked.repeat(5), '127.0.0.4')
    await expect.poll(() => reader.heard().match(/HTTP\/1\.1 200/g)?.length).toBe(5)
    for (let n = 0; n < 4; n++) open(asked.repeat(12), `127.0.1.${n + 1}`).socket.pause()
    await expect.poll(refusals).toMatch(/reason="unread",surface="service"\} 4/)
    expect([idle.closed(), reader.closed()]).toEqual([false, false])
  })

  it('one that sends far ahead is cut', async () => {
    const { closed } = open('GET /livez HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(500), '127.0.0.4')
    await expect.poll(closed).toBe(true)
  })
})

it('wrong keys are limited by address, and a good one is not', async () => {
  const proxied = (address: string, key: string) => {
    const { heard } = open(
      `GET ${at} HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-forwarded-for: ${address}\r\nauthorization: Bearer ${key}\r\n\r\n`,
      '127.0.0.2',
    )
    return expect
      .poll(heard)
      .toMatch(/^HTTP/)
      .then(() => heard().slice(9, 12))
  }
  const wrong: string[] = []
  for (let n = 0; n < 70; n++) wrong.push(await proxied(`2001:db8::${n.toString(16)}`, 'wrong'))
  expect(wrong.filter((status) => status === '401')).toHaveLength(60)
  expect(wrong.filter((status) => status === '429')).toHaveLength(10)
  expect(await proxied('2001:db8::1', await service.key(100))).toBe('200')
  expect(await proxied('2001:db8:0:1::1', 'wrong')).toBe('401')
})

describe('POST /keys', () => {
  const made = (headers: Readonly<Record<string, string>>, from = '127.0.0.2') => {
    const lines = Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const { heard } = open(`POST /keys HTTP/1.1\r\n${lines.join('')}content-length: 0\r\n\r\n`, from)
    return expect
      .poll(heard)
      .toMatch(/^HTTP/)
      .then(() => heard().slice(9, 12))
  }

  it('is refused to a page of another site, and not to one of ours', async () => {
    const ours = { host: 'a.example', 'x-forwarded-for': '198.51.100.1' }
    expect(await made({ ...ours, origin: 'https://b.example' })).toBe('403')
    expect(await made({ ...ours, origin: 'null' })).toBe('403')
    expect(await made({ ...ours, origin: 'https://a.example' })).toBe('201')
    expect(await made({ ...ours, origin: 'https://b.example', 'sec-fetch-site': 'same-origin' })).toBe('201')
    expect(await made(ours)).toBe('201')
    expect(await made(ours)).toBe('429')
  })

  it('counts the addresses of one IPv6 /64 as one', async () => {
    const statuses: string[] = []
    for (let n = 1; n < 6; n++) statuses.push(await made({ host: 'a', 'x-forwarded-for': `2001:db8:5:5::${n}` }))
    expect(statuses).toEqual(['201', '201', '201', '429', '429'])
  })

  it('on loopback without a proxy answers only to a name of this machine', async () => {
    const local = await runService()
    const create = (host: string) =>
      ask(`${local.origin}/keys`, { method: 'POST', headers: { host } }).then(({ statusCode }) => statusCode)
    expect([await create('elsewhere.example'), await create('localhost:8080')]).toEqual([403, 201])
    await local.close()
  })
})

it('two Host headers and a request without a version are refused', async () => {
  for (const [text, parameter] of [
    ['GET /livez HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', 'Host'],
    ['GET /livez\r\n\r\n', 'request'],
    ['nonsense\r\n\r\n', 'request'],
  ] as const) {
    const { heard } = open(text)
    await expect
      .poll(heard)
      .toMatch(new RegExp(` 400 [^]*invalid_parameter[^]*"errors":\\[{"parameter":"${parameter}"`))
  }
  for (const hosts of ['host: a\r\nHost: b\r\n', '']) {
    const { heard } = open(`GET /metrics HTTP/1.1\r\n${hosts}\r\n`, '127.0.0.1', service.metricsOrigin!)
    await expect.poll(heard).toMatch(/ 400 [^]*"errors":\[{"parameter":"Host"/)
  }
})

describe('a refusal costs no more processor time than ten answers from the cache', () => {
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const many = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`a${n.toString(36)}`, 1]))
  const call = (name: string, own: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: own } })
  const tool = 'uk_location_intelligence'
  const body = (members: number) => JSON.stringify(Object.fromEntries(Object.entries(many).slice(0, members)))
  const asOperator = { authorization: `Bearer ${operator}` }
  /** As a payment provider signs it. */
  const signed = (message: string) => {
    const time = String(Math.floor(Date.now() / 1000))
    const by = createHmac('sha256', webhookSecret).update(`msg_1.${time}.${message}`).digest('base64')
    return { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${by}` }
  }
  const names = Array.from({ length: 1300 }, (_, n) => `a${n.toString(36)}`).join('&')
  it.each<[string, number, string, Parameters<RunningService['send']>[1]]>([
    ['unknown parameters', 400, `/api/v1/location/WA11UH?${names}`, {}],
    ['one parameter many times', 400, `/api/v1/location/WA11UH?${'depth=full&'.repeat(700)}`, {}],
    ['one name many times, unpaid', 400, `/pay/location/WA11UH?${'a&'.repeat(4000)}`, { key: null }],
    ['a payment due', 402, '/pay/location/WA11UH', { key: null }],
    ['a wrong key', 401, at, { key: 'wrong' }],
    ['no key', 429, at, { key: null }],
    ['no such path', 404, `/${'a/'.repeat(2000)}`, {}],
    ['another method', 405, at, { method: 'DELETE' }],
    ['another method of tools', 405, '/mcp', {}],
    ['a long address', 414, `/${'a'.repeat(9000)}`, {}],
    [
      'a long body',
      413,
      '/mcp',
      { method: 'POST', headers: json, body: call(tool, { ...many, long: 'x'.repeat(20_000) }) },
    ],
    [
      'many arguments',
      400,
      '/mcp',
      { method: 'POST', headers: json, body: call(tool, Object.fromEntries(Object.entries(many).slice(0, 5000))) },
    ],
    ['no such tool', 200, '/mcp', { method: 'POST', headers: json, body: call('x'.repeat(60_000), {}) }],
    ['a top-up of unknown members', 400, '/account/top-up', { method: 'POST', body: body(5800) }],
    [
      'a paid credit of unknown members',
      400,
      '/account/credits',
      { method: 'POST', key: null, body: body(400), headers: signed(body(400)) },
    ],
    ['a key of unknown terms', 400, '/operator/keys', { method: 'POST', body: body(5800), headers: asOperator }],
    [
      'a key for unknown surfaces',
      400,
      '/operator/keys',
      { method: 'POST', body: JSON.stringify({ surfaces: Object.keys(many) }), headers: asOperator },
    ],
    ['an unknown list', 400, `/operator/keys?${names}`, { headers: asOperator }],
    ['a list of one name many times', 400, `/operator/keys?${'a&'.repeat(4000)}`, { headers: asOperator }],
    ['the rows of an unknown name', 400, `/account?${names}`, {}],
    ['a body for keys, too often', 429, '/keys', { method: 'POST', body: JSON.stringify(many).slice(0, 60_000) }],
  ])('%s', async (_, status, path, sent) => {
    const toOperators = async () => {
      const { method = 'GET', headers = {}, body = null } = sent!
      const answer = await ask(`${service.metricsOrigin}${path}`, { method: method as 'GET', headers, body })
      await answer.body.dump()
      return { status: answer.statusCode }
    }
    const send = () => (path.startsWith('/operator/') ? toOperators() : service.send(path, sent))
    /** Microseconds of this thread, in which the service runs: the process has those of other tests. */
    const costOf = async (call: () => Promise<unknown>): Promise<number> => {
      const before = process.threadCpuUsage()
      for (let n = 0; n < 8; n++) await call()
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    const answered = () => service.send(at)
    for (const each of [send, answered]) await costOf(each)
    // The best of some rounds, because other work on the machine makes each one slower.
    let refusal = Infinity,
      answer = Infinity
    for (let round = 0; round < 3; round++) {
      refusal = Math.min(refusal, await costOf(send))
      answer = Math.min(answer, await costOf(answered))
    }
    expect([401, 429].includes(status) ? [401, 429] : [status]).toContain((await send()).status)
    expect(refusal / answer).toBeLessThan(10)
  })
})
