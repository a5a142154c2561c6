import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { scoreCheck, sourceCheck } from '../../core/registry/settings/checks.ts'
import { formatFault } from '../../core/config/faults.ts'
import { endpointShape, sourceShape } from '../../core/registry/settings/plugin-settings.ts'
import { scoreShape } from '../../core/registry/settings/score-shape.ts'
import { serviceDocument } from '../../core/registry/settings/service-settings.ts'
import type { SettingsDocument } from '../../core/config/documents.ts'
import { number, optional, text } from '../../core/contract/shape.ts'
import { readSettings, type ReadOptions } from '../../core/config/read-settings.ts'

/**
 * A small project: one endpoint with depths and a score, one flat endpoint, a source, a dataset, a score package, and
 * the service.
 */
export const projectFiles: Readonly<Record<string, string>> = {
  'plugins/endpoints/water/defaults.yaml': `credits: { summary: 4, standard: 12, full: 24 }
usd: { summary: 0.002, standard: 0.015, full: 0.030 }
deadline: 8s
examples:
  /water/SW1A 2AA: A river in a city.
score:
  weights: { overflows: 0.5, bathing: 0.3, ecology: 0.2 }
  curves:
    overflows: [[0, 100], [10, 70], [100, 0]]
    bathing: { Excellent: 100, Good: 75, Poor: 0 }
    ecology: [[0, 0], [5, 100]]
  bands:
    - { from: 60, rating: GOOD, recommendation: Enjoy it. }
    - { from: 0, rating: POOR, recommendation: Look elsewhere. }
  minimum_weight: 0.3
settings:
  radius_km: 5
  label: near
`,
  'plugins/endpoints/vehicle/defaults.yaml': 'credits: { flat: 25 }\ndeadline: 10s\n',
  'plugins/sources/police-uk/defaults.yaml': `base: https://data.police.uk
timeout: 5s
tries: 2
rate: { calls: 15, per: 1s, burst: 30 }
concurrency: 4
ttl: { default: 1d, crimes: 30d }
stale_for: 7d
breaker: { failures: 5, for: 30s }
max_bytes: 8MB
`,
  'plugins/sources/gias/defaults.yaml':
    'base: https://schools.example.org\ntimeout: 10s\ntries: 1\nmax_bytes: 100MB\nrefresh: 7d\n',
  'plugins/scores/distress/defaults.yaml': `weights: { filings: 0.6, charges: 0.4 }
curves: { filings: [[0, 0], [3, 100]], charges: [[0, 0], [5, 100]] }
bands: [{ from: 50, rating: HIGH, recommendation: Ask. }, { from: 0, rating: LOW, recommendation: Go on. }]
`,
  'config/service.yaml': 'endpoints: [water, vehicle]\n',
}

const factors = ['overflows', 'bathing', 'ecology']

const documentsIn = (root: string): readonly SettingsDocument[] => {
  const plugin = (
    kind: SettingsDocument['kind'],
    id: string,
    rest: Pick<SettingsDocument, 'schema' | 'check'>,
  ): SettingsDocument => ({
    kind,
    id,
    defaults: join(root, `plugins/${kind}s/${id}/defaults.yaml`),
    override: `${kind}s/${id}.yaml`,
    ...rest,
  })
  return [
    serviceDocument(),
    plugin('endpoint', 'water', {
      schema: endpointShape({
        flat: false,
        hasUsd: true,
        factors,
        settings: { radius_km: number({ minimum: 1, maximum: 20 }), label: text(), note: optional(text()) },
      }).schema,
      check: scoreCheck(factors),
    }),
    plugin('endpoint', 'vehicle', {
      schema: endpointShape({ flat: true, hasUsd: false, factors: null, settings: {} }).schema,
    }),
    plugin('source', 'police-uk', {
      schema: sourceShape({ operations: ['crimes', 'newest'], dataset: false }).schema,
      check: sourceCheck('60d'),
    }),
    plugin('source', 'gias', {
      schema: sourceShape({ operations: ['near'], dataset: true }).schema,
      check: sourceCheck('30d'),
    }),
    plugin('score', 'distress', {
      schema: scoreShape(['filings', 'charges']).schema,
      check: scoreCheck(['filings', 'charges'], []),
    }),
  ]
}

/** The project in a folder of its own, with some files changed, added or (null) left out; removed after the test. */
export const project = (changes: Readonly<Record<string, string | null>> = {}) => {
  const root = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries({ ...projectFiles, ...changes })) if (text !== null) write(path, text)
  const configDir = join(root, 'config')
  const documents = documentsIn(root)
  const read = (env: ReadOptions['env'] = {}, rest: Partial<ReadOptions> = {}) =>
    readSettings(documents, { configDir, env, ...rest })
  const faults = (env: ReadOptions['env'] = {}) => read(env).faults.map((fault) => formatFault(fault, root))
  return { root, configDir, documents, read, faults, write }
}
