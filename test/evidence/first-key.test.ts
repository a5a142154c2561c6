/** The key that signs is made when a service that keeps evidence first starts, and not before it answers. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../core/service/service.ts'
import { commandsOn } from '../support/commands.ts'

const root = mkdtempSync(join(tmpdir(), 'first-key-'))
afterAll(() => rmSync(root, { recursive: true }))

const configDir = mkdtempSync(join(root, 'config-'))
writeFileSync(
  join(configDir, 'service.yaml'),
  'endpoints: [location]\nsurfaces: [rest, evidence]\nevidence: sqlite\nhttp: { lame_duck: 0s }\n',
)

const optionsFor = (mode: 'sandbox' | 'live') => ({
  mode,
  dataDir: mkdtempSync(join(root, 'data-')),
  configDir,
  env: {},
  port: 0,
  metricsPort: 0,
  logTo: { write: () => {} },
})

const rotated = async (dataDir: string) => {
  const { code, err } = await commandsOn(() => ({ dataDir, configDir }))('keys', 'rotate-signing')
  return [code, err] as const
}

describe('a first start', () => {
  it('makes the key once the service answers, for its user alone, and a later start keeps it', async () => {
    const options = optionsFor('sandbox'),
      file = join(options.dataDir, 'signing-keys.json')
    const service = await startService(options)
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
    expect(existsSync(file)).toBe(false)
    await service.warm()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = readFileSync(file, 'utf8')
    const { keys } = (await (await fetch(`${service.origin}/.well-known/jwks.json`)).json()) as {
      keys: readonly { kid: string }[]
    }
    expect(text).toContain(keys[0]!.kid)
    await service.close()
    const again = await startService(options)
    await again.warm()
    await again.close()
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('makes none where no evidence is kept, and a rotation says who would', async () => {
    const options = optionsFor('live')
    const service = await startService(options)
    await service.warm()
    await service.close()
    expect(existsSync(join(options.dataDir, 'signing-keys.json'))).toBe(false)
    expect(await rotated(optionsFor('sandbox').dataDir)).toEqual([
      1,
      expect.stringContaining(
        'a service that keeps evidence makes it when it first starts, another when it first signs',
      ),
    ])
  })
})
