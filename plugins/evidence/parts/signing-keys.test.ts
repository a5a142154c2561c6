/** The keys that sign: made once, kept private, rotated without a restart. */
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packOf, seal } from '@domesday/verify'
import { keysIn, verifyFile } from '@domesday/verify/signed'
import { afterAll, describe, expect, it } from 'vitest'
import {
  openSigningKeys,
  readKeyFile,
  replaceKeyFile,
  rotateSigningKeys,
  signingKeysFile,
  signingKeysVariable,
  type KeyFile,
} from './signing-keys.ts'

const root = mkdtempSync(join(tmpdir(), 'domesday-signing-'))
afterAll(() => rmSync(root, { recursive: true }))
const newPlace = () => ({ dataDir: mkdtempSync(join(root, 'data-')), env: {} })

const packAt = (now: Date) =>
  packOf(
    seal({
      endpoint: 'entity',
      versions: {},
      asked: {},
      depth: 'full',
      include: null,
      now: now.toISOString(),
      settings: {},
      settingsHash: '',
      asks: [],
      answer: { data: {}, missing: [] },
    }),
  )
const faultsOf = async (file: string, keySet: object): Promise<readonly string[]> => {
  const { keys, faults } = await keysIn(JSON.stringify(keySet))
  return [...faults, ...(await verifyFile(Buffer.from(file), keys)).faults]
}
const rotation = new Date('2026-03-01T10:00:00.500Z')
const before = new Date('2026-03-01T09:00:00Z'),
  after = new Date('2026-03-01T11:00:00Z')

describe('the first key', () => {
  it('is made for this user alone, and is the same at the next start', async () => {
    const place = newPlace()
    const keys = await openSigningKeys(place)
    expect(statSync(join(place.dataDir, signingKeysFile)).mode & 0o777).toBe(0o600)
    expect(readdirSync(place.dataDir)).toEqual([signingKeysFile])
    expect(await (await openSigningKeys(place)).published()).toEqual(await keys.published())
    expect(await faultsOf(await keys.sign(packAt(before)), await keys.published())).toEqual([])
  })

  it('is one, though several processes start at once', async () => {
    const place = newPlace()
    const all = await Promise.all(Array.from({ length: 8 }, () => openSigningKeys(place)))
    const sets = await Promise.all(all.map((one) => one.published()))
    expect(new Set(sets.map((set) => JSON.stringify(set))).size).toBe(1)
    expect(readdirSync(place.dataDir)).toEqual([signingKeysFile])
  })

  it('is never published', async () => {
    const place = newPlace()
    const keys = await openSigningKeys(place)
    const { d } = (JSON.parse(readFileSync(join(place.dataDir, signingKeysFile), 'utf8')) as { keys: [{ d: string }] })
      .keys[0]
    expect(d).toHaveLength(43)
    expect(JSON.stringify(await keys.published()) + (await keys.sign(packAt(before)))).not.toContain(d)
  })
})

describe('a rotation', () => {
  it('takes effect without a restart, and leaves the public keys of all before', async () => {
    const place = newPlace()
    const keys = await openSigningKeys(place)
    const old = await keys.sign(packAt(before))
    const stolen = await keys.sign(packAt(after))
    const first = await rotateSigningKeys(place, rotation)
    const second = await rotateSigningKeys(place, rotation)
    expect(second.before).toBe(first.now)
    const set = await keys.published()
    expect(set.keys.map(({ kid, exp }) => [kid, exp])).toEqual([
      [second.now, undefined],
      [first.now, 1772359201],
      [first.before, 1772359201],
    ])
    expect(await faultsOf(old, set)).toEqual([])
    expect((await faultsOf(stolen, set)).join()).toMatch(/was retired/)
    expect(
      JSON.parse(Buffer.from(JSON.parse(await keys.sign(packAt(after))).protected, 'base64url').toString()),
    ).toEqual({ alg: 'EdDSA', kid: second.now, typ: 'domesday-evidence+json' })
    const file = readFileSync(second.path, 'utf8')
    expect(file.match(/"d":/g)).toHaveLength(1)
    expect([statSync(second.path).mode & 0o777, readdirSync(place.dataDir)]).toEqual([0o600, [signingKeysFile]])
  })

  it('is refused while another is under way, and needs a key to retire', async () => {
    const place = newPlace()
    await expect(rotateSigningKeys(place, rotation)).rejects.toThrow(/is not there yet/)
    expect(readdirSync(place.dataDir)).toEqual([])
    await openSigningKeys(place)
    const made = Promise.withResolvers<KeyFile>(),
      path = join(place.dataDir, signingKeysFile)
    const first = replaceKeyFile(path, () => made.promise)
    await expect(rotateSigningKeys(place, rotation)).rejects.toThrow('under way')
    made.resolve(await readKeyFile(path))
    await first
    expect((await rotateSigningKeys(place, rotation)).now).not.toBe('')
  })
})

describe('a file that the environment names', () => {
  it('gives several nodes one key, and is never made', async () => {
    const first = newPlace()
    const path = (await openSigningKeys(first), join(first.dataDir, signingKeysFile))
    const nodes = [newPlace(), newPlace()].map(({ dataDir }) => ({ dataDir, env: { [signingKeysVariable]: path } }))
    const [a, b] = await Promise.all(nodes.map(openSigningKeys))
    const rotated = await rotateSigningKeys(nodes[0]!, rotation)
    expect(rotated.path).toBe(path)
    expect(await faultsOf(await a!.sign(packAt(after)), await b!.published())).toEqual([])
    expect(nodes.flatMap(({ dataDir }) => readdirSync(dataDir))).toEqual([])
    const none = { ...nodes[0]!, env: { [signingKeysVariable]: join(root, 'none.json') } }
    await expect(openSigningKeys(none)).rejects.toThrow(/no such file/)
    expect(readdirSync(root)).not.toContain('none.json')
  })

  it('is refused where it is none, in words that give nothing of it away', async () => {
    const place = newPlace()
    await openSigningKeys(place)
    const path = join(place.dataDir, signingKeysFile)
    chmodSync(path, 0o600)
    const [key] = (JSON.parse(readFileSync(path, 'utf8')) as { keys: [Record<string, string>] }).keys
    const other = newPlace()
    await openSigningKeys(other)
    const [another] = (
      JSON.parse(readFileSync(join(other.dataDir, signingKeysFile), 'utf8')) as { keys: [Record<string, string>] }
    ).keys
    for (const [text, words] of [
      [`{"keys":[${key['d']}`, /is not JSON/],
      ['{}', /has 0 private keys/],
      [JSON.stringify({ keys: [key, another] }), /has 2 private keys/],
      [JSON.stringify({ keys: [{ ...key, kid: 'x' }] }), /not its thumbprint/],
      [JSON.stringify({ keys: [{ ...key, d: another['d'] }] }), /private key/],
      [JSON.stringify({ keys: [{ ...key, d: 'AAAA' }] }), /private key/],
    ] as const) {
      writeFileSync(path, text)
      const error = await openSigningKeys(place).catch((thrown: Error) => thrown)
      expect((error as Error).message).toMatch(words)
      expect((error as Error).message).not.toContain(key['d'])
    }
  })
})
