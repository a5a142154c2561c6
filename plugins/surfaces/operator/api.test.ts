/** The operators' API, over HTTP on the private port. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const [ada, bob, auditor] = ['a', 'b', 'r'].map((letter) => letter.repeat(40)) as [string, string, string]
const location = '/api/v1/location/WA11UH'

let service: RunningService
beforeAll(async () => {
  service = await runService({ env: { DOMESDAY_OPERATOR_TOKEN: `ada:${ada},bob:${bob},auditor/read:${auditor}` } })
})
afterAll(() => service.close())

interface Asked {
  readonly token?: string | null
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
const ask = async (method: string, path: string, { token = ada, body, headers = {} }: Asked = {}) => {
  const answer = await fetch(`${service.metricsOrigin}/operator${path}`, {
    method,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, headers: answer.headers, text, body: (isJson ? JSON.parse(text) : null) as any }
}
const create = async (terms: object = {}): Promise<{ id: string; key: string }> =>
  (await ask('POST', '/keys', { body: terms })).body.data
const actsOf = async (key: string) => (await ask('GET', `/acts?key=${key}`)).body.data as readonly any[]

describe('a token', () => {
  it('is needed, and told apart from those that are not known', async () => {
    const answers = await Promise.all([
      ask('GET', '/keys', { token: null }),
      ask('GET', '/keys', { token: 'c'.repeat(40) }),
      ask('GET', '/keys', { token: null, headers: { authorization: `Basic ${ada}` } }),
      ask('GET', '/nothing', { token: null }),
      ask('POST', '/keys', { token: ada.slice(1), body: {} }),
    ])
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [401, 'invalid_token']))
    expect(answers.some(({ text }) => text.includes(ada.slice(1)))).toBe(false)
    expect(answers[0]!.headers.get('www-authenticate')).toBe('Bearer')
    expect((await ask('GET', '/keys?limit=1', { token: bob })).status).toBe(200)
  })

  it('for reading reads all, and changes nothing', async () => {
    const { id } = await create({ credits: 5 })
    for (const path of ['/keys', `/keys/${id}`, '/refunds', '/acts', '/keys?format=csv'])
      expect([path, (await ask('GET', path, { token: auditor })).status]).toEqual([path, 200])
    const refused = await Promise.all([
      ask('POST', '/keys', { token: auditor, body: {} }),
      ask('PATCH', `/keys/${id}`, { token: auditor, body: { label: 'x' } }),
      ask('POST', `/keys/${id}/revoke`, { token: auditor }),
      ask('DELETE', `/keys/${id}`, { token: auditor }),
      ask('POST', '/nothing', { token: auditor, body: 'no JSON' }),
    ])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'read_only_token']))
    expect(refused[0]!.body.detail).toBe("The token of 'auditor' may only read: it sends GET, not POST.")
    expect((await actsOf(id)).map(({ act }) => act)).toEqual(['keys create'])
  })

  it('that is wrong too often is kept waiting, and a good one is not', async () => {
    const wrong: number[] = []
    for (let i = 0; i < 70; i++) wrong.push((await ask('GET', '/keys', { token: `wrong ${i}` })).status)
    expect(new Set(wrong)).toEqual(new Set([401, 429]))
    expect(wrong.at(-1)).toBe(429)
    expect((await ask('GET', '/keys?limit=1')).status).toBe(200)
  })

  it('opens nothing on the port of callers', async () => {
    const { status, body } = await service.send('/operator/keys', { key: ada })
    expect([status, body.code]).toEqual([404, 'unknown_path'])
    expect(JSON.stringify((await service.send('/openapi.json')).body)).not.toContain('/operator/')
  })
})

describe('without a token in the environment', () => {
  it('the API is off, and says so', async () => {
    const closed = await runService()
    const { status, ...answer } = await fetch(`${closed.metricsOrigin}/operator/keys`, {
      headers: { authorization: `Bearer ${ada}` },
    }).then(async (one) => ({ status: one.status, ...((await one.json()) as { code: string; detail: string }) }))
    expect([status, answer.code, answer.detail]).toEqual([
      404,
      'unknown_path',
      'The API for operators is off: the environment has no DOMESDAY_OPERATOR_TOKEN.',
    ])
    expect((await fetch(`${closed.metricsOrigin}/metrics`)).status).toBe(200)
    await closed.close()
  })

  it('and one that is too short ends the start with a sentence that does not show it', async () => {
    await expect(runService({ env: { DOMESDAY_OPERATOR_TOKEN: 'hunter2' } })).rejects.toThrow(
      /^DOMESDAY_OPERATOR_TOKEN: token 1 must have at least 32 characters$/,
    )
  })
})

describe('keys', () => {
  it('are made, changed, shown, rotated and revoked, and callers notice within a second', async () => {
    const made = await ask('POST', '/keys', {
      body: { credits: 50, label: 'Acme', endpoints: ['location'], credits_per_day: 15, expires: '30d' },
    })
    expect([made.status, Object.keys(made.body.data)]).toEqual([201, ['id', 'key', 'credits']])
    const { id, key } = made.body.data
    expect((await service.send(location, { key })).status).toBe(200)
    expect((await service.send(location, { key })).body.code).toBe('spend_cap_reached')
    const changed = await ask('PATCH', `/keys/${id}`, { body: { credits_per_day: null, surfaces: ['rest'] } })
    expect(changed.body.data).toMatchObject({
      label: 'Acme',
      credits_per_day: null,
      surfaces: ['rest'],
      spent_today: 10,
    })
    expect((await service.send(location, { key })).status).toBe(200)
    expect((await ask('GET', `/keys/${id}`)).body.data).toEqual({
      ...changed.body.data,
      balance: 30,
      spent_today: 20,
      spent_this_month: 20,
    })
    const next = (await ask('POST', `/keys/${id}/rotate`, { body: { grace: '1h' } })).body.data
    expect([
      (await service.send(location, { key })).status,
      (await service.send(location, { key: next.key })).status,
    ]).toEqual([200, 200])
    expect((await ask('POST', `/keys/${id}/revoke`)).body.data).toEqual({ id, revoked: true })
    expect((await service.send(location, { key: next.key })).status).toBe(401)
    const refused = await ask('PATCH', `/keys/${id}`, { body: { label: 'x' } })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'not_possible', detail: `Key ${id} was revoked.` },
    ])
  })

  it('are listed by pages', async () => {
    for (let i = 0; i < 3; i++) await create({ credits: i })
    const seen: string[] = []
    let path: string | null = '/keys?limit=2'
    while (path !== null) {
      const { body } = await ask('GET', path)
      expect(body.data.length).toBeLessThanOrEqual(2)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      path = body.next === null ? null : `/keys?limit=2&cursor=${body.next}`
    }
    expect(new Set(seen).size).toBe(seen.length)
    const csv = await ask('GET', '/keys?format=csv&limit=1')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('link')).toMatch(/^<\/operator\/keys\?format=csv&limit=1&cursor=\w+>; rel="next"$/)
    expect(csv.text).toMatch(/^id,created_at,revoked_at,balance,held,label,[\w,]+\r\n\w{10},/)
  })

  it('are refused with every fault at once, and with what was meant', async () => {
    const { status, body } = await ask('POST', '/keys', {
      body: {
        credits: 1.5,
        lable: 'x',
        endpoints: ['locaton', 'entity', 'nothing-like-it'],
        surfaces: ['operator'],
        per_minute: 0,
        credits_per_month: '100',
        expires: 'tomorrow',
      },
    })
    expect([status, body.code]).toEqual([400, 'invalid_parameter'])
    const details = Object.fromEntries(body.errors.map((one: any) => [one.parameter, one.detail]))
    expect(details).toMatchObject({
      lable: "is not accepted here; did you mean 'label'?",
      credits: 'must be a whole number from 0 to 1000000000',
      per_minute: 'must be a whole number from 1 to 1000000',
      credits_per_month: 'must be a whole number from 1 to 1000000000',
      expires: 'must be a duration such as 30d, a date such as 2027-01-31, or a time such as 2027-01-31T12:00Z',
    })
    expect(details['endpoints']).toContain(
      "'locaton' is none of the endpoints here; did you mean 'location'?; 'nothing-like-it' is none",
    )
    expect(details['surfaces']).toBe("'operator' is none of the surfaces here that sell to keys, which are rest, mcp")
  })

  it.each([
    ['POST', '/keys', '[]', 'must be a JSON object'],
    ['POST', '/keys', '{', 'is not JSON'],
    ['POST', '/keys?credits=5', '{}', 'is not accepted: send a JSON body'],
    ['PATCH', '/keys/x', '{"id":"y"}', 'stands in the path only'],
    ['POST', '/keys', `{"label":"${'x'.repeat(70_000)}"}`, 'must have at most 65536 bytes'],
    ['POST', '/keys', '{"label":"a\\u0000b"}', 'must be a line of 1 to 200 characters'],
    ['POST', '/keys', '{"expires":"2020-01-01"}', 'must be in the future'],
    ['POST', '/keys', '{"expires":"2027-02-31T99:00Z"}', 'must be a duration such as'],
    ['GET', '/keys?limit=0', undefined, 'must be a whole number from 1 to 1000'],
    ['GET', '/keys?limit=1&limit=2', undefined, 'is given more than once'],
    ['GET', '/keys?format=xml', undefined, 'must be json or csv'],
    ['GET', '/acts?cursor=x', undefined, 'must be `next` of the page before'],
    ['GET', '/keys?cursor=nope', undefined, 'must be `next` of the page before'],
    ['GET', '/refunds?cursor=nope', undefined, 'must be `next` of the page before'],
    ['GET', '/acts?key=nope', undefined, 'is the id of no key'],
    ['GET', '/acts?since=2026-12-01&until=2026-11-01', undefined, "must be before 'until'"],
    ['GET', '/keys?constructor=1', undefined, 'is not accepted here'],
    ['GET', '/acts?__proto__=1', undefined, 'is not accepted here'],
    ['GET', '/refunds?toString=1', undefined, 'is not accepted here'],
    ['POST', '/keys', '{"credits":0,"reference":"a"}', 'a reference needs credits'],
    ['POST', '/keys', '{"surfaces":["pay"]}', 'is none of the surfaces here that sell to keys, which are rest, mcp'],
    ['POST', '/keys', '{"surfaces":["console","reference","evidence"]}', "'evidence' is none of the surfaces"],
    ['POST', '/erase', '{}', 'is missing'],
  ])('%s %s %s is a 400', async (method, path, body, detail) => {
    const answer = await ask(method, path, { body })
    expect([answer.status, answer.body.errors[0].detail]).toEqual([400, expect.stringContaining(detail)])
  })

  it('and other paths and methods are told', async () => {
    const { status, headers } = await ask('DELETE', '/keys/x')
    expect([status, headers.get('allow')]).toEqual([405, 'PATCH, GET'])
    expect((await ask('GET', '/nothing')).body.code).toBe('unknown_path')
    expect((await ask('GET', '/keys/nobody')).body).toMatchObject({ status: 404, code: 'unknown_record' })
    expect((await ask('GET', '/keys/%E0%A4%A')).status).toBe(404)
  })
})

describe('money', () => {
  it('is granted once for each reference, which may be the Idempotency-Key', async () => {
    const { id } = await create({ credits: 10 })
    const topUp = (body: object, headers = {}) => ask('POST', `/keys/${id}/top-up`, { body, headers })
    const once = { 'idempotency-key': `invoice ${id}` }
    const answers = await Promise.all(Array.from({ length: 16 }, () => topUp({ credits: 5 }, once)))
    expect(answers.map(({ body }) => body.data)).toEqual(answers.map(() => ({ id, remaining: 15 })))
    expect((await topUp({ credits: 5, reference: `invoice ${id}` })).body.data.remaining).toBe(15)
    expect(await topUp({ credits: 6 }, once)).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    expect((await topUp({ credits: 5, reference: 'another' }, once)).body.errors[0].parameter).toBe('reference')
    expect((await actsOf(id)).map(({ act }) => act)).toEqual(['keys top-up', 'keys create'])
  })

  it('of a new key too: a second one with the same reference is none', async () => {
    const headers = { 'idempotency-key': 'order 99' }
    const { body } = await ask('POST', '/keys', { body: { credits: 10 }, headers })
    const again = await ask('POST', '/keys', { body: { credits: 10 }, headers })
    expect([again.status, again.body.detail]).toEqual([
      409,
      "The reference 'order 99' was used before: the acts show the key that it made, whose secret can be rotated.",
    ])
    const made = (await ask('GET', '/acts?limit=1000')).body.data.find(
      (act: any) => act.details.reference === 'order 99',
    )
    expect(made.target).toBe(body.data.id)
  })

  it('is not granted to a key that was revoked', async () => {
    const { id } = await create({ credits: 10 })
    await ask('POST', `/keys/${id}/revoke`)
    const { status, body } = await ask('POST', `/keys/${id}/top-up`, { body: { credits: 5 } })
    expect([status, body.detail]).toEqual([409, `Key ${id} was revoked.`])
  })

  it('is corrected and refunded, once, and never below what can be taken', async () => {
    const { id, key } = await create({ credits: 30 })
    const { headers } = await service.send(location, { key })
    const requestId = headers['x-request-id']!
    const refund = () => ask('POST', '/refunds', { body: { request_id: requestId } })
    expect((await refund()).body.data).toEqual({ request_id: requestId, remaining: 30 })
    expect((await refund()).body.data.remaining).toBe(30)
    expect((await ask('POST', '/refunds', { body: { request_id: 'nothing' } })).body.code).toBe('unknown_record')
    const adjust = (credits: number, reference: string) =>
      ask('POST', `/keys/${id}/adjust`, { body: { credits, reference } })
    expect((await adjust(-7, `error ${id}`)).body.data.remaining).toBe(23)
    expect((await adjust(-7, `error ${id}`)).body.data.remaining).toBe(23)
    expect((await adjust(-24, `more ${id}`)).body).toMatchObject({
      status: 409,
      detail: `Only 23 credits of ${id} can be taken away.`,
    })
    expect((await adjust(0, `none ${id}`)).status).toBe(400)
    expect((await ask('POST', `/keys/${id}/adjust`, { body: { credits: 1 } })).body.errors).toEqual([
      { parameter: 'reference', detail: 'is missing' },
    ])
    expect((await actsOf(id)).map(({ act }) => act)).toEqual(['ledger adjust', 'ledger refund', 'keys create'])
    expect((await ask('GET', '/refunds')).body).toEqual({ data: [], next: null })
  })
})

describe('the audit trail', () => {
  it('names who, by which interface, what and with which terms, and holds no secret', async () => {
    const { id, key } = await create({ credits: 5, label: 'Acme', expires: '2030-01-01' })
    await ask('PATCH', `/keys/${id}`, { token: bob, body: { label: 'Acme Ltd', expires: null } })
    const rotated = await ask('POST', `/keys/${id}/rotate`)
    const acts = await actsOf(id)
    expect(acts.map(({ who, surface, act }) => [who, surface, act])).toEqual([
      ['ada', 'api', 'keys rotate'],
      ['bob', 'api', 'keys set'],
      ['ada', 'api', 'keys create'],
    ])
    expect(acts[1].details).toEqual({
      before: { label: 'Acme', expires_at: '2030-01-01T00:00:00.000Z' },
      after: { label: 'Acme Ltd', expires_at: null },
    })
    const all = (await ask('GET', '/acts?limit=1000&format=csv')).text
    for (const secret of [key, rotated.body.data.key, ada, bob]) expect(all).not.toContain(secret)
    expect(all).toMatch(/^at,who,surface,act,target,key_id,details\r\n/)
  })

  it('has of an erased subject only a hash', async () => {
    const { status, body } = await ask('POST', '/erase', { body: { subject: 'Perrin Vasswood' } })
    expect([status, body.data]).toEqual([200, { calls: 0 }])
    const { body: acts, text } = await ask('GET', '/acts?limit=1')
    expect(acts.data[0]).toMatchObject({
      act: 'ledger erase',
      key_id: null,
      target: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(text.toLowerCase()).not.toContain('vasswood')
  })

  it('is listed of a time, and by pages', async () => {
    const now = new Date().toISOString()
    const { id } = await create()
    expect((await ask('GET', `/acts?since=${now}`)).body.data.map(({ target }: any) => target)).toEqual([id])
    expect((await ask('GET', `/acts?until=${now}&key=${id}`)).body.data).toEqual([])
    const first = (await ask('GET', '/acts?limit=2')).body
    const second = (await ask('GET', `/acts?limit=2&cursor=${first.next}`)).body
    expect(new Set([...first.data, ...second.data].map((act) => JSON.stringify(act))).size).toBe(4)
  })
})

describe('the OpenAPI document', () => {
  it('is derived from the commands, and answers are as it says', async () => {
    const { status, body: document } = await ask('GET', '/openapi.json', { token: null })
    expect([status, document.openapi]).toEqual([200, '3.1.0'])
    expect(Object.keys(document.paths)).toEqual([
      '/operator/keys',
      '/operator/keys/{id}',
      '/operator/keys/{id}/top-up',
      '/operator/keys/{id}/revoke',
      '/operator/keys/{id}/rotate',
      '/operator/refunds',
      '/operator/keys/{id}/adjust',
      '/operator/erase',
      '/operator/acts',
    ])
    for (const [path, here] of Object.entries<any>(document.paths))
      for (const [method, { responses }] of Object.entries<any>(here))
        expect([path, method, '403' in responses]).toEqual([path, method, method !== 'get'])
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    const holds = (path: string, method: string, code: number, value: unknown) => {
      const { schema } = document.paths[path][method].responses[code].content['application/json']
      expect([path, ajv.validate(schema, value), ajv.errors]).toEqual([path, true, null])
    }
    const made = await ask('POST', '/keys', { body: { credits: 3, endpoints: ['location'], expires: '1d' } })
    const { id } = made.body.data
    holds('/operator/keys', 'post', 201, made.body)
    holds('/operator/keys', 'get', 200, (await ask('GET', '/keys')).body)
    holds('/operator/keys/{id}', 'get', 200, (await ask('GET', `/keys/${id}`)).body)
    holds('/operator/keys/{id}', 'patch', 200, (await ask('PATCH', `/keys/${id}`, { body: { per_minute: 5 } })).body)
    holds('/operator/keys/{id}/rotate', 'post', 200, (await ask('POST', `/keys/${id}/rotate`)).body)
    holds('/operator/keys/{id}/revoke', 'post', 200, (await ask('POST', `/keys/${id}/revoke`)).body)
    holds('/operator/acts', 'get', 200, (await ask('GET', '/acts')).body)
    holds('/operator/refunds', 'get', 200, (await ask('GET', '/refunds')).body)
  })
})
