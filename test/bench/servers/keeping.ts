/**
 * The real service over a gateway elsewhere, in a process of its own: `keeping.ts <folder> <gateway> <keep> <mode>`. It
 * keeps evidence for so long. `wire`: nothing is cached; `digests`: digests are, answers are not; `answers`: both.
 * Says its address and a key that is rich.
 */
import 'reflect-metadata'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectRoot } from '../../../core/registry/load.ts'
import { inspect } from '../../../core/service/configure.ts'
import { startService } from '../../../core/service/service.ts'
import { tokens } from '../../../core/service/tokens.ts'

const [dir, gateway, keep, mode] = process.argv.slice(2) as [string, string, string, string]
const much = '{ calls: 1000000000, per: 1m }'
const configDir = join(dir, 'config')
cpSync(join(projectRoot, 'config'), configDir, { recursive: true })
const write = (folder: string, id: string, text: string): void => {
  mkdirSync(join(configDir, folder), { recursive: true })
  writeFileSync(join(configDir, folder, `${id}.yaml`), text)
}
appendFileSync(
  join(configDir, 'service.yaml'),
  `\nlimits: { per_key: ${much}, per_address: ${much}, keys_per_address: ${much} }\n`,
)
write('evidence', 'sqlite', `keep: { sandbox: ${keep} }\n`)

const { plugins } = await inspect(join(projectRoot, 'config'), {})
if (mode !== 'answers') for (const id of plugins.endpoints.keys()) write('endpoints', id, 'cache: 0s\n')
for (const { id, home, kind } of plugins.sources.values()) {
  if (kind !== 'http') continue
  const file = join(home, 'defaults.yaml')
  const { ttl = {} } = (existsSync(file) ? parse(readFileSync(file, 'utf8')) : {}) as { readonly ttl?: object }
  const none = Object.keys({ default: '', ...ttl }).map((name) => `${name}: 0s`)
  write(
    'sources',
    id,
    `rate: { calls: 1000000, per: 1s }\nbreaker: { failures: 1000000, for: 1s }\n${mode === 'wire' ? `ttl: { ${none.join(', ')} }\nstale_for: 0s\n` : ''}`,
  )
}
const service = await startService({
  mode: 'sandbox',
  env: {},
  configDir,
  dataDir: join(dir, 'data'),
  port: 0,
  metricsPort: 0,
  host: '127.0.0.1',
  gateway,
  logTo: { write: () => {} },
})
await service.warm()
const { key } = await service.container.get(tokens.billing).keys.create({ credits: 1_000_000_000 })
console.log(`address ${service.origin} ${key}`)
process.on('SIGTERM', () => void service.close().then(() => process.exit(0)))
