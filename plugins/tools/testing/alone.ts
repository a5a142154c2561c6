/** A service with one endpoint and nothing of the project's settings, over the sample data. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@domesday/core'
import { collectPlugins } from '@domesday/core/tool'
import { runService, type RunningService, type StartOptions } from './service.ts'

const unlimited = '{ calls: 100000, per: 1m }'

/** Without rate limits. `log: { level: debug }` tells of every call that no sample answers. */
export const serviceYamlOf = (id: string): string =>
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
