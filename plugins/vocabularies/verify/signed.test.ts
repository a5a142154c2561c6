/** Signed files: anyone's JOSE verifies them, and no other bytes do. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalJWKSet, exportJWK, flattenedVerify, generateKeyPair, type CryptoKey } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { canonicalText, packOf, redact, seal } from './index.ts'
import { gathering, seeded } from './pack.fixture.ts'
import { keysIn, signPack, thumbprintOf, verifyFile, type PublicKey } from './signed.ts'

interface KeyPair {
  readonly privateKey: CryptoKey
  readonly key: PublicKey
}
const newKeyPair = async (): Promise<KeyPair> => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const bare = (await exportJWK(publicKey)) as Omit<PublicKey, 'kid'>
  return { privateKey, key: { ...bare, kid: await thumbprintOf(bare) } }
}

const pack = packOf(seal(gathering))
let ours: KeyPair, file: string
beforeAll(async () => {
  ours = await newKeyPair()
  file = await signPack(pack, ours.key.kid, ours.privateKey)
})

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const find = (changed: string | Uint8Array, keys: readonly PublicKey[] | null = [ours.key]) =>
  verifyFile(typeof changed === 'string' ? bytesOf(changed) : changed, keys)
const faultsOf = async (...of: Parameters<typeof find>): Promise<readonly string[]> => (await find(...of)).faults

/** A file whose parts are signed as they are given, canonical or not. */
const signedParts = async (header: string, payload: string): Promise<string> => {
  const part = (text: string): string => Buffer.from(text).toString('base64url')
  const input = `${part(header)}.${part(payload)}`
  const signature = Buffer.from(await crypto.subtle.sign('Ed25519', ours.privateKey, Buffer.from(input)))
  return canonicalText({ payload: part(payload), protected: part(header), signature: signature.toString('base64url') })
}
const header = (): string => canonicalText({ alg: 'EdDSA', kid: ours.key.kid, typ: 'domesday-evidence+json' })

describe('a signed file', () => {
  it('is verified, whole or with values left out, and holds the canonical pack', async () => {
    expect(await find(file)).toEqual({ signature: 'valid', kid: ours.key.kid, pack, faults: [] })
    const less = redact(pack, ['/asked', '/asks/0/outcome/value'])
    const found = await find(await signPack(less, ours.key.kid, ours.privateKey))
    expect([found.pack, found.faults]).toEqual([less, []])
    expect(file).toBe(await signedParts(header(), canonicalText(pack)))
    expect(await signPack(pack, ours.key.kid, ours.privateKey)).toBe(file)
  })

  it('is one for any JOSE library, under a key set and the thumbprints of RFC 7638', async () => {
    const { payload } = await flattenedVerify(JSON.parse(file), createLocalJWKSet({ keys: [{ ...ours.key }] }))
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(JSON.parse(JSON.stringify(pack)))
    const { x } = ours.key
    const bare = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
    expect(ours.key.kid).toBe(bare)
  })

  it('is verified though an earlier release has signed it', async () => {
    const earlier = (name: string): string => readFileSync(join(import.meta.dirname, 'earlier', name), 'utf8')
    const { keys } = await keysIn(earlier('jwks.json'))
    const found = await find(earlier('signed.json'), keys)
    expect([found.signature, found.faults]).toEqual(['valid', []])
    expect(found.pack).toEqual(JSON.parse(earlier('pack.json')))
  })

  it('is refused after any of 1,000 changes of one byte', async () => {
    const seed = 20260301
    const random = seeded(seed)
    const below = (end: number): number => Math.floor(random() * end)
    const original = bytesOf(file)
    const count = { flip: 0, insert: 0, delete: 0 },
      accepted: string[] = []
    for (let i = 0; i < 1_000; i++) {
      const at = below(original.length)
      const kind = (['flip', 'insert', 'delete'] as const)[below(3)]!
      const bytes = [...original]
      if (kind === 'flip') bytes[at]! ^= 1 << below(8)
      else if (kind === 'insert') bytes.splice(at, 0, below(256))
      else bytes.splice(at, 1)
      if ((await faultsOf(Uint8Array.from(bytes))).length === 0) accepted.push(`${kind} at ${at}`)
      count[kind]++
    }
    console.info(`1,000 changes of ${original.length} bytes, seed ${seed}: ${JSON.stringify(count)}`)
    expect(accepted).toEqual([])
    expect(await faultsOf(original)).toEqual([])
  })

  it('is refused after every change of a byte where JSON, base64url and UTF-8 have room', async () => {
    const accepted: string[] = []
    const refuse = async (what: string, changed: string | Uint8Array): Promise<void> => {
      if ((await faultsOf(changed)).length === 0) accepted.push(what)
    }
    const outside = [0, file.length, file.indexOf('","'), file.indexOf('":"') + 1, file.indexOf('":"') + 2]
    for (const white of [' ', '\n', '\r', '\t', '\0', '=', '\ufeff'])
      for (const at of [...outside, file.length - 2])
        await refuse(`${white} at ${at}`, file.slice(0, at) + white + file.slice(at))
    const parts = Object.entries(JSON.parse(file) as Record<string, string>)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/='
    for (const [name, part] of parts)
      for (const last of alphabet)
        if (!part.endsWith(last)) await refuse(`${name} ends in ${last}`, file.replace(part, part.slice(0, -1) + last))
    for (const [name, part] of parts) {
      await refuse(`${name} twice`, file.replace('{', `{"${name}":"${part}",`))
      await refuse(
        `${name} escaped`,
        file.replace(`"${name}"`, `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"`),
      )
      await refuse(`${name} absent`, canonicalText(Object.fromEntries(parts.filter(([one]) => one !== name))))
      await refuse(`${name} no text`, canonicalText({ ...Object.fromEntries(parts), [name]: 7 }))
    }
    await refuse('an own header', canonicalText({ ...Object.fromEntries(parts), header: {} }))
    await refuse('another order', JSON.stringify(Object.fromEntries(parts.toReversed())))
    await refuse('compact', [parts[1]![1], parts[0]![1], parts[2]![1]].join('.'))
    await refuse('invalid UTF-8', Uint8Array.from([...bytesOf(file), 0xff]))
    expect(accepted).toEqual([])
  })

  it('says what is not canonical, though it is rightly signed', async () => {
    const { kid } = ours.key
    const text = canonicalText(pack)
    for (const wrong of [
      JSON.stringify({ kid, alg: 'EdDSA', typ: 'domesday-evidence+json' }),
      canonicalText({ alg: 'EdDSA', kid }),
      canonicalText({ alg: 'none', kid, typ: 'domesday-evidence+json' }),
      canonicalText({ alg: 'EdDSA', kid, typ: 'domesday-evidence+json', x: 1 }),
      canonicalText({ alg: 'EdDSA', kid, typ: 'domesday-evidence+json', jwk: ours.key }),
      canonicalText({ alg: 'EdDSA', b64: false, crit: ['b64'], kid, typ: 'domesday-evidence+json' }),
      `${header()} `,
    ])
      expect((await faultsOf(await signedParts(wrong, text))).join()).toMatch(
        /^The file is not canonical: its protected/,
      )
    for (const wrong of [JSON.stringify(pack), `${text}\n`, text.replace('{', '{"id":"",')])
      expect((await faultsOf(await signedParts(header(), wrong))).join()).toMatch(
        /^The file is not canonical: its payload/,
      )
    expect(await faultsOf(`${file}\n`)).toEqual([
      'The file is not canonical: it has white space, or another order or spelling.',
    ])
    expect((await faultsOf(await signedParts(header(), canonicalText({ ...pack, more: 1 })))).join()).toBe(
      '/more is not a member of this format.',
    )
  })

  it('is refused under another key, an unknown one, and one that was retired before the look-up', async () => {
    const other = await newKeyPair()
    expect(await faultsOf(file, [other.key])).toEqual([`No key of the key set has the name '${ours.key.kid}'.`])
    expect(await faultsOf(file, [{ ...other.key, kid: ours.key.kid }])).toEqual([
      `The signature is not that of the key '${ours.key.kid}'.`,
    ])
    const madeAt = Date.parse(gathering.now) / 1000
    expect(await faultsOf(file, [{ ...ours.key, exp: madeAt + 1 }])).toEqual([])
    expect(await faultsOf(file, [{ ...ours.key, exp: madeAt }])).toEqual([
      'The key was retired at 2026-03-01T10:00:00.000Z, before this look-up.',
    ])
  })

  it('is not called verified where no key was given, nor is a pack without a signature', async () => {
    expect(await find(file, null)).toMatchObject({ signature: 'not_checked', pack, faults: [] })
    const plain = JSON.stringify(pack, null, 2)
    expect(await find(plain, null)).toMatchObject({ signature: 'none', faults: [] })
    expect(await faultsOf(plain)).toEqual(['The file is not signed.'])
    for (const none of ['', 'x', '7', 'null', '[]', '{}'])
      expect((await faultsOf(none, null)).length).toBeGreaterThan(0)
  })
})

describe('a key set', () => {
  const setOf = (...keys: readonly object[]): string => JSON.stringify({ keys })

  it('may hold keys for other uses', async () => {
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
    expect(await keysIn(setOf(elliptic, ours.key))).toEqual({ keys: [ours.key], faults: [] })
  })

  it('is refused where a name is not that of its key, a key is private, or there is none', async () => {
    const { faults } = await keysIn(setOf({ ...ours.key, kid: 'mine' }, ours.key, ours.key, { ...ours.key, d: 'x' }))
    expect(faults).toEqual([
      `Key 1 of the key set has a 'kid' that is not its thumbprint, ${ours.key.kid}.`,
      'Key 3 of the key set stands in the set twice.',
      'Key 4 of the key set is private: take the set that the service publishes.',
    ])
    for (const none of ['', '{}', '{"keys":7}', setOf(), setOf({ ...ours.key, x: 'short' })])
      expect((await keysIn(none)).faults).toHaveLength(1)
  })
})

it('verifies nothing by a signature of another scheme', async () => {
  const { privateKey } = generateKeyPairSync('ed448')
  const parts = JSON.parse(file) as Record<string, string>
  const signature = sign(null, Buffer.from(`${parts['protected']}.${parts['payload']}`), privateKey)
  expect(await faultsOf(canonicalText({ ...parts, signature: signature.toString('base64url') }))).toEqual([
    'The signature does not have 64 bytes.',
  ])
})
