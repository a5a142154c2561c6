/** One endpoint by itself, with nothing of the project's settings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@domesday/core'
import { collectPlugins, inspect } from '@domesday/core/tool'
import { runService, type RunningService, type StartOptions } from './service.ts'

const unlimited = '{ calls: 100000, per: 1m }'

/** Without rate limits. `log: { level: debug }` tells of every call that no sample answers. */
const serviceYamlOf = (id: string): string =>
  `endpoints: [${id}]\nlimits: { per_key: ${unlimited}, per_address: ${unlimited} }\nlog: { level: debug }\n`

/** Rejects with a `BootFault` if the declaration or the settings have faults. */
export const runAlone = (
  endpoint: Endpoint<any>,
  options: Omit<StartOptions, 'bare' | 'configure' | 'loaded'> = {},
): Promise<RunningService> =>
  runService({
    ...options,
    bare: true,
    loaded: collectPlugins([[endpoint.id, endpoint]]),
    configure: (dir) => writeFileSync(join(dir, 'service.yaml'), serviceYamlOf(endpoint.id)),
  })

type Alone = Awaited<ReturnType<typeof inspect>> & { readonly examples: readonly string[] | null }

/** The faults that prevent a start of the endpoint, and its examples; null if its settings have faults. */
export const inspectAlone = async (endpoint: Endpoint<any>): Promise<Alone> => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-alone-'))
  try {
    writeFileSync(join(dir, 'service.yaml'), serviceYamlOf(endpoint.id))
    const found = await inspect(dir, {}, { loaded: collectPlugins([[endpoint.id, endpoint]]) })
    const settings = found.reading.settings.get(`endpoint:${endpoint.id}`) as { readonly examples?: object } | undefined
    return { ...found, examples: settings ? Object.keys(settings.examples ?? {}) : null }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
