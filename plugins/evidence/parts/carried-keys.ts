/**
 * Copies the signing keys beside a backup: always the public ones, so that a restored service can verify earlier
 * signatures; the private one only if the operator asks for it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { makeOwnFolder, ownFile } from '@domesday/core/evidence'
import { keysIn, type PublicKey } from '@domesday/verify/signed'
import {
  exists,
  newKey,
  publicOf,
  readKeyFile,
  replaceKeyFile,
  retiredAt,
  signingKeysPath,
  signingKeysVariable,
  type KeyFile,
  type PrivateKey,
  type SigningKeysPlace,
} from './signing-keys.ts'

export const carriedFile = (backup: string): string => `${resolve(backup)}.signing-keys.json`

/** Throws where the file is there already: a backup is never written over another. */
export const checkCarriedFile = (backup: string): void => {
  if (exists(carriedFile(backup))) throw new RangeError(`${carriedFile(backup)} exists already`)
}

export interface CarriedKeys {
  readonly file: string
  /** Where the private key is, at the time of the backup. */
  readonly privateAt: string
  readonly hasPrivate: boolean
}

/** Writes the keys beside a backup. Null where there are none. */
export const carryKeys = async (
  place: SigningKeysPlace,
  backup: string,
  { withPrivate }: { readonly withPrivate: boolean },
): Promise<CarriedKeys | null> => {
  const path = resolve(signingKeysPath(place))
  if (!exists(path)) return null
  const { current, retired } = await readKeyFile(path)
  const file = carriedFile(backup)
  const written = { keys: [withPrivate ? current : publicOf(current), ...retired], private_key: path }
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`, { mode: ownFile, flag: 'wx', flush: true })
  return { file, privateAt: path, hasPrivate: withPrivate }
}

/** What this machine knows of the key that signed when the backup was made. */
type Here = 'no keys' | 'other keys' | 'signs' | 'retired'

export interface Carried {
  readonly here: Here
  readonly file: string
  readonly privateAt: string
  readonly current: PublicKey | PrivateKey
  readonly retired: readonly PublicKey[]
}

const isPrivate = (key: PublicKey | PrivateKey): key is PrivateKey => typeof key === 'object' && 'd' in key

const readCarried = async (file: string): Promise<Omit<Carried, 'here'>> => {
  const { keys, private_key: privateAt } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly keys: readonly (PublicKey | PrivateKey)[]
    readonly private_key: string
  }
  if (!Array.isArray(keys) || keys.length === 0) throw new Error('it has no keys.')
  if (keys.some(isPrivate)) return { file, privateAt, ...(await readKeyFile(file)) }
  const { faults } = await keysIn(JSON.stringify({ keys }))
  if (faults.length > 0) throw new Error(faults.join(' '))
  const [current, ...retired] = keys.map(publicOf)
  return { file, privateAt, current: current!, retired }
}

const hereOf = (local: KeyFile | null, { kid }: PublicKey): Here => {
  if (local === null) return 'no keys'
  if (local.current.kid === kid) return 'signs'
  return local.retired.some((key) => key.kid === kid) ? 'retired' : 'other keys'
}

const localKeys = async (path: string): Promise<KeyFile | null> => (exists(path) ? readKeyFile(path) : null)

/** The key file beside a backup; null if there is none. Throws a `RangeError` if the file cannot be read. */
export const carriedWith = async (place: SigningKeysPlace, backup: string): Promise<Carried | null> => {
  const file = carriedFile(backup)
  if (!exists(file)) return null
  const carried = await readCarried(file).catch((fault: Error) => {
    // The message of a syntax error would quote the file, which may be a secret.
    const why = fault instanceof SyntaxError ? 'it is not JSON.' : fault.message
    throw new RangeError(`${file} is no file of signing keys: ${why}`)
  })
  return { ...carried, here: hereOf(await localKeys(signingKeysPath(place)), carried.current) }
}

export type Choice = 'with' | 'without'

/** Throws a `RangeError` if the private key is wanted and not available. */
export const checkChoice = (
  { env, dataDir }: SigningKeysPlace,
  { here, file, privateAt, current }: Carried,
  choice: Choice,
): void => {
  const path = signingKeysPath({ env, dataDir })
  if (here === 'no keys' && env[signingKeysVariable])
    throw new RangeError(`${signingKeysVariable} names ${path}, which is not there: put it there first`)
  if (choice === 'without' || here === 'signs' || isPrivate(current)) return
  if (here === 'retired') throw new RangeError(`the key ${current.kid} was retired in ${path}: it can sign no longer`)
  throw new RangeError(
    `${file} has the public keys only: the private one was in ${privateAt}. Copy that file to ${path}, or say --without-signing-key`,
  )
}

export interface Taken {
  readonly path: string
  readonly signsWith: string
}

/** Adds the keys of a backup to those of this machine, and decides which one signs from now on. */
export const takeKeys = async (place: SigningKeysPlace, carried: Carried, choice: Choice, at: Date): Promise<Taken> => {
  const path = signingKeysPath(place)
  makeOwnFolder(dirname(path))
  let signsWith = ''
  await replaceKeyFile(path, async () => {
    const local = await localKeys(path)
    const current = await nextKey(local, carried, choice)
    signsWith = current.kid
    const others = [...(local === null ? [] : [local.current, ...local.retired]), carried.current, ...carried.retired]
    const retired = others.filter(({ kid }) => kid !== current.kid).map((key) => retiredAt(key, at))
    return { current, retired: [...Map.groupBy(retired, ({ kid }) => kid).values()].map(earliest) }
  })
  return { path, signsWith }
}

/** A key that was retired here never signs again: it may have been stolen. */
const nextKey = async (local: KeyFile | null, { here, current }: Carried, choice: Choice): Promise<PrivateKey> => {
  if (local !== null && (here === 'retired' || (here === 'signs') === (choice === 'with'))) return local.current
  return choice === 'with' && isPrivate(current) ? current : newKey()
}

const earliest = (same: readonly PublicKey[]): PublicKey => same.toSorted((a, b) => a.exp! - b.exp!)[0]!
