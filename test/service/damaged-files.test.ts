/** Files of the data folder that cannot be used, or lead elsewhere, are told at the start. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runService } from '@domesday/tool-testing'
import { folderOf } from '../support/folder.ts'

const started = async (dataDir: string): Promise<string> => {
  try {
    await (await runService({ dataDir })).close()
    return 'it starts'
  } catch (fault) {
    return (fault as Error).message
  }
}

describe('signing keys', () => {
  it.each([
    ['{', 'it is not JSON.'],
    ['{"keys":[]}', "it has 0 private keys in its 'keys', and needs one."],
    ['null', "it has 0 private keys in its 'keys', and needs one."],
    ['{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}]}', 'its private key is not one of Ed25519.'],
  ])('%s are told in a sentence', async (text, why) => {
    const dataDir = join(folderOf({ 'data/signing-keys.json': text }), 'data')
    expect(await started(dataDir)).toBe(
      `${dataDir}/signing-keys.json is no file of signing keys: ${why} Put a copy in its place`,
    )
  })
})

describe.skipIf(process.platform === 'win32')('a symbolic link in the data folder', () => {
  it.each(['settings-log.jsonl', 'settings.json', 'ledger.db', 'evidence.db', 'evidence.key', 'signing-keys.json'])(
    'for %s is refused, and what it leads to stays as it is',
    async (name) => {
      const folder = folderOf({ 'data/keep': '', 'other.txt': 'of another' })
      const dataDir = join(folder, 'data')
      symlinkSync(join(folder, 'other.txt'), join(dataDir, name))
      expect(await started(dataDir)).toBe(
        `${dataDir}/${name} is a symbolic link: files of the data folder are never opened through one. Delete it`,
      )
      expect(readFileSync(join(folder, 'other.txt'), 'utf8')).toBe('of another')
    },
  )

  it('that is made while the service runs is not followed by its settings log', async () => {
    const service = await runService()
    const other = join(folderOf({ keep: '' }), 'other.txt')
    await service.container.get((await import('../../core/service/tokens.ts')).tokens.clients).warm()
    const log = join(service.dataDir, 'settings-log.jsonl')
    rmSync(log, { force: true })
    symlinkSync(other, log)
    const { noteSettings } = await import('../../core/config/settings-log.ts')
    expect(() =>
      noteSettings(log, { release: '1', settings: new Map(), endpoints: {}, documents: [], root: '' } as never),
    ).toThrow('is a symbolic link')
    await service.close()
    expect(existsSync(other)).toBe(false)
  })

  it('for the folder of datasets leads to a larger disk, as operators use it', async () => {
    const folder = folderOf({ 'data/keep': '' })
    mkdirSync(join(folder, 'large'))
    symlinkSync(join(folder, 'large'), join(folder, 'data/datasets'))
    expect(await started(join(folder, 'data'))).toBe('it starts')
  })
})

describe('metrics', () => {
  it('are served under names of loopback and those that the settings name, and under no other', async () => {
    const { request } = await import('undici')
    const service = await runService({
      configure: (dir) => appendFileSync(join(dir, 'service.yaml'), '\nmetrics: { names: [node-1, 10.0.0.5] }\n'),
    })
    const statusOf = async (host: string): Promise<number> => {
      const { statusCode, body } = await request(`${service.metricsOrigin}/metrics`, { headers: { host } })
      await body.dump()
      return statusCode
    }
    const statuses = async (...hosts: readonly string[]) => Promise.all(hosts.map(statusOf))
    expect(
      await statuses('localhost:9464', '127.0.0.1', '[::1]:9464', 'node-1:9464', 'NODE-1', '10.0.0.5:9464'),
    ).toEqual([200, 200, 200, 200, 200, 200])
    expect(await statuses('evil.example', '127.0.0.1.evil.example', 'node-1.evil.example', '169.254.169.254')).toEqual([
      421, 421, 421, 421,
    ])
    await service.close()
  })
})
