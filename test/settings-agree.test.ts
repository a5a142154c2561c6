/** A start and `config check` agree about every file of settings, whatever the kind of package that it is for. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configure } from '../core/service/configure.ts'
import { projectRoot } from '../core/registry/load.ts'
import { domesday } from './support/commands.ts'
import { folderOf } from './support/folder.ts'

const service = 'endpoints: [location]\nevidence: sqlite\n'
const engines = { DATABASE_URL: 'postgres://127.0.0.1:1/none', VALKEY_URL: 'redis://127.0.0.1:1' }

const startFaults = async (configDir: string, mode: 'sandbox' | 'live', env: object = {}) => {
  try {
    await configure({ configDir, mode, env: env as Record<string, string> })
    return []
  } catch (fault) {
    return (fault as { readonly lines: readonly string[] }).lines
  }
}
const checkFaults = async (configDir: string): Promise<readonly string[]> => {
  const { out } = await domesday({ env: { DOMESDAY_CONFIG_DIR: configDir } }, 'config', 'check')
  return out === '' ? [] : out.split('\n')
}

/** What may stand in the folder of settings, with a sound setting, by the package that it is for. */
const files: readonly (readonly [file: string, text: string])[] = [
  ['stores/sqlite.yaml', ''],
  ['stores/postgres.yaml', 'start: 1s\n'],
  ['evidence/sqlite.yaml', 'keep: { sandbox: 7d }\n'],
  ['evidence/postgres.yaml', ''],
  ['surfaces/pay.yaml', ''],
  ['clients/http.yaml', ''],
  ['clients/dataset.yaml', ''],
  ['sources/police-uk.yaml', 'tries: 1\n'],
  ['endpoints/location.yaml', 'credits: { summary: 3 }\n'],
]
const hasSettings = (file: string): boolean =>
  existsSync(join(projectRoot, 'plugins', dirname(file), file.split('/')[1]!.replace('.yaml', ''), 'defaults.yaml'))

describe('a file of settings', () => {
  it.each(files.filter(([file]) => hasSettings(file)))('%s is taken by both, used or not', async (file, text) => {
    const configDir = folderOf({ 'service.yaml': service, [file]: text })
    expect(await checkFaults(configDir)).toEqual([])
    for (const mode of ['sandbox', 'live'] as const) expect(await startFaults(configDir, mode)).toEqual([])
    expect(await startFaults(configDir, 'live', engines)).toEqual([])
  })

  it.each(['jobs/local.yaml', 'jobs/pg-boss.yaml', 'telemetry/otlp.yaml', 'tools/gateway.yaml'])(
    '%s, of a package that has no settings, is refused by both',
    async (file) => {
      const configDir = folderOf({ 'service.yaml': service, [file]: 'a: 1\n' })
      const told = [expect.stringMatching(/\.yaml:1:1 {2}(no .* with settings is loaded|nothing reads this file$)/)]
      expect(await checkFaults(configDir)).toEqual(told)
      for (const mode of ['sandbox', 'live'] as const) expect(await startFaults(configDir, mode)).toEqual(told)
    },
  )

  it.each(['stores/other.yaml', 'evidence/other.yaml', 'surfaces/other.yaml', 'clients/other.yaml', 'jobs/other.yaml'])(
    '%s, of nothing that is named, is refused by both in the same words',
    async (file) => {
      const configDir = folderOf({ 'service.yaml': service, [file]: 'a: 1\n' })
      const [found, ...others] = await checkFaults(configDir)
      expect([found, others]).toEqual([expect.stringMatching(/other\.yaml:1:1 {2}(no |nothing reads this file)/), []])
      for (const mode of ['sandbox', 'live'] as const)
        expect((await startFaults(configDir, mode)).map((line) => line.split('  ')[0])).toEqual([found!.split('  ')[0]])
    },
  )

  it('of evidence is refused by both where no evidence is kept', async () => {
    const configDir = folderOf({ 'service.yaml': 'endpoints: [location]\n' })
    mkdirSync(join(configDir, 'evidence'))
    writeFileSync(join(configDir, 'evidence/sqlite.yaml'), 'keep: { sandbox: 7d }\n')
    const place = /evidence\/sqlite\.yaml:1:1 {2}/
    expect(await checkFaults(configDir)).toEqual([expect.stringMatching(place)])
    expect(await startFaults(configDir, 'sandbox')).toEqual([expect.stringMatching(place)])
  })
})
