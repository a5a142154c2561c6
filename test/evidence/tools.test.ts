/** The evidence of answers as tools for language models. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { runService, type RunningService } from '@domesday/tool-testing'
import { keepEarlier } from '../../core/service/earlier.ts'
import { generous } from '../service/generous.ts'
import { sharedService } from '../support/shared-service.ts'

let service: RunningService, key: string
beforeAll(async () => {
  service = await runService({
    configure: (dir) => {
      generous(dir)
      mkdirSync(join(dir, 'surfaces'), { recursive: true })
      writeFileSync(join(dir, 'surfaces/mcp.yaml'), 'evidence: { tools: true }\n')
    },
  })
  key = await service.key(1000)
  await keepEarlier(service.container)
})
afterAll(() => service.close())

const client = async (of: Pick<RunningService, 'origin'>, key: string): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${of.origin}/mcp`), { requestInit }))
  return client
}

const clients = new Map<string, Promise<Client>>()
afterAll(async () => {
  for (const one of clients.values()) await (await one).close()
})
const informed = async (as: string): Promise<Client> => {
  const asking = await client(service, as)
  await asking.listTools()
  return asking
}
/** The official client checks each result against the schema of its tool, and compiles them all first. */
const call = async (name: string, given: Readonly<Record<string, unknown>>, as = key) => {
  const asking = clients.get(as) ?? informed(as)
  clients.set(as, asking)
  const result = await (await asking).callTool({ name, arguments: given })
  return result as typeof result & { structuredContent: any }
}
const company = async (): Promise<string> => {
  const { structuredContent } = await call('uk_entity_intelligence', { identifier: '99000025', depth: 'full' })
  return structuredContent._meta.evidence
}

it('are none beside the 14 look-ups unless the operator says so, and then two', async () => {
  const usual = await sharedService()
  const without = await client(usual, await usual.key(1))
  expect((await without.listTools()).tools).toHaveLength(14)
  await expect(without.callTool({ name: 'evidence', arguments: { id: 'ev_0' } })).rejects.toThrow('no tool')
  await without.close()
  const { tools } = await (await client(service, key)).listTools()
  expect([tools.length, tools.slice(14).map(({ name }) => name)]).toEqual([16, ['evidence', 'changes']])
})

describe('with them a model', () => {
  it('reads what its answer was made from, and which others there are, free of charge', async () => {
    const id = await company()
    const before = (await service.send('/account', { key })).body.data.balance
    const { structuredContent, content, _meta } = await call('evidence', { id })
    const { data } = structuredContent
    expect(data).toMatchObject({ id, path: '/entity/99000025', asked: { identifier: '99000025' }, not_replayable: [] })
    expect(data.asks.find(({ outcome }: any) => outcome.value !== undefined)).toMatchObject({
      source: expect.any(String),
      fetched_at: expect.stringMatching(/^20/),
    })
    expect(data.others).toContainEqual(expect.objectContaining({ rating: 'MODERATE_RISK', depth: 'full' }))
    expect((content as { text: string }[])[0]!.text).toContain('others[')
    expect(_meta?.['credits_charged']).toBe(0)
    expect((await service.send('/account', { key })).body.data.balance).toBe(before)
  })

  it('is told of other answers to the same question alone, and can compare it with each', async () => {
    const id = await company()
    for (const given of [{ depth: 'standard' }, { depth: 'full', include: 'filings' }])
      await call('uk_entity_intelligence', { identifier: '99000025', ...given })
    const { others } = (await call('evidence', { id })).structuredContent.data
    expect(others.length).toBeGreaterThan(0)
    for (const { id: other, depth } of others) {
      expect(depth).toBe('full')
      expect((await call('changes', { from: other, to: id })).isError).toBeFalsy()
    }
  })

  it('compares it with an earlier one', async () => {
    const id = await company()
    const { others } = (await call('evidence', { id })).structuredContent.data
    const { id: earlier } = others.find(({ rating }: { rating: string }) => rating === 'MODERATE_RISK')
    const { score, factors } = (await call('changes', { from: earlier, to: id })).structuredContent.data
    expect(score).toEqual({ before: 29, after: 51, code: 0, settings: 0, clock: 12, evidence: 10 })
    expect(factors.length).toBeGreaterThan(0)
  })

  it('finds what its own key was charged for alone', async () => {
    const id = await company(),
      other = await service.key(10)
    const found = await call('evidence', { id }, other)
    expect([found.isError, found.structuredContent.code]).toEqual([true, 'not_kept'])
    expect((await call('changes', { from: id, to: id }, other)).structuredContent.code).toBe('not_kept')
    expect((await call('evidence', { id: 'nonsense' })).structuredContent.code).toBe('not_kept')
  })

  it('is told all that is wrong with its arguments', async () => {
    const { errors } = (await call('changes', { form: 'ev_0' })).structuredContent
    const wrong = errors.map(({ parameter, detail }: { parameter: string; detail: string }) => [parameter, detail])
    expect(wrong).toEqual([
      ['form', "is not a parameter here; did you mean 'from'?"],
      ['from', 'is missing'],
      ['to', 'is missing'],
    ])
  })

  it('is counted by the limit of its key', async () => {
    const limited = await runService({
      configure: (dir) => {
        mkdirSync(join(dir, 'surfaces'), { recursive: true })
        writeFileSync(join(dir, 'surfaces/mcp.yaml'), 'evidence: { tools: true }\n')
        appendFileSync(join(dir, 'service.yaml'), '\nlimits: { per_key: { calls: 2, per: 1h, burst: 0 } }\n')
      },
    })
    const asking = await client(limited, await limited.key(1))
    await asking.listTools()
    const codes = []
    for (let i = 0; i < 3; i++) {
      const result = await asking.callTool({ name: 'evidence', arguments: { id: 'ev_0' } })
      codes.push((result.structuredContent as { code: string }).code)
    }
    expect(codes).toEqual(['not_kept', 'not_kept', 'rate_limited'])
    await asking.close()
    await limited.close()
  })
})
