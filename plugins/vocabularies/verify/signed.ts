/**
 * Signed files: a flattened JWS (RFC 7515, `application/jose+json`) over the canonical text of a pack. A file is taken
 * in its canonical bytes only, so that one pack under one key is one file.
 */
import { FlattenedSign, flattenedVerify, importJWK, type CryptoKey } from 'jose'
import type { Pack } from './format.ts'
import type { KeySet, PublicKey } from './key-set.ts'
import { canonicalText } from './seal.ts'
import { verify } from './verify.ts'

export { keysIn, thumbprintOf, type KeySet, type PublicKey } from './key-set.ts'

export const signedType = 'application/jose+json'
const algorithm = 'EdDSA'
const headerOf = (kid: string) => ({ alg: algorithm, kid, typ: 'domesday-evidence+json' })

export const signPack = async (pack: Pack, kid: string, privateKey: CryptoKey): Promise<string> => {
  const signing = new FlattenedSign(new TextEncoder().encode(canonicalText(pack)))
  return canonicalText(await signing.setProtectedHeader(headerOf(kid)).sign(privateKey))
}

/** What was found of a file. It is verified where `faults` is empty and `signature` is `valid`. */
export interface FileFindings {
  /** `none`: the file is a pack without a signature. `not_checked`: no keys were given. */
  readonly signature: 'valid' | 'invalid' | 'not_checked' | 'none'
  readonly kid: string | null
  /** Null where the file holds no sound pack. */
  readonly pack: Pack | null
  readonly faults: readonly string[]
}

const notCanonical = (what: string): string => `The file is not canonical: ${what}.`

class Unsound extends Error {}

const parsed = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unsound(`${what} is not JSON.`)
  }
}
const decoded = (bytes: Uint8Array, what: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Unsound(`${what} is not UTF-8.`)
  }
}
const isCanonical = (value: unknown, text: string): boolean => {
  try {
    return canonicalText(value) === text
  } catch {
    return false
  }
}

const members = ['payload', 'protected', 'signature'] as const
type Jws = Readonly<Record<(typeof members)[number], string>>

/** The bytes of a part. Node reads base64url that others refuse: another alphabet, padding, bits beyond the end. */
const partOf = (jws: Jws, name: keyof Jws): Uint8Array => {
  const bytes = Buffer.from(jws[name], 'base64url')
  if (bytes.toString('base64url') === jws[name]) return bytes
  throw new Unsound(notCanonical(`its ${name} is not base64url without padding and spare bits`))
}

const kidIn = (jws: Jws): string => {
  const text = decoded(partOf(jws, 'protected'), 'The protected header')
  const { kid } = Object(parsed(text, 'The protected header')) as { readonly kid?: unknown }
  if (typeof kid === 'string' && isCanonical(headerOf(kid), text)) return kid
  throw new Unsound(
    notCanonical(`its protected header must be ${canonicalText(headerOf('…'))}, and have no other member or byte`),
  )
}

const isSignedWith = async (jws: Jws, { kty, crv, x }: PublicKey): Promise<boolean> => {
  try {
    await flattenedVerify(jws, await importJWK({ kty, crv, x }, algorithm), { algorithms: [algorithm] })
    return true
  } catch {
    return false
  }
}

const findSigned = async (value: object, text: string, keys: KeySet['keys'] | null): Promise<FileFindings> => {
  const other = Object.keys(value).filter((name) => !members.includes(name as keyof Jws))
  const jws = value as Jws
  const wrong = members.filter((name) => typeof jws[name] !== 'string')
  if (other.length > 0) throw new Unsound(notCanonical(`it has the unknown member '${other.join("', '")}'`))
  if (wrong.length > 0) throw new Unsound(`The file has no text in its member '${wrong.join("', '")}'.`)
  if (!isCanonical(jws, text)) throw new Unsound(notCanonical('it has white space, or another order or spelling'))
  const kid = kidIn(jws)
  const payload = decoded(partOf(jws, 'payload'), 'The payload')
  if (partOf(jws, 'signature').length !== 64) throw new Unsound('The signature does not have 64 bytes.')
  const found = parsed(payload, 'The payload')
  const pack = verify(found)
  const key = keys?.find((one) => one.kid === kid)
  const isValid = key !== undefined && (await isSignedWith(jws, key))
  const faults = pack.ok ? [] : [...pack.faults]
  if (!isCanonical(found, payload)) faults.unshift(notCanonical('its payload is not the canonical text of the pack'))
  if (keys !== null && key === undefined) faults.unshift(`No key of the key set has the name '${kid}'.`)
  else if (keys !== null && !isValid) faults.unshift(`The signature is not that of the key '${kid}'.`)
  if (pack.ok && key?.exp !== undefined && Date.parse(pack.pack.form.now) >= key.exp * 1000)
    faults.push(`The key was retired at ${new Date(key.exp * 1000).toISOString()}, before this look-up.`)
  return {
    signature: keys === null ? 'not_checked' : isValid ? 'valid' : 'invalid',
    kid,
    pack: pack.ok ? pack.pack : null,
    faults,
  }
}

const isSigned = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && members.some((name) => Object.hasOwn(value, name))

/** Checks a file. `keys`: null where the signature cannot be checked. */
export const verifyFile = async (bytes: Uint8Array, keys: KeySet['keys'] | null): Promise<FileFindings> => {
  const nothing = { signature: 'none', kid: null, pack: null } as const
  try {
    const text = decoded(bytes, 'The file')
    const value = parsed(text, 'The file')
    if (isSigned(value)) return await findSigned(value, text, keys)
    const pack = verify(value)
    const unsigned = keys === null ? [] : ['The file is not signed.']
    return {
      ...nothing,
      pack: pack.ok ? pack.pack : null,
      faults: pack.ok ? unsigned : [...unsigned, ...pack.faults],
    }
  } catch (error) {
    if (error instanceof Unsound) return { ...nothing, faults: [error.message] }
    throw error
  }
}
