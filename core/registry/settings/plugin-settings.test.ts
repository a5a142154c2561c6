import { describe, expect, it } from 'vitest'
import type { Shape } from '../../contract/shape.ts'
import { plainValue } from '../../config/tree.ts'
import { parseSettings } from '../../config/parse-yaml.ts'
import { endpointShape, sourceShape } from './plugin-settings.ts'
import { validate } from '../../config/validate.ts'

const faults = ({ schema }: Shape<unknown>, yaml: string) =>
  validate(schema, parseSettings('x.yaml', yaml).root!).findings.map((fault) => fault.message)
const names = { flat: true, hasUsd: false, factors: null, settings: {} }

describe('endpointShape', () => {
  it('wants a price for every depth, or the one', () => {
    expect(faults(endpointShape(names), 'credits: { flat: 25 }\ndeadline: 8s\n')).toEqual([])
    expect(
      faults(endpointShape({ ...names, flat: false }), 'credits: { summary: 1, standard: 2, full: 3 }\ndeadline: 8s\n'),
    ).toEqual([])
    expect(
      faults(endpointShape({ ...names, flat: false }), 'credits: { summary: 1, full: 3 }\ndeadline: 8s\n'),
    ).toEqual(["missing key 'standard' in credits"])
    expect(faults(endpointShape({ ...names, flat: false }), 'credits: 5\ndeadline: 8s\n')).toEqual([
      'credits must be a map, not 5',
    ])
  })

  it('wants dollars exactly where the endpoint is sold by the call', () => {
    expect(
      faults(
        endpointShape({ ...names, hasUsd: true }),
        'credits: { flat: 25 }\nusd: { flat: 0.000001 }\ndeadline: 8s\n',
      ),
    ).toEqual([])
    expect(faults(endpointShape({ ...names, hasUsd: true }), 'credits: { flat: 25 }\ndeadline: 8s\n')).toEqual([
      "missing key 'usd', which holds 'flat'",
    ])
    expect(
      faults(endpointShape({ ...names, hasUsd: true }), 'credits: { flat: 25 }\nusd: { flat: 0 }\ndeadline: 8s\n'),
    ).toEqual(['usd.flat must be more than 0, not 0'])
  })

  it('takes any price of whole micro-dollars', () => {
    const shape = endpointShape({ ...names, hasUsd: true })
    for (let micro = 1; micro < 100_000_000; micro = micro * 3 + 1) {
      expect(
        faults(shape, `credits: { flat: 25 }\nusd: { flat: ${(micro / 1e6).toFixed(6)} }\ndeadline: 8s\n`),
      ).toEqual([])
      expect(
        faults(shape, `credits: { flat: 25 }\nusd: { flat: ${(micro / 1e6).toFixed(6)}5 }\ndeadline: 8s\n`),
      ).toHaveLength(1)
    }
  })

  it('wants a weight and a curve for every factor, and no others', () => {
    const score = (inside: string) =>
      faults(
        endpointShape({ ...names, factors: ['flood', 'crime'] }),
        `credits: { flat: 25 }\ndeadline: 8s\nscore:\n${inside}`,
      )
    expect(
      score(
        '  weights: { flood: 1 }\n  curves: { crime: [[0, 0], [1, 1]], radon: { Low: 0 } }\n  bands: [{ from: 0, rating: A, recommendation: a }]\n',
      ),
    ).toEqual([
      "missing key 'crime' in score.weights",
      "missing key 'flood' in score.curves",
      "unknown key 'radon'; known keys: flood, crime",
    ])
  })

  it("checks the endpoint's own settings by their shapes, alternatives and nested maps included", () => {
    const shape = endpointShape({
      ...names,
      settings: {
        radius_km: {
          schema: {
            type: 'object',
            required: ['full'],
            additionalProperties: false,
            properties: { full: { type: 'number' } },
          },
        },
        limit: { schema: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] } },
        mode: { schema: { enum: ['rail', 'bus'] } },
        since: { schema: { type: 'string', format: 'date' }, optional: true },
      },
    })
    const own = (yaml: string) => faults(shape, `credits: { flat: 25 }\ndeadline: 8s\nsettings: ${yaml}\n`)
    expect(own('{ radius_km: { full: 5 }, limit: null, mode: bus }')).toEqual([])
    expect(own('{ radius_km: { full: 5 }, limit: 3, mode: bus, since: 2026-01-31 }')).toEqual([])
    expect(own('{ radius_km: { ful: 5 }, limit: 0, mode: buss, since: 2026-02-31 }')).toEqual([
      "missing key 'full' in settings.radius_km (is 'ful' meant?)",
      "unknown key 'ful'; did you mean 'full'?",
      'settings.limit must be at least 1, not 0',
      "settings.mode must be one of rail, bus, not 'buss'; did you mean 'bus'?",
      "settings.since must be a valid date, not '2026-02-31'",
    ])
    expect(own('{ radius_km: { full: 5 }, limit: many, mode: rail }')).toEqual([
      "settings.limit must be a whole number or empty, not 'many'",
    ])
    expect(faults(shape, 'credits: { flat: 25 }\ndeadline: 8s\n')).toEqual([
      "missing key 'settings', which holds 'radius_km', 'limit', 'mode'",
    ])
  })

  it('is plainValue JSON Schema, which a foreign validator may read', () => {
    const { schema } = endpointShape({ ...names, factors: ['flood'] })
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  })
})

describe('sourceShape', () => {
  const dataset = 'base: https://x.example.org\ntimeout: 10s\ntries: 1\nmax_bytes: 2GB\n'
  const live = `${dataset}concurrency: 2\nttl: { default: 1d }\nstale_for: 7d\nbreaker: { failures: 5, for: 30s }\n`

  it('wants the protective figures of a live source, and when to import of a dataset', () => {
    expect(faults(sourceShape({ operations: ['a'], dataset: false }), live)).toEqual([])
    expect(faults(sourceShape({ operations: ['a'], dataset: true }), `${dataset}refresh: 30d\n`)).toEqual([])
    expect(faults(sourceShape({ operations: ['a'], dataset: false, uncalled: true }), '{}\n')).toEqual([])
    expect(faults(sourceShape({ operations: ['a'], dataset: true }), dataset)).toEqual(["missing key 'refresh'"])
    expect(faults(sourceShape({ operations: ['a'], dataset: false }), dataset)).toEqual([
      "missing key 'concurrency'",
      "missing key 'ttl', which holds 'default'",
      "missing key 'stale_for'",
      "missing key 'breaker', which holds 'failures', 'for'",
    ])
  })

  it('takes the default freshness and that of its operations', () => {
    const ttl = (yaml: string) =>
      faults(sourceShape({ operations: ['crimes', 'newest'], dataset: false }), live.replace('{ default: 1d }', yaml))
    expect(ttl('{ default: 1d, crimes: 30d, newest: 0s }')).toEqual([])
    expect(ttl('{ crimes: 30d }')).toEqual(["missing key 'default' in ttl"])
    expect(ttl('{ default: 1d, newset: 1d }')).toEqual(["unknown key 'newset'; did you mean 'newest'?"])
  })
})

describe('validate', () => {
  it('tells of a list every fault of every item, with its place', () => {
    const schema = {
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        additionalProperties: false,
        properties: { id: { type: 'integer' }, tags: { type: 'array', uniqueItems: true } },
      },
    }
    const { findings: found } = validate(
      schema,
      parseSettings('x.yaml', 'a:\n  - { id: x }\n  - { idd: 1, tags: [a, b, a] }\n').root!.entries.get('a')!.value,
    )
    expect(found).toEqual([
      { path: [0, 'id'], message: "[0].id must be a whole number, not 'x'" },
      { path: [1], message: "missing key 'id' in [1] (is 'idd' meant?)" },
      { path: [1, 'idd'], key: true, message: "unknown key 'idd'; did you mean 'id'?" },
      { path: [1, 'tags', 2], message: "[1].tags lists 'a' twice" },
    ])
  })

  it('finds keys with characters that a JSON pointer escapes', () => {
    const root = parseSettings('x.yaml', 'examples: { "/a~b/c%": 5 }\n').root!
    expect(plainValue(root)).toEqual({ examples: { '/a~b/c%': 5 } })
    expect(
      validate({ minProperties: 1, additionalProperties: { additionalProperties: { type: 'string' } } }, root)
        .findings[0]!.path,
    ).toEqual(['examples', '/a~b/c%'])
  })
})
