/** Held against every plugin that is served: a new one is tested before its author writes a test. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declarationFaults, faultsInAnswer, runService, type RunningService } from '@domesday/tool-testing'
import { inspect } from '../core/service/configure.ts'
import { projectRoot, type LoadedEndpoint } from '../core/registry/load.ts'
import { tokens } from '../core/service/tokens.ts'
import { termsOf } from '../core/contract/licences.ts'
import { depthRank, depths, type Depth } from '../core/contract/node.ts'
import { sourcesOf } from '../core/engine/endpoint-facts.ts'
import { identitySections } from '../core/engine/endpoint-facts.ts'
import { generous } from './service/generous.ts'

const found = await inspect(join(projectRoot, 'config'), {})
const { plugins, lines, reading } = found
const endpoints = [...plugins.endpoints.values()]
const examplesOf = ({ declared }: LoadedEndpoint): readonly string[] =>
  Object.keys((reading.settings.get(`endpoint:${declared.id}`) as { examples?: object } | undefined)?.examples ?? {})

describe('plugins', () => {
  it('are sound in shape and settings', () => expect(lines).toEqual([]))

  it('are sound in what no start looks for', () => expect(declarationFaults(found)).toEqual([]))

  it('are all served: no package lies idle', () => {
    const idle = (kind: string, served: readonly { readonly home?: string }[]) =>
      readdirSync(join(projectRoot, 'plugins', kind)).filter(
        (name) =>
          existsSync(join(projectRoot, 'plugins', kind, name, 'package.json')) &&
          !served.some(({ home }) => home === join(projectRoot, 'plugins', kind, name)),
      )
    const declared = [...plugins.endpoints.values()].map((one) => one.declared)
    expect([
      ...idle('endpoints', declared),
      ...idle('scores', [...plugins.scores.values()]),
      ...idle('sources', [...plugins.sources.values()]),
    ]).toEqual([])
  })

  it.each([...plugins.sources.values()].map((source) => [source.id, source] as const))(
    'source %s has its papers',
    (_id, source) => {
      const { home, licence, attribution, coverage, title, parts = {} } = source
      for (const { url, words } of [termsOf(source).terms, ...Object.values(parts).map(({ terms }) => terms)]) {
        expect(url, `where the terms of ${licence} stand`).toMatch(/^https:/)
        expect(words.length, 'what they say').toBeGreaterThan(20)
      }
      for (const [what, text] of Object.entries({ licence, attribution, coverage, title }))
        expect(text.length, what).toBeGreaterThan(3)
      expect(existsSync(join(home, 'samples')), 'samples').toBe(true)
      expect(
        readdirSync(home).some((file) => file.endsWith('.test.ts')),
        'a test',
      ).toBe(true)
    },
  )
})

describe.each(endpoints.map((endpoint) => [endpoint.declared.id, endpoint] as const))('%s', (_id, endpoint) => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService({ configure: generous })
  })
  afterAll(() => service.close())
  const examples = examplesOf(endpoint)
  const identity = identitySections(endpoint.declared)
  const look = (path: string, depth: Depth) =>
    service.send(`/api/v1${path}${path.includes('?') ? '&' : '?'}depth=${depth}`)

  it('has three examples or more', () => expect(examples.length).toBeGreaterThanOrEqual(3))

  describe.each(examples)('%s', (path) => {
    it.each([...depths])('at %s agrees with its schema, and knows something', async (depth) => {
      const { status, body, headers } = await look(path, depth)
      expect([status, body.detail]).toEqual([200, undefined])
      expect(faultsInAnswer(endpoint, body)).toEqual([])
      const { credits } = service.container.get(tokens.configured).current().endpoint(endpoint.declared.id)
      // An answer that knows nothing beyond who or where the subject is costs nothing: no example is one.
      // One to which its depth adds nothing costs what the depth below it costs.
      const asked = endpoint.flat ? 'full' : depth
      const prices = depths.filter((one) => depthRank(one) <= depthRank(asked)).map((one) => credits[one])
      expect(prices).toContain(body._meta.credits_charged)
      expect(Number(headers['x-credits-charged'])).toBe(body._meta.credits_charged)
    })

    it('has the same score at every depth at which it appears, in parts that add up', async () => {
      const seen = new Map<string, unknown>()
      for (const depth of depths) {
        for (const [where, score] of scoresIn((await look(path, depth)).body.data)) {
          const parts = (score['signals'] ?? score['factors']) as readonly Record<string, unknown>[] | undefined
          const contributions = parts
            ?.map((part) => part['contribution'] ?? part['risk_contribution'])
            .filter((part): part is number => typeof part === 'number')
          if (parts && contributions && contributions.length > 0 && score['override'] === undefined)
            expect(contributions.reduce((sum, part) => sum + part, 0)).toBe(score['score'])
          if (seen.has(where))
            expect([where, score['score'], score['rating']]).toEqual([where, ...(seen.get(where) as unknown[])])
          seen.set(where, [score['score'], score['rating']])
        }
      }
    })

    it('names a source and a reason for every section that is null', async () => {
      const { data, _meta } = (await look(path, 'full')).body
      for (const name of Object.keys(endpoint.declared.sections)) {
        const value = name.split('.').reduce<any>((inner, key) => inner?.[key], data)
        if (value !== null) continue
        const rows = _meta.missing.filter(({ section }: { section: string }) => section === name)
        expect([name, rows.length > 0]).toEqual([name, true])
      }
    })

    it('shows sections only from their depth', async () => {
      for (const depth of depths) {
        const { data } = (await look(path, depth)).body
        const above = Object.entries(endpoint.declared.sections).filter(
          ([, { from }]) => depths.indexOf(from) > depths.indexOf(depth),
        )
        for (const [name] of above)
          expect([name, name.split('.').reduce<any>((inner, key) => inner?.[key], data)]).toEqual([name, undefined])
      }
    })
  })

  it('rests every section on sources, or on who and where the subject is', () => {
    for (const name of Object.keys(endpoint.declared.sections))
      if (!identity.has(name)) expect([name, sourcesOf(endpoint.declared, name).length > 0]).toEqual([name, true])
  })
})

/** Every score in an answer, with where it stands. */
const scoresIn = (value: unknown, at = ''): [string, Record<string, unknown>][] => {
  if (typeof value !== 'object' || value === null) return []
  const own: [string, Record<string, unknown>][] =
    'score' in value && 'rating' in value ? [[at, value as Record<string, unknown>]] : []
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => scoresIn(inner, `${at}.${key}`))]
}
