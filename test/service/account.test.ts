/** The account of a key: its pages, and its usage. */
import { beforeAll, describe, expect, it } from 'vitest'
import { faultsAgainst } from '@domesday/tool-testing'
import { tokens } from '../../core/service/tokens.ts'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()
let key: string, id: string
beforeAll(async () => {
  key = await service.key(1_000)
  id = (await service.send('/account', { key })).body.data.id
  const { ledger } = service.container.get(tokens.billing)
  for (let i = 0; i < 120; i++)
    await ledger.charge(id, `r${i}`, 2, {
      endpoint: i % 3 === 0 ? 'entity' : 'location',
      depth: 'full',
      surface: 'mcp',
    })
  await ledger.refund('r119')
  await service.send('/api/v1/location/WA11UH?depth=summary', { key })
})
const get = (path: string, of = key) => service.send(path, { key: of })
const faultsOf = async (path: string) =>
  (await get(path)).body.errors?.map(({ parameter, detail }: any) => `${parameter} ${detail}`)

describe('GET /account', () => {
  it('shows fifty rows as before, and where the next are', async () => {
    const { status, headers, body } = await get('/account')
    const { data } = body
    expect([status, Object.keys(data), data.ledger.length]).toEqual([
      200,
      ['id', 'balance', 'held', 'terms', 'ledger', 'next'],
      50,
    ])
    expect(Object.keys(data.ledger[0])).toEqual([
      'at',
      'kind',
      'amount',
      'balance',
      'request_id',
      'endpoint',
      'depth',
      'surface',
      'subject',
    ])
    expect([headers['x-credits-charged'], headers['x-credits-remaining']]).toEqual(['0', String(data.balance)])
  })

  it('has every row once over its pages, also while rows are added', async () => {
    const seen: string[] = []
    let next: string | null = ''
    do {
      const { data }: any = (await get(`/account?limit=30${next ? `&cursor=${next}` : ''}`)).body
      seen.push(...data.ledger.map(({ request_id, kind }: any) => `${kind} ${request_id}`))
      if (seen.length === 30) await service.send('/api/v1/location/WA11UH?depth=summary', { key })
      next = data.next
    } while (next !== null)
    expect([seen.length, new Set(seen).size]).toEqual([123, 123])
  })

  it('filters by kind, endpoint, surface and days', async () => {
    const rows = async (query: string) => (await get(`/account?limit=500&${query}`)).body.data.ledger
    const today = new Date().toISOString().slice(0, 10)
    expect((await rows('kind=refund')).map(({ request_id }: any) => request_id)).toEqual(['r119'])
    expect(await rows('endpoint=entity')).toHaveLength(40)
    expect((await rows('surface=rest')).every(({ surface }: any) => surface === 'rest')).toBe(true)
    expect((await rows(`from=${today}&to=${today}`)).length).toBeGreaterThan(100)
    expect(await rows('to=2020-01-01')).toEqual([])
    expect(await rows('from=2999-01-01')).toEqual([])
  })

  it('refuses what it does not know, all faults at once', async () => {
    expect(await faultsOf('/account?limits=5')).toEqual(["limits is not a parameter here; did you mean 'limit'?"])
    expect(
      await faultsOf(
        '/account?limit=0&kind=gift&endpoint=Entity!&from=2026-02-30&to=soon&cursor=%20&x=1&surface=a&surface=b',
      ),
    ).toEqual([
      'limit must be a whole number from 1 to 500',
      'kind is not one of the words allowed',
      'endpoint is not one of the words allowed',
      'from must be a date such as 2026-11-01, or a time such as 2026-11-01T09:00:00Z',
      'to must be a date such as 2026-11-01, or a time such as 2026-11-01T09:00:00Z',
      "cursor is not the 'next' of a page",
      'x is not a parameter here',
      'surface is given more than once',
    ])
    expect(await faultsOf('/account?from=2026-11-02&to=2026-11-01')).toEqual(["from is after 'to'"])
    for (const surface of ['bogus', 'console'])
      expect((await get(`/account?surface=${surface}`)).body).toMatchObject({
        status: 400,
        errors: [{ parameter: 'surface', allowed: ['rest', 'mcp'] }],
      })
    const foreign = await service.key(5)
    const { next } = (await get('/account?limit=1')).body.data
    expect((await get(`/account?cursor=${next}`, foreign)).body).toMatchObject({ code: 'invalid_parameter' })
    expect(await faultsOf('/account?cursor=abc')).toEqual(["cursor is not the 'next' of a page of this account"])
  })
})

describe('GET /account/usage', () => {
  it('sums up what the key used', async () => {
    const { status, headers, body } = await get('/account/usage?by=endpoint,surface')
    expect([status, headers['x-credits-charged']]).toEqual([200, '0'])
    const none = { payments: 0, micro_usd: 0 }
    expect(body.data.rows).toEqual([
      { endpoint: 'entity', surface: 'mcp', calls: 40, credits: 80, refunds: 0, refunded: 0, ...none },
      { endpoint: 'location', surface: 'mcp', calls: 80, credits: 160, refunds: 1, refunded: 2, ...none },
      { endpoint: 'location', surface: 'rest', calls: 2, credits: 4, refunds: 0, refunded: 0, ...none },
    ])
    const today = new Date().toISOString().slice(0, 10)
    expect([body.data.from.slice(0, 10), body.data.by]).toEqual([`${today.slice(0, 8)}01`, ['endpoint', 'surface']])
    const days = (await get(`/account/usage?from=${today}&to=${today}&by=day`)).body.data.rows
    expect(days).toMatchObject([{ day: today, calls: 122 }])
    expect((await get('/account/usage?from=2020-01-01&to=2020-06-30')).body.data.rows).toMatchObject([{ calls: 0 }])
  })

  it('is of the own key alone, and counts against its limit', async () => {
    const other = await service.key(5)
    const { headers, body } = await get('/account/usage', other)
    expect([body.data.rows[0].calls, headers['ratelimit-policy']]).toEqual([0, expect.stringContaining('"default"')])
    expect((await service.send('/account/usage', { key: null })).status).toBe(401)
  })

  it('refuses what it does not know, all faults at once', async () => {
    expect(await faultsOf('/account/usage?by=key,endpoint&from=2026-13-01&too=1')).toEqual([
      "by has 'key', which is not among the words allowed",
      'from must be a date such as 2026-11-01, or a time such as 2026-11-01T09:00:00Z',
      "too is not a parameter here; did you mean 'to'?",
    ])
    expect(await faultsOf('/account/usage?from=2026-11-02&to=2026-11-01')).toContain("from is after 'to'")
    expect(await faultsOf('/account/usage?from=2024-01-01&to=2026-11-01')).toEqual([
      "from is more than a year before 'to'",
    ])
  })
})

it('answers as the OpenAPI document says', async () => {
  const { paths } = (await get('/openapi.json')).body
  for (const path of ['/account', '/account/usage']) {
    const { schema } = paths[path].get.responses[200].content['application/json']
    expect([path, faultsAgainst(schema, (await get(path)).body)]).toEqual([path, []])
  }
})
