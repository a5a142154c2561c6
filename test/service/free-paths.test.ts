import { describe, expect, it } from 'vitest'
import { request } from 'undici'
import { faultsAgainst } from '@domesday/tool-testing'
import { failures } from '../../core/contract/failure.ts'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()
const get = (path: string) => service.send(path, { key: null })

describe('the catalogue', () => {
  it('says of every endpoint what it costs, shows and rests on', async () => {
    const { version, endpoints, sources } = (await get('/catalogue')).body.data
    expect(version).toBe('3.0.0')
    const location = endpoints.find(({ id }: { id: string }) => id === 'location')
    expect(location).toMatchObject({
      path: '/location/{postcode}',
      tool: 'uk_location_intelligence',
      ready: true,
      missing: [],
      prices: { credits: { summary: 2, standard: 10, full: 20 }, usd: { summary: 0.002, standard: 0.02, full: 0.035 } },
    })
    expect(location.sections).toContainEqual({
      name: 'crime',
      from: 'standard',
      sources: ['police-uk', 'postcodes-io'],
    })
    const entity = endpoints.find(({ id }: { id: string }) => id === 'entity')
    expect(
      entity.sections.map(({ name }: { name: string }) => name).filter((name: string) => name.includes('total')),
    ).toEqual([])
    for (const { used_by: usedBy } of sources) expect(usedBy.length).toBeGreaterThan(0)
  })

  it('says of every score what decides it, which end is grave, and where its doubt stands', async () => {
    const { endpoints } = (await get('/catalogue')).body.data
    const scores = endpoints.filter(({ score }: any) => score !== null)
    expect(scores.map(({ id, score }: any) => [id, score.path, score.doubt_path, score.grave])).toEqual(
      expect.arrayContaining([
        ['entity', 'data.distress_score', 'data.distress_score', 'high'],
        ['report', 'data.distress_score', 'data', 'high'],
        ['vehicle', 'data.health_score', 'data.health_assessment', 'low'],
        ['energy', 'data.esg_score', 'data.esg_assessment', 'low'],
        ['transport', 'data.connectivity_score', 'data.connectivity', 'low'],
        ['property', 'data.environmental_risk', 'data.environmental_risk', 'high'],
        ['legal', 'data.regulatory_relevance_score', 'data.regulatory_relevance_score', 'high'],
      ]),
    )
    for (const { id, score, examples } of scores) {
      const { data } = (await service.send(`/api/v1${examples[0]}`)).body
      const at = score.doubt_path === 'data' ? data : data[score.doubt_path.replace('data.', '')]
      expect([id, at]).toEqual([id, expect.objectContaining({ bounds: expect.anything() })])
    }
    const [{ score: distress }, { score: energy }] = ['entity', 'energy'].map((name) =>
      scores.find(({ id }: any) => id === name),
    )
    expect(distress.gates).toMatchObject({
      dissolved: { when: 'the company is no more', score: { at_least: 90 } },
      nothing_filed: { confidence: { at_most: 'low' } },
    })
    expect([distress.spreads, energy.spreads]).toEqual([{}, { grid_carbon_intensity: expect.any(Number) }])
  })

  it('says which kinds of subjects there are, what names one, and which look-ups are about it', async () => {
    const { kinds, endpoints } = (await get('/catalogue')).body.data
    const [company] = kinds.filter(({ id }: any) => id === 'company')
    expect(company).toMatchObject({ title: 'A company', named: 'as a company’s name' })
    expect(company.forms[0].title).toBe('company number')
    expect('99000017').toMatch(new RegExp(company.forms[0].pattern))
    const about = (kind: string) => endpoints.filter(({ subject }: any) => subject?.kind === kind)
    expect(about('company').map(({ subject }: any) => subject.parameter)).toEqual(Array(3).fill('identifier'))
    expect(about('topic').find(({ id }: any) => id === 'tenders').subject.parameter).toBe('sector')
    expect(kinds.map(({ id }: any) => about(id).length > 0)).not.toContain(false)
  })

  it('takes no parameters', async () => {
    for (const name of ['depth', 'constructor', '__proto__'])
      expect((await get(`/catalogue?${name}=1`)).body).toMatchObject({ status: 400, errors: [{ parameter: name }] })
  })

  it('agrees with its published shape', async () => {
    const document = (await get('/openapi.json')).body
    const schema = document.paths['/catalogue'].get.responses['200'].content['application/json'].schema
    expect(faultsAgainst(schema, (await get('/catalogue')).body)).toEqual([])
  })
})

describe('the OpenAPI document', () => {
  it('is 3.1, and documents every status that a look-up can have', async () => {
    const { openapi, info, paths } = (await get('/openapi.json')).body
    expect([openapi.slice(0, 3), info.version]).toEqual(['3.1', '3.0.0'])
    for (const status of [
      '200',
      '400',
      '401',
      '402',
      '404',
      '405',
      '406',
      '408',
      '409',
      '422',
      '429',
      '502',
      '503',
      '504',
    ]) {
      expect(paths['/api/v1/location/{postcode}'].get.responses, status).toHaveProperty(status)
    }
  })

  it('holds no empty schema, and closes every object of an answer', async () => {
    const { paths } = (await get('/openapi.json')).body
    const faults: string[] = []
    const visit = (schema: any, at: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      if (Object.keys(schema).length === 0) faults.push(`${at} is empty`)
      if (schema.type === 'object' && schema.additionalProperties === undefined) faults.push(`${at} is open`)
      for (const [name, inner] of Object.entries(schema.properties ?? {})) visit(inner, `${at}.${name}`)
      if (schema.items) visit(schema.items, `${at}[]`)
      if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${at}{}`)
      for (const [i, inner] of (schema.anyOf ?? []).entries()) visit(inner, `${at}|${i}`)
    }
    for (const [path, methods] of Object.entries<any>(paths)) {
      for (const { responses } of Object.values<any>(methods))
        visit(responses['200']?.content?.['application/json']?.schema, path)
    }
    expect(faults).toEqual([])
  })
})

describe('error pages', () => {
  it('explain every failure there is', async () => {
    for (const code of Object.keys(failures)) {
      const { status, headers, text } = await get(`/errors/${code}`)
      expect([code, status, headers['content-type']]).toEqual([code, 200, 'text/html; charset=utf-8'])
      expect(text).toContain(code)
    }
    expect((await get('/errors/nonsense')).status).toBe(404)
  })
})

describe('health', () => {
  it('is alive and ready', async () => {
    expect((await get('/livez')).status).toBe(200)
    expect((await get('/readyz')).body).toEqual({ status: 'ok' })
  })

  it('is measured on a port of its own', async () => {
    const answered = (text: string): number =>
      Number(/domesday_http_seconds_count\{route="\/location\/\{postcode\}",status="200"\} (\d+)/.exec(text)?.[1] ?? 0)
    const scrape = async (): Promise<string> => {
      const { statusCode, body } = await request(`${service.metricsOrigin}/metrics`)
      expect(statusCode).toBe(200)
      return body.text()
    }
    await expect.poll(scrape).toContain('domesday_ledger_faults 0')
    const text = await scrape()
    expect(text).toMatch(/domesday_ledger_audit_age_seconds \d/)
    await service.send('/api/v1/location/WA11UH?depth=summary')
    expect(answered(await scrape())).toBe(answered(text) + 1)
    expect((await get('/metrics')).status).toBe(404)
  })
})

describe('asking for a key', () => {
  it('with a large body is refused, and the connection stays usable', async () => {
    const { Agent, request } = await import('undici')
    const one = new Agent({ connections: 1 })
    const { statusCode, body } = await request(`${service.origin}/keys`, {
      method: 'POST',
      body: 'x'.repeat(200_000),
      dispatcher: one,
    })
    await body.dump()
    expect(statusCode).toBe(400)
    expect((await request(`${service.origin}/livez`, { dispatcher: one })).statusCode).toBe(200)
    await one.close()
  })
})

describe('other methods', () => {
  it('are refused with what is allowed', async () => {
    const { status, headers } = await service.send('/account', { method: 'POST' })
    expect([status, headers['allow']]).toEqual([405, 'HEAD, GET'])
    expect((await service.send('/keys', { method: 'GET' })).status).toBe(405)
  })
})

describe('cross-origin calls', () => {
  it('get no headers unless origins are named', async () => {
    const { headers } = await service.send('/catalogue', { headers: { origin: 'https://example.org' } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
