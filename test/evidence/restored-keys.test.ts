/** A backup that is put back on another machine: what was signed before is verified there. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { commandsOn } from '../support/commands.ts'

const dir = mkdtempSync(join(tmpdir(), 'domesday-restored-'))
const [first, signed, plain, whole] = ['first', 'signed.json', 'plain.db', 'whole.db'].map((name) =>
  join(dir, name),
) as [string, string, string, string]
const carried = (backup: string) => `${backup}.signing-keys.json`
const keysOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'signing-keys.json'), 'utf8')).keys

/** It is started three times. */
const small = (dir: string): void =>
  writeFileSync(join(dir, 'service.yaml'), 'endpoints: [location]\nevidence: sqlite\n')

let service: RunningService
let kid: string
beforeAll(async () => {
  service = await runService({ dataDir: first, configure: small })
  const { body } = await service.send('/api/v1/location/WA11UH?depth=summary')
  const path = `/evidence/${body._meta.evidence}`
  writeFileSync(signed, (await service.send(path, { headers: { accept: 'application/jose+json' } })).text)
  kid = keysOf(first)[0].kid
})
afterAll(async () => {
  await service.close()
  rmSync(dir, { recursive: true })
})

const domesday = (dataDir: string, ...argv: readonly string[]) =>
  commandsOn(() => ({ dataDir, configDir: service.configDir }))(...argv)

/** What a service on this data folder publishes, and whether the file that was signed first is verified by it. */
const publishedAt = async (dataDir: string) => {
  const elsewhere = await runService({ dataDir, configure: small })
  try {
    const { text, body } = await elsewhere.send('/.well-known/jwks.json', { key: null })
    writeFileSync(join(dir, 'jwks.json'), text)
    const { code } = await domesday(dataDir, 'verify', signed, '--jwks', join(dir, 'jwks.json'))
    return { code, keys: (body as any).keys as readonly { readonly kid: string; readonly exp?: number }[] }
  } finally {
    await elsewhere.close()
  }
}

describe('a backup', () => {
  it('has the public keys beside it, and says where the private one is', async () => {
    const { code, out } = await domesday(first, 'backup', plain)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`the private one is in ${join(first, 'signing-keys.json')}`),
    ])
    expect(readFileSync(carried(plain), 'utf8')).not.toContain('"d"')
    expect(JSON.parse(readFileSync(carried(plain), 'utf8')).keys).toMatchObject([{ kid }])
    expect(statSync(carried(plain)).mode & 0o777).toBe(0o600)
  })

  it('has the private one only where that is wanted', async () => {
    const { out } = await domesday(first, 'backup', whole, '--with-signing-key', '--json')
    expect(JSON.parse(out)['signing_keys']).toMatchObject({ file: carried(whole), has_private_key: true })
    expect(readFileSync(carried(whole), 'utf8')).toContain('"d"')
    expect(statSync(carried(whole)).mode & 0o777).toBe(0o600)
  })

  it('is not written where keys of another are beside its name', async () => {
    const other = join(dir, 'other.db')
    writeFileSync(carried(other), '{}')
    expect(await domesday(first, 'backup', other)).toMatchObject({ code: 1, err: expect.stringContaining('exists') })
    expect(existsSync(other)).toBe(false)
  })
})

describe('a restoration on another machine', () => {
  it('asks, and changes nothing where nobody can answer, or where the private key did not come', async () => {
    const other = join(dir, 'asking')
    const asked = await domesday(other, 'restore', plain)
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('--with-signing-key or --without-signing-key')])
    const both = await domesday(other, 'restore', plain, '--with-signing-key', '--without-signing-key')
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('not both')])
    const wanted = await domesday(other, 'restore', plain, '--with-signing-key')
    expect([wanted.code, wanted.err]).toEqual([
      1,
      expect.stringContaining(`the private one was in ${join(first, 'signing-keys.json')}. Copy that file to`),
    ])
    expect(existsSync(join(other, 'ledger.db'))).toBe(false)
    expect(existsSync(join(other, 'signing-keys.json'))).toBe(false)
  })

  it('without the key signs with a new one, and verifies what was signed before', async () => {
    const other = join(dir, 'without')
    const { code, out } = await domesday(other, 'restore', plain, '--without-signing-key', '--json')
    const signsWith = JSON.parse(out)['signing_keys']['signs_with']
    expect([code, signsWith === kid]).toEqual([0, false])
    const published = await publishedAt(other)
    expect(published.keys.map((key) => [key.kid, typeof key.exp])).toEqual([
      [signsWith, 'undefined'],
      [kid, 'number'],
    ])
    expect(published.code).toBe(0)
    // It knows the key by now: there is nothing to ask.
    expect(await domesday(other, 'restore', plain)).toMatchObject({ code: 0, err: '' })
    expect(keysOf(other)[0].kid).toBe(signsWith)
  })

  it('with the key goes on with it', async () => {
    const other = join(dir, 'with')
    expect((await domesday(other, 'restore', whole, '--with-signing-key')).out).toContain(`signed with ${kid}`)
    expect(statSync(join(other, 'signing-keys.json')).mode & 0o777).toBe(0o600)
    expect(await publishedAt(other)).toMatchObject({ code: 0, keys: [{ kid }] })
    expect(keysOf(other)).toEqual(keysOf(first))
  })

  it('says so where no keys came', async () => {
    const [other, alone] = [join(dir, 'none'), join(dir, 'alone.db')]
    writeFileSync(alone, readFileSync(plain))
    const wanted = await domesday(other, 'restore', alone, '--with-signing-key')
    expect([wanted.code, wanted.err]).toEqual([2, expect.stringContaining(`has no ${carried(alone)}`)])
    expect(JSON.parse((await domesday(other, 'restore', alone, '--json')).out)['signing_keys']).toBeNull()
  })
})
