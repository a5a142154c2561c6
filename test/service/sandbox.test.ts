/** What the sandbox says of its samples: what day they are of, and what of the world is not among them. */
import { ukDay } from '@domesday/core'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createSandbox, listenOnLoopback } from '@domesday/tool-gateway'
import { only, runService, type RunningService, type ServiceReply } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokens } from '../../core/service/tokens.ts'
import { generous } from './generous.ts'

let service: RunningService, key: string
beforeAll(async () => {
  service = await runService({ configure: generous })
  key = await service.key(10_000)
})
afterAll(() => service.close())

const look = (path: string): Promise<ServiceReply> => service.send(`/api/v1${path}`, { key })
const callTool = async (name: string, given: Readonly<Record<string, unknown>>) => {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), { requestInit }))
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: given })
  await client.close()
  const [{ text }] = content as unknown as readonly [{ readonly text: string }]
  return { failed: isError ?? false, body: structuredContent as any, text }
}

/** Of each kind of subject those that no sample is of. */
const unknown: Readonly<Record<string, readonly string[]>> = {
  postcode: ['ZZ9 9ZZ', 'M1 1AE'],
  identifier: ['Tesco PLC', '00445790', '99999999'],
  name_or_id: ['Nobody Atall', 'zzzzzzzzzzzzzzzzzzzzzzzzzzz'],
  registration: ['AB12CDE'],
  commodity: ['frozen chicken', '0207142090', '9999999999'],
}
const lookups = () =>
  [...service.container.get(tokens.configured).plugins.endpoints.values()].flatMap(({ declared: { id, path } }) => {
    const name = /\{(\w+)\}$/.exec(path)?.[1] ?? ''
    return (unknown[name] ?? []).map((subject) => ({
      id,
      subject,
      path: path.replace(`{${name}}`, encodeURIComponent(subject)),
    }))
  })

const enumIn = ({ enum: own = [], anyOf = [] }: any): readonly (string | null)[] => [...own, ...anyOf.flatMap(enumIn)]

/** Words that answers judge by, such as PROCEED and HIGH_RISK. */
const verdicts = async (): Promise<readonly string[]> => {
  const words = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value) as [string, any][]) {
      if (key === 'rating' && typeof inner === 'string') words.add(inner)
      if (key === 'verdict') for (const word of enumIn(inner)) if (word !== null) words.add(word)
      look(inner)
    }
  }
  look((await service.send('/catalogue')).body.data.endpoints.map(({ score }: any) => score?.bands))
  look((await service.send('/openapi.json')).body.components.schemas)
  return [...words]
}

describe('a subject that no sample is of', () => {
  it('is told as that, by each look-up, and nothing is said of the world', async () => {
    expect(lookups().length).toBeGreaterThan(30)
    for (const { path, subject } of lookups()) {
      const { status, body } = await look(path)
      expect([path, status, body.code]).toEqual([path, 404, 'unknown_subject'])
      expect([path, body.detail.toUpperCase()]).toEqual([
        path,
        `'${subject}' is not in the sample data. Try one of the suggestions, which are sample data, or ask a service that is live.`.toUpperCase(),
      ])
      expect(body.suggestions.length).toBeGreaterThan(0)
    }
  })

  it('is told so by a tool, and in a stream', async () => {
    const told = await callTool('uk_entity_intelligence', { identifier: 'Tesco PLC' })
    expect([told.failed, told.body.code]).toEqual([true, 'unknown_subject'])
    expect(told.body.detail).toMatch(/^'Tesco PLC' is not in the sample data\. /)
    expect(told.text).toContain('is not in the sample data')
    const { text } = await service.send('/api/v1/entity/Tesco%20PLC', { key, headers: { accept: 'text/event-stream' } })
    expect(text).toContain(`"detail":"'Tesco PLC' is not in the sample data. `)
  })

  it('that the samples know to be no more is told with what became of it', async () => {
    expect((await look('/location/W1A0AX')).body.detail).toMatch(/^W1A 0AX was withdrawn in May 2016\. Try one/)
  })
})

describe('a suggestion', () => {
  it('says what its subject is, and no verdict', async () => {
    const words = await verdicts()
    expect(words).toEqual(expect.arrayContaining(['PROCEED', 'DO_NOT_ENGAGE', 'HIGH_RISK']))
    const { endpoints } = (await service.send('/catalogue')).body.data
    const { current } = service.container.get(tokens.configured)
    const labels = endpoints.flatMap(({ id }: any) => Object.values(current().endpoint(id).examples)) as string[]
    const judging = labels.filter((label) =>
      words.some((word) =>
        word.includes('_')
          ? label.toUpperCase().replace(/\W+/g, '_').includes(word)
          : new RegExp(`\\b${word}\\b`).test(label),
      ),
    )
    expect(judging).toEqual([])
  })

  it('of a company or a person begins with the name', async () => {
    const named = lookups().filter(({ subject }) => subject === '99999999' || subject === 'Nobody Atall')
    expect(new Set(named.map(({ id }) => id))).toEqual(new Set(['entity', 'report', 'innovation', 'director']))
    for (const { path } of named)
      for (const { path: at, label } of (await look(path)).body.suggestions) {
        const { body } = await look(`${at}?depth=full`)
        const [first] = label.split(/[ ,:]/)
        expect([at, JSON.stringify(body.data).toUpperCase()]).toEqual([
          at,
          expect.stringContaining(first.toUpperCase()),
        ])
      }
  })
})

describe('the clock of the sandbox', () => {
  const day = '2026-10-15'
  const daysIn = ({ as_of: asOf }: any): readonly string[] => [
    ...new Set(Object.values<string>(asOf).map((time) => ukDay(new Date(time)))),
  ]

  it('stands on the day of the samples in each answer, on each surface', async () => {
    const tool = await callTool('uk_entity_intelligence', { identifier: '99000025' })
    const answers = {
      rest: (await look('/report/entity/99000025?depth=full')).body,
      again: (await look('/report/entity/99000025?depth=full')).body,
      tool: tool.body,
      asOf: (await look(`/report/entity/99000025?depth=full&on=${day}`)).body,
    }
    for (const [surface, { _meta: meta }] of Object.entries(answers))
      expect([surface, meta.as_at, daysIn(meta)]).toEqual([surface, '2026-10-15T09:00:00.000Z', [day]])
    expect(answers.asOf._meta.as_of).toEqual(answers.rest._meta.as_of)
    expect(answers.asOf._meta.evidence).toBe(answers.rest._meta.evidence)
    expect(tool.text).toContain('as_at: "2026-10-15T09:00:00.000Z"')
  })

  it('is that of evidence too: made, fetched and fresh on one clock', async () => {
    const { _meta: meta } = (await look('/entity/99000025?depth=full')).body
    const { form } = (await service.send(`/evidence/${meta.evidence}`, { key })).body.data.pack
    expect(form.now).toBe(meta.as_at)
    const asks: readonly any[] = form.asks.filter(({ fetched_at: at }: any) => at !== null)
    expect(asks.length).toBeGreaterThan(5)
    for (const { source, fetched_at: at, fresh_until: until } of asks) {
      expect([source, ukDay(new Date(at))]).toEqual([source, day])
      if (until !== null) expect(Date.parse(until) - Date.parse(at)).toBeGreaterThan(0)
      if (source in meta.as_of) expect(at >= meta.as_of[source]).toBe(true)
    }
    const { packs } = (await service.send('/evidence?path=/entity/99000025', { key })).body.data
    expect(packs.map(({ at }: any) => ukDay(new Date(at)))).toContain(day)
  })

  it.each([
    ['1h', 1],
    ['1ms', 2],
  ])('is none for caches: what is fresh for %s is asked so often: %i', async (fresh, times) => {
    const sandbox = createSandbox({ sources: service.container.get(tokens.configured).plugins.sources })
    let asked = 0
    const gateway = await listenOnLoopback((call) => {
      asked += 1
      return sandbox.answer(call)
    })
    const configure = only('location', { 'postcodes-io': `{ ttl: { default: ${fresh} } }` })
    const other = await runService({ gateway: gateway.origin, configure })
    try {
      for (let time = 0; time < 2; time++) {
        const { status, body } = await other.send('/api/v1/location/WA11UH?depth=summary')
        expect([status, daysIn(body._meta)]).toEqual([200, [day]])
        other.container.get(tokens.answering).forget()
      }
      expect(asked).toBe(times)
    } finally {
      await other.close()
      await gateway.close()
    }
  })

  it('is that of the machine in live mode', async () => {
    const sandbox = createSandbox({ sources: service.container.get(tokens.configured).plugins.sources })
    const gateway = await listenOnLoopback((call) => sandbox.answer(call))
    const live = await runService({ mode: 'live', gateway: gateway.origin, configure: only('location') })
    try {
      const before = new Date().toISOString()
      const { status, body } = await live.send('/api/v1/location/WA11UH?depth=summary', { key: await live.key(10) })
      expect([status, body._meta.as_at >= before, body._meta.as_at <= new Date().toISOString()]).toEqual([
        200,
        true,
        true,
      ])
      for (const time of Object.values<string>(body._meta.as_of)) expect(time >= body._meta.as_at).toBe(true)
    } finally {
      await live.close()
      await gateway.close()
    }
  })
})
