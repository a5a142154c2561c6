import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { faultsInAnswer } from '@domesday/tool-testing'
import { tokens } from '../../core/service/tokens.ts'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()

const at = '/api/v1/location/WA11UH'

/** What a raw request line gets: for what no client library would send. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.origin)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

describe('a look-up', () => {
  it('answers in the envelope, with its price in the headers', async () => {
    const { status, headers, body } = await service.send(at)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-credits-charged': '10',
    })
    expect(headers['x-request-id']).toBe(body._meta.request_id)
    expect(headers['ratelimit-policy']).toMatch(/^"default";q=\d+;w=60$/)
    expect(body._meta).toMatchObject({ credits_charged: 10, depth: 'standard', sandbox: true })
    expect(body._meta.sources).toEqual([...body._meta.sources].sort())
    expect(Object.keys(body._meta.as_of)).toEqual(body._meta.sources)
    expect(faultsInAnswer(service.container.get(tokens.configured).plugins.endpoints.get('location')!, body)).toEqual(
      [],
    )
  })

  it('shows each section from its depth, and charges by it', async () => {
    const keys = async (depth: string) => {
      const { body } = await service.send(`${at}?depth=${depth}`)
      return [body._meta.credits_charged, Object.keys(body.data)]
    }
    expect(await keys('summary')).toEqual([2, ['location']])
    expect(await keys('standard')).toEqual([10, ['location', 'crime', 'environment', 'services']])
    expect(await keys('full')).toEqual([
      20,
      ['location', 'crime', 'environment', 'services', 'labour_market', 'health'],
    ])
  })

  it('takes any spelling of a postcode, and answers in the usual one', async () => {
    for (const spelling of ['wa11uh', 'WA1%201UH', ' Wa1 1uH'.replaceAll(' ', '%20')]) {
      expect((await service.send(`/api/v1/location/${spelling}?depth=summary`)).body.data.location.postcode).toBe(
        'WA1 1UH',
      )
    }
  })

  it('is compressed where the caller takes it', async () => {
    const { headers } = await service.send(`${at}?depth=full`, { headers: { 'accept-encoding': 'gzip' } })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  })

  it('takes the key in X-API-Key too', async () => {
    const key = await service.key(50)
    expect((await service.send(`${at}?depth=summary`, { key: null, headers: { 'x-api-key': key } })).status).toBe(200)
  })
})

describe('a refusal', () => {
  it('of a missing or wrong key is a 401', async () => {
    for (const sent of [
      { key: null },
      { key: 'domesday_live_x_y' },
      { key: null, headers: { authorization: 'Basic abc' } },
    ]) {
      const { status, headers, body } = await service.send(at, sent)
      expect([status, headers['www-authenticate'], body.title, body.code]).toEqual([
        401,
        'Bearer',
        'Invalid API key',
        'invalid_api_key',
      ])
      expect(body.detail).toMatch(/^Invalid API key/)
    }
  })

  it('for lack of credits is a 402 that names both sums', async () => {
    const { status, headers, body } = await service.send(at, { key: await service.key(9) })
    expect(status).toBe(402)
    expect(body).toMatchObject({
      title: 'Insufficient credits',
      credits_required: 10,
      balance: 9,
      code: 'insufficient_credits',
    })
    expect(headers).toMatchObject({
      'x-credits-charged': '0',
      'x-credits-remaining': '9',
      'content-type': 'application/problem+json',
    })
  })

  it.each([
    ['/api/v1/nothing/here', 404, 'unknown_path'],
    ['/api/v1/location', 404, 'unknown_path'],
    ['/api/v1/location/', 404, 'unknown_path'],
    ['/nothing', 404, 'unknown_path'],
    ['/api/v1/location/ZZ99%209ZZ', 404, 'unknown_subject'],
    ['/api/v1/location/nonsense', 400, 'invalid_parameter'],
    ['/api/v1/location/%zz', 400, 'invalid_parameter'],
    ['/api/v1/location/WA11UH%00', 400, 'invalid_parameter'],
    ['/api/v1/location/..%2f..%2fetc%2fpasswd', 400, 'invalid_parameter'],
    ['/api/v1/location/%D0%85W1A2AA', 400, 'invalid_parameter'],
    [`/api/v1/location/${'A'.repeat(300)}`, 400, 'invalid_parameter'],
    [`/api/v1/location/WA11UH?depth=${'A'.repeat(10_000)}`, 414, 'uri_too_long'],
    ['/api/v1/location/WA11UH?radius_m=abc', 400, 'invalid_parameter'],
    ['/api/v1/location/WA11UH?radius_m=500&radius_m=600', 400, 'invalid_parameter'],
    ['/api/v1/location/WA11UH?deepth=full', 400, 'invalid_parameter'],
    ['/api/v1/location/WA11UH?postcode=SW1A2AA', 400, 'invalid_parameter'],
    ['/api/v1/location/WA11UH?depth=%ff', 400, 'invalid_parameter'],
    ['/api/v1/location/WA11UH?radius_m=1e3', 400, 'invalid_parameter'],
    ['/api/v1/location/WA11UH?radius_m=0x3e8', 400, 'invalid_parameter'],
    ['/api/v1/location/WA11UH?radius_m=%2B500', 400, 'invalid_parameter'],
    ['/api/v1/legal/%3F%3F', 400, 'invalid_parameter'],
    ['/api/v1/legal/..%2f..%2fetc%2fpasswd', 400, 'invalid_parameter'],
    ['/api/v1/legal/%E2%80%8B%E2%80%8B', 400, 'invalid_parameter'],
    ['/api/v1/Location/WA11UH', 404, 'unknown_path'],
    ['/api/v1/location/WA11UH?__proto__=1', 400, 'invalid_parameter'],
  ])('of %s is %i %s, as problem+json, and free', async (path, status, code) => {
    const key = await service.key(100)
    const answer = await service.send(path, { key })
    expect([answer.status, answer.body.code, answer.body.status]).toEqual([status, code, status])
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.body.request_id).toBe(answer.headers['x-request-id'])
    expect((await service.send('/account', { key })).body.data).toMatchObject({ balance: 100, held: 0 })
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('of %s is a 405 that allows GET', async (method) => {
    const { status, headers } = await service.send(at, { method })
    expect([status, headers['allow']]).toEqual([405, 'GET'])
  })

  it('tells what is given in the path and in the query together with every other fault', async () => {
    const { body } = await service.send('/api/v1/location/WA11UH?postcode=SW1A2AA&deepth=full&radius_m=99')
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).toSorted()).toEqual([
      'deepth',
      'postcode',
      'radius_m',
    ])
  })

  it('of a body on GET is a 400', async () => {
    const { status, body } = await service.send(at, {
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    })
    expect([status, body.errors[0].parameter]).toEqual([400, 'body'])
  })

  it('of a faulty parameter comes after the key, and before the credits', async () => {
    expect((await service.send(`${at}?radius_m=x`, { key: null })).status).toBe(401)
    expect((await service.send(`${at}?radius_m=x`, { key: await service.key(0) })).status).toBe(400)
    expect((await service.send('/api/v1/nothing', { key: null })).status).toBe(404)
    expect((await service.send(at, { key: null, method: 'POST' })).status).toBe(405)
  })

  it('of what is no HTTP is a problem document too', async () => {
    for (const text of ['GARBAGE\r\n\r\n', `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`]) {
      const answer = await raw(text)
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(answer).toContain('application/problem+json')
    }
  })

  it('of a request without a host is a problem document, of an address that was valid before too', async () => {
    const { host } = new URL(service.origin),
      key = await service.key(100)
    const ask = (...headers: readonly string[]) =>
      raw(
        `GET ${at} HTTP/1.1\r\n${[`authorization: Bearer ${key}`, 'connection: close', ...headers].join('\r\n')}\r\n\r\n`,
      )
    expect(await ask(`host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /)
    const refused = await ask()
    expect([
      /^HTTP\/1\.1 (\d+)/.exec(refused)?.[1],
      /^content-type: (.*)$/im.exec(refused)?.[1],
      /^x-request-id: /im.test(refused),
    ]).toEqual(['400', 'application/problem+json', true])
    expect(await ask(`host: ${host}`, 'expect: something')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('in the sandbox says that the data are samples, and what to try', async () => {
    const { body } = await service.send('/api/v1/location/ZZ9%209ZZ')
    expect(body.detail).toContain('ask a service that is live')
    expect(body.suggestions).toContainEqual({
      id: 'WA11UH',
      path: '/location/WA11UH',
      label: expect.any(String),
      kind: 'postcode',
    })
  })
})

describe('the absolute form of an address', () => {
  it('is read as its path', async () => {
    const key = await service.key(10)
    const { host } = new URL(service.origin)
    expect(
      await raw(
        `GET http://${host}/api/v1/location/WA11UH?depth=summary HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('an incoming request id', () => {
  it('is not taken over', async () => {
    const { headers } = await service.send(at, { headers: { 'x-request-id': 'mine' } })
    expect(headers['x-request-id']).not.toBe('mine')
  })
})
