/** One endpoint by itself, with nothing of the project's settings. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@domesday/core'
import { collectPlugins, inspect } from '@domesday/core/tool'
import { writeOwnService } from './own-service.ts'
import { runService, type RunningService, type StartOptions } from './service.ts'

/** Rejects with a `BootFault` if the declaration or the settings have faults. */
export const runAlone = (
  endpoint: Endpoint,
  options: Omit<StartOptions, 'bare' | 'configure' | 'loaded'> = {},
): Promise<RunningService> => {
  const loaded = collectPlugins([[endpoint.id, endpoint]])
  return runService({
    ...options,
    bare: true,
    loaded,
    configure: (dir) => writeOwnService(dir, endpoint.id, loaded.plugins.sources.values()),
  })
}

type Alone = Awaited<ReturnType<typeof inspect>> & { readonly examples: readonly string[] | null }

/** The faults that prevent a start of the endpoint, and its examples; null if its settings have faults. */
export const inspectAlone = async (endpoint: Endpoint): Promise<Alone> => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-alone-'))
  try {
    writeOwnService(dir, endpoint.id)
    const found = await inspect(dir, {}, { loaded: collectPlugins([[endpoint.id, endpoint]]) })
    const settings = found.reading.settings.get(`endpoint:${endpoint.id}`) as { readonly examples?: object } | undefined
    return { ...found, examples: settings ? Object.keys(settings.examples ?? {}) : null }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
