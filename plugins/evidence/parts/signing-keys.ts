/**
 * The keys that sign packs: a JWK Set in a file of its own, whose one private key signs. The others are retired: their
 * public halves verify what they have signed, for ever.
 */
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, type CryptoKey } from 'jose'
import { makeOwnFolder, ownFile } from '@domesday/core/evidence'
import type { Pack } from '@domesday/verify'
import { keysIn, signPack, thumbprintOf, type KeySet, type PublicKey } from '@domesday/verify/signed'
import { signingKeysFile, signingKeysPath, signingKeysVariable, type SigningKeysPlace } from './signing-keys-path.ts'

export { signingKeysFile, signingKeysPath, signingKeysVariable, type SigningKeysPlace }

export interface PrivateKey extends PublicKey {
  readonly d: string
}
export interface KeyFile {
  readonly current: PrivateKey
  readonly retired: readonly PublicKey[]
}

export const publicOf = ({ kty, crv, x, kid, exp }: PublicKey): PublicKey => ({
  kty,
  crv,
  x,
  kid,
  ...(exp !== undefined && { exp }),
})

export const newKey = async (): Promise<PrivateKey> => {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const { x, d } = (await exportJWK(privateKey)) as { x: string; d: string }
  const key = { kty: 'OKP', crv: 'Ed25519', x } as const
  return { ...key, kid: await thumbprintOf(key), d }
}

const textOf = ({ current, retired }: KeyFile): string =>
  `${JSON.stringify({ keys: [current, ...retired] }, null, 2)}\n`

/** Throws where the file is not as `textOf` writes it. Messages hold nothing of the file: it is a secret. */
export const readKeyFile = async (path: string): Promise<KeyFile> => {
  const refuse = (why: string): Error => new Error(`${path} is no file of signing keys: ${why}`)
  const keys = (() => {
    try {
      return (JSON.parse(readFileSync(path, 'utf8')) as { readonly keys: readonly PrivateKey[] }).keys
    } catch (error) {
      throw error instanceof SyntaxError ? refuse('it is not JSON.') : error
    }
  })()
  const signing = Array.isArray(keys) ? keys.filter((key) => typeof key?.d === 'string') : []
  if (signing.length !== 1) throw refuse(`it has ${signing.length} private keys in its 'keys', and needs one.`)
  const [current] = signing as [PrivateKey]
  const { faults } = await keysIn(JSON.stringify({ keys: keys.map((key) => ({ ...key, d: undefined })) }))
  if (faults.length > 0) throw refuse(faults.join(' '))
  const made = await importJWK({ ...current }, 'EdDSA', { extractable: true }).catch(() => {
    throw refuse('its private key is not one of Ed25519.')
  })
  const { x } = await exportJWK(made as CryptoKey)
  if (x !== current.x) throw refuse('its private key has another public half.')
  return { current, retired: keys.filter((key) => key !== current).map(publicOf) }
}

/** Creates the file in one step; if another process was first, its file stays. */
const makeFirst = async (path: string): Promise<void> => {
  makeOwnFolder(dirname(path))
  const aside = `${path}.${randomUUID()}`
  try {
    const text = textOf({ current: await newKey(), retired: [] })
    writeFileSync(aside, text, { mode: ownFile, flag: 'wx', flush: true })
    linkSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

export const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

export interface SigningKeys {
  /** The public keys, the current one first: what `/.well-known/jwks.json` has. */
  published(): Promise<KeySet>
  /** The pack as a signed file. */
  sign(pack: Pack): Promise<string>
}

/**
 * Makes the first key in the data folder, unless the environment names a file. A change of the file takes effect at
 * the next use.
 */
export const openSigningKeys = async (place: SigningKeysPlace): Promise<SigningKeys> => {
  const path = signingKeysPath(place)
  if (!place.env[signingKeysVariable] && !exists(path)) await makeFirst(path)
  const stampOf = (): string => {
    const { ino, mtimeMs, size } = statSync(path)
    return `${ino} ${mtimeMs} ${size}`
  }
  const load = async () => {
    const stamp = stampOf(),
      file = await readKeyFile(path)
    const key = (await importJWK({ ...file.current }, 'EdDSA')) as CryptoKey
    return { stamp, ...file, key }
  }
  let loaded = await load()
  const now = async () => (loaded.stamp === stampOf() ? loaded : (loaded = await load()))
  return {
    published: async () => {
      const { current, retired } = await now()
      return { keys: [publicOf(current), ...retired].map((key) => ({ ...key, alg: 'EdDSA', use: 'sig' })) }
    },
    sign: async (pack) => {
      const { current, key } = await now()
      return signPack(pack, current.kid, key)
    },
  }
}

export interface Rotated {
  readonly path: string
  /** The names of the keys. */
  readonly before: string
  readonly now: string
}

/** Replaces the file in one step. Throws if another process is replacing it. */
export const replaceKeyFile = async (path: string, make: () => Promise<KeyFile>): Promise<void> => {
  const next = `${path}.next`
  try {
    writeFileSync(next, '', { mode: ownFile, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(`${next} is there: another rotation is under way. Delete it if that was cut off.`, { cause: error })
  }
  try {
    writeFileSync(next, textOf(await make()), { flush: true })
    renameSync(next, path)
  } finally {
    rmSync(next, { force: true })
  }
}

/** The public half, which verifies what was signed until `at`. A key that was retired earlier keeps its time. */
export const retiredAt = (key: PublicKey, at: Date): PublicKey => ({
  ...publicOf(key),
  exp: key.exp ?? Math.ceil(at.getTime() / 1000),
})

/** Makes a new key and retires the one before: its private half is gone, its public half stays. */
export const rotateSigningKeys = async (place: SigningKeysPlace, at: Date): Promise<Rotated> => {
  const path = signingKeysPath(place)
  if (!exists(path))
    throw new Error(
      place.env[signingKeysVariable]
        ? `${path}, which ${signingKeysVariable} names, is not there.`
        : `${path} is not there yet: a service that keeps evidence makes it when it first starts, another when it first signs.`,
    )
  const key = await newKey()
  let before = ''
  await replaceKeyFile(path, async () => {
    const { current, retired } = await readKeyFile(path)
    before = current.kid
    return { current: key, retired: [retiredAt(current, at), ...retired] }
  })
  return { path, before, now: key.kid }
}
