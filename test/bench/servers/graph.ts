/**
 * The real service with the endpoint of known latencies alone, in a process of its own: `graph.ts <folder>
 * <upstream>`. Says a key that is rich, then its address.
 */
import 'reflect-metadata'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectPlugins } from '../../../core/registry/load.ts'
import { startService } from '../../../core/service/service.ts'
import { tokens } from '../../../core/service/tokens.ts'
import { declareGraph } from '../graph.ts'

const [dir, gateway] = process.argv.slice(2) as [string, string]
const much = '{ calls: 1000000000, per: 1m }'
mkdirSync(join(dir, 'config'))
writeFileSync(
  join(dir, 'config/service.yaml'),
  `endpoints: [graph]\nhttp: { in_flight: 100000, connections_per_address: 100000, in_flight_share: { key: 1, address: 1, surface: 1 } }\nlimits: { per_key: ${much}, per_address: ${much}, keys_per_address: ${much} }\n`,
)
const service = await startService({
  mode: 'sandbox',
  env: {},
  configDir: join(dir, 'config'),
  dataDir: join(dir, 'data'),
  port: 0,
  metricsPort: 0,
  host: '127.0.0.1',
  gateway,
  loaded: collectPlugins([['graph', declareGraph(dir)]]),
  logTo: { write: () => {} },
})
await service.warm()
const { key } = await service.container.get(tokens.billing).keys.create({ credits: 1_000_000 })
console.log(`address ${service.origin} ${key}`)
process.on('SIGTERM', () => void service.close().then(() => process.exit(0)))
