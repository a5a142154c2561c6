import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startQuiet } from './child.ts'

const much = '{ calls: 1000000000, per: 1m }'
const generous = `
limits: { per_key: ${much}, per_address: ${much}, keys_per_address: ${much} }
keys: { free_credits: 1000000000 }
`

/**
 * Starts the service of a checkout with the settings it has there, but for limits that no bench meets and keys that
 * are rich. Its settings and its data are in `dir`. `sources`: settings of sources, by id.
 */
export const startService = (
  checkout: string,
  dir: string,
  {
    sources = {},
    env = {},
  }: { readonly sources?: Readonly<Record<string, string>>; readonly env?: Readonly<Record<string, string>> } = {},
): ReturnType<typeof startQuiet> => {
  const configDir = join(dir, 'config')
  cpSync(join(checkout, 'config'), configDir, { recursive: true })
  appendFileSync(join(configDir, 'service.yaml'), generous)
  mkdirSync(join(configDir, 'sources'), { recursive: true })
  for (const [id, settings] of Object.entries(sources))
    writeFileSync(join(configDir, 'sources', `${id}.yaml`), settings)
  return startQuiet([join(checkout, 'core/start.js')], {
    ...env,
    DOMESDAY_CONFIG_DIR: configDir,
    DOMESDAY_DATA_DIR: join(dir, 'data'),
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
  })
}
