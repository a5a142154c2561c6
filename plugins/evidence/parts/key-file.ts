/** The file of signing keys as it is read: a JWK Set with one private key. It loads no library that signs. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PublicKey } from '@domesday/verify/signed'

export interface PrivateKey extends PublicKey {
  readonly d: string
}

/** Messages hold nothing of the file: it is a secret. */
export const notKeys = (path: string, why: string): RangeError =>
  new RangeError(`${path} is no file of signing keys: ${why} Put a copy in its place`)

/** The public half that belongs to a private key; null where that is none of Ed25519. */
const publicHalf = ({ kty, crv, x, d }: PrivateKey): string | null => {
  try {
    const made = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' })
    return createPublicKey(made).export({ format: 'jwk' }).x ?? null
  } catch {
    return null
  }
}

/** The key that signs, and all keys. Throws a `RangeError` where the file is damaged. */
export const keysInFile = (path: string): { readonly current: PrivateKey; readonly keys: readonly PrivateKey[] } => {
  let keys: readonly PrivateKey[]
  try {
    keys = (JSON.parse(readFileSync(path, 'utf8')) as { readonly keys: readonly PrivateKey[] } | null)?.keys ?? []
  } catch (error) {
    throw error instanceof SyntaxError ? notKeys(path, 'it is not JSON.') : error
  }
  const signing = Array.isArray(keys) ? keys.filter((key) => typeof key?.d === 'string') : []
  const [current] = signing
  if (current === undefined || signing.length > 1)
    throw notKeys(path, `it has ${signing.length} private keys in its 'keys', and needs one.`)
  const half = publicHalf(current)
  if (half === null) throw notKeys(path, 'its private key is not one of Ed25519.')
  if (half !== current.x) throw notKeys(path, 'its private key has another public half.')
  return { current, keys }
}
