/**
 * The keys that sign packs: a JWK Set in a file of its own, whose one private key signs. The others are retired: their
 * public halves verify what they have signed, for ever.
 */
import { linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, type CryptoKey } from 'jose'
import { makeOwnFolder, ownFile, refuseLink } from '@domesday/core/evidence'
import type { Pack } from '@domesday/verify'
import { keysIn, signPack, thumbprintOf, type KeySet, type PublicKey } from '@domesday/verify/signed'
import { keysInFile, notKeys, type PrivateKey } from './key-file.ts'
import { signingKeysFile, signingKeysPath, signingKeysVariable, type SigningKeysPlace } from './signing-keys-path.ts'

export { signingKeysFile, signingKeysPath, signingKeysVariable, type SigningKeysPlace }

export type { PrivateKey }
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

/** Throws a `RangeError` where the file is not as `textOf` writes it. */
export const readKeyFile = async (path: string): Promise<KeyFile> => {
  const { current, keys } = keysInFile(path)
  const { faults } = await keysIn(JSON.stringify({ keys: keys.map((key) => ({ ...key, d: undefined })) }))
  if (faults.length > 0) throw notKeys(path, faults.join(' '))
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
    // Of a secret that is mounted, a link is the usual form.
    if (!place.env[signingKeysVariable]) refuseLink(path)
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
    throw new RangeError(
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
