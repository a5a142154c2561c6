import { appendFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { startQuiet } from './child.ts'

const much = '{ calls: 1000000000, per: 1m }'
const generous = `
limits: { per_key: ${much}, per_address: ${much}, keys_per_address: ${much} }
keys: { free_credits: 1000000000 }
`

/**
 * Starts the service of a checkout with the settings it has there, but for limits that no bench meets and keys that
 * are rich. Its settings and its data are in `dir`.
 */
export const startService = (checkout: string, dir: string): ReturnType<typeof startQuiet> => {
  const configDir = join(dir, 'config')
  cpSync(join(checkout, 'config'), configDir, { recursive: true })
  appendFileSync(join(configDir, 'service.yaml'), generous)
  return startQuiet([join(checkout, 'core/start.js')], {
    DOMESDAY_CONFIG_DIR: configDir,
    DOMESDAY_DATA_DIR: join(dir, 'data'),
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
  })
}
