/** A surface, a client, a store and a gateway that use nothing but their ports make a service together. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request } from 'undici'
import { testClock, type RunningService } from '@domesday/tool-testing'
import { here, runSmallService, writeSettings } from './small-service.ts'

const { now, pass } = testClock()
let service: RunningService
beforeAll(async () => {
  service = await runSmallService({}, {}, { now })
})
afterAll(() => service.close())

const metric = async ({ metricsOrigin }: RunningService, name: string): Promise<number> => {
  const { body } = await request(`${metricsOrigin}/metrics`)
  const line = (await body.text()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

describe('the small surface', () => {
  it('answers in lines of text from the small client and the small gateway, and charges', async () => {
    const key = await service.key(5)
    const { status, text, headers } = await service.send('/text/lighthouse/eddystone', { key })
    expect([status, headers['content-type'], headers['x-credits-charged']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '3',
    ])
    expect(text).toBe('light.name: eddystone\nlight.height_m: 41\nlight.flash_s: 10\ntide.high_m: 4.2\n')
    expect((await service.send('/account', { key })).body.data).toMatchObject({
      balance: 2,
      ledger: [{ kind: 'charge', amount: -3, endpoint: 'lighthouse' }, { kind: 'grant' }],
    })
    expect((await service.send('/text/lighthouse/eddystone', { key })).body).toMatchObject({
      code: 'insufficient_credits',
    })
  })

  it('answers as REST does: other data, the same subject, the same failures', async () => {
    expect((await service.send('/api/v1/lighthouse/fastnet')).body.data).toEqual({
      light: { name: 'fastnet', height_m: 54, flash_s: 5 },
      tide: { high_m: 4.2 },
    })
    expect((await service.send('/text/lighthouse/atlantis')).body).toMatchObject({ code: 'unknown_subject' })
    expect((await service.send('/text/lighthouse/fastnet', { key: null })).status).toBe(401)
    expect((await service.send('/text/lighthouse/fastnet?colour=red')).body).toMatchObject({
      code: 'invalid_parameter',
    })
    expect((await service.send('/text/lighthouse/fastnet', { method: 'POST' })).status).toBe(405)
  })

  it('refuses callers who take no text, also where the address was answered before', async () => {
    for (const _ of [1, 2]) {
      const asJson = await service.send('/text/lighthouse/fastnet', { headers: { accept: 'application/json' } })
      expect([asJson.status, asJson.body.errors]).toEqual([
        406,
        [{ parameter: 'Accept', detail: 'leaves out text/plain', allowed: ['text/plain'] }],
      ])
      const asText = await service.send('/text/lighthouse/fastnet', { headers: { accept: 'text/*' } })
      expect(asText.status).toBe(200)
    }
  })

  it('takes its settings from config/surfaces, changed ones without a restart', async () => {
    const own = await runSmallService({}, { 'surfaces/plain-text.yaml': 'separator: " = "\nlines: { most: 1 }\n' })
    try {
      const look = async () => (await own.send('/text/lighthouse/fastnet')).text
      expect(await look()).toBe('light.name = fastnet\n')
      writeSettings(own.configDir, { 'surfaces/plain-text.yaml': 'lines: { most: 2 }\n' })
      await expect.poll(look).toBe('light.name: fastnet\nlight.height_m: 54\n')
    } finally {
      await own.close()
    }
  })

  it('stands in the OpenAPI document, llms.txt and the API catalogue', async () => {
    const { paths, tags } = (await service.send('/openapi.json')).body
    expect(paths['/text/lighthouse/{name}'].get.operationId).toBe('lighthouse_text')
    expect(paths['/api/v1/lighthouse/{name}']).toBeDefined()
    expect(tags).toContainEqual({ name: 'text', description: 'Answers in lines of text' })
    const guide = (await service.send('/llms.txt')).text
    expect(guide).toContain(`## Text\n\n- \`${service.origin}/text/…\`: the same lookups in at most 20 lines of text`)
    const { linkset } = (await service.send('/.well-known/api-catalog')).body
    expect(linkset[0].item).toContainEqual({ href: `${service.origin}/text` })
  })

  it('has its gauge among the metrics', async () => {
    const before = await metric(service, 'text_lines')
    await service.send('/text/lighthouse/fastnet')
    expect((await metric(service, 'text_lines')) - before).toBe(4)
  })
})

describe('the small client', () => {
  const asked = async (of: RunningService): Promise<number> =>
    (await metric(of, 'domesday_upstream_seconds_count{source="lighthouses",outcome="ok"}')) || 0

  it('is counted among the questions to upstreams, and its settings say how long an answer is fresh', async () => {
    const brief = await runSmallService({}, { 'clients/register.yaml': 'fresh_s: 1\n' }, { now })
    try {
      for (const [of, questions] of [
        [service, 1],
        [brief, 2],
      ] as const) {
        const before = await asked(of)
        await of.send('/text/lighthouse/bishop-rock')
        pass(1_000)
        await of.send('/text/lighthouse/bishop-rock')
        expect((await asked(of)) - before).toBe(questions)
      }
    } finally {
      await brief.close()
    }
  })
})

describe('a surface that is not listed', () => {
  it('is not there: not at its paths, and in no document', async () => {
    const without = await runSmallService({ surfaces: '[rest, reference]' })
    try {
      expect((await without.send('/text/lighthouse/fastnet')).status).toBe(404)
      expect((await without.send('/mcp', { method: 'POST' })).status).toBe(404)
      const paths = Object.keys((await without.send('/openapi.json')).body.paths)
      expect(paths.filter((path) => /^\/(text|pay)/.test(path))).toEqual([])
      expect((await without.send('/llms.txt')).text).not.toMatch(/\/text|\/mcp|\/pay/)
    } finally {
      await without.close()
    }
  })

  it('is not named where something else is refused', async () => {
    const without = await runSmallService({ surfaces: `[${here}/plain-text]` })
    const details = async (of: RunningService) =>
      Promise.all(
        ['/nowhere', '/text/lighthouse/fastnet'].map(async (path) => (await of.send(path, { key: null })).body.detail),
      )
    try {
      expect((await details(service)).join()).toMatch(/GET \/catalogue .* POST \/keys/)
      expect((await details(without)).join()).not.toMatch(/\/catalogue|\/keys/)
    } finally {
      await without.close()
    }
  })

  it.each([
    ['[rest]', '/api/v1/lighthouse/fastnet', 200, '/openapi.json'],
    [`[${here}/plain-text]`, '/text/lighthouse/fastnet', 200, '/api/v1/lighthouse/fastnet'],
    ['[reference]', '/openapi.json', 200, '/keys'],
    ['[]', '/readyz', 200, '/'],
  ])('leaves the others at work: with %s', async (surfaces, path, status, absent) => {
    const alone = await runSmallService({ surfaces })
    try {
      expect((await alone.send(path)).status).toBe(status)
      expect((await alone.send('/readyz')).status).toBe(200)
      expect((await alone.send(absent)).status).toBe(404)
    } finally {
      await alone.close()
    }
  })
})
