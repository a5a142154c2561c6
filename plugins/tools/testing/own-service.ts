/** The settings of a service that is made of what this package brings along: a plugin is tested in any repository. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnySource } from '@domesday/core/tool'

/** By path: no project need depend on these packages, or have them where Node looks for its own. */
const quoted = (url: string): string => JSON.stringify(fileURLToPath(url))
const rest = quoted(import.meta.resolve('@domesday/surface-rest')),
  sqlite = quoted(import.meta.resolve('@domesday/store-sqlite')),
  http = quoted(import.meta.resolve('@domesday/client-http')),
  dataset = quoted(import.meta.resolve('@domesday/client-dataset')),
  gateway = quoted(import.meta.resolve('@domesday/tool-gateway'))

const unlimited = '{ calls: 100000, per: 1m }'

/** Over samples a rate or a breaker would only hide what failed first. */
const unheld = `rate: ${unlimited}
breaker: { failures: 100000, for: 1s }
`

/**
 * Writes `service.yaml` into a folder, which is made. No settings of a project are read, there are no rate limits, for
 * callers or for `called` sources, and the log tells of every call that no sample answers.
 */
export const writeOwnService = (folder: string, endpoint: string, called: Iterable<AnySource> = []): void => {
  mkdirSync(join(folder, 'sources'), { recursive: true })
  for (const { id, kind } of called) if (kind === 'http') writeFileSync(join(folder, 'sources', `${id}.yaml`), unheld)
  writeFileSync(
    join(folder, 'service.yaml'),
    `endpoints: [${endpoint}]
surfaces: [${rest}]
store: ${sqlite}
clients: [${http}, ${dataset}]
jobs: none
limits: { per_key: ${unlimited}, per_address: ${unlimited} }
log: { level: debug }
sandbox: { gateway: ${gateway} }
`,
  )
}
