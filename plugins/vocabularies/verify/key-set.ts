/** Public keys that sign packs, as a JWK Set: what a service has at `/.well-known/jwks.json`. */
import { calculateJwkThumbprint } from 'jose'

export interface PublicKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  /** The thumbprint of RFC 7638: a name that no other key can take. */
  readonly kid: string
  /** When it was retired, Unix seconds: it has signed no pack of a later look-up. */
  readonly exp?: number
}
export interface KeySet {
  readonly keys: readonly PublicKey[]
}

export const thumbprintOf = ({ kty, crv, x }: Pick<PublicKey, 'kty' | 'crv' | 'x'>): Promise<string> =>
  calculateJwkThumbprint({ kty, crv, x })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const faultOf = async (key: Readonly<Record<string, unknown>>, before: readonly unknown[]): Promise<string | null> => {
  const { x, kid, exp } = key
  if ('d' in key) return 'is private: take the set that the service publishes'
  if (typeof x !== 'string' || !/^[\w-]{42}[AEIMQUYcgkosw048]$/.test(x)) return "has no 'x' of 32 bytes in base64url"
  const thumbprint = await thumbprintOf({ kty: 'OKP', crv: 'Ed25519', x })
  if (kid !== thumbprint) return `has a 'kid' that is not its thumbprint, ${thumbprint}`
  if (exp !== undefined && !Number.isSafeInteger(exp)) return "has an 'exp' that is not a whole number of seconds"
  return before.includes(kid) ? 'stands in the set twice' : null
}

/** The Ed25519 keys of a set; those of other kinds are for other uses. `faults`: a sentence for each. */
export const keysIn = async (
  text: string,
): Promise<{ readonly keys: readonly PublicKey[]; readonly faults: readonly string[] }> => {
  let set: unknown
  try {
    set = JSON.parse(text)
  } catch {
    return { keys: [], faults: ['The key set is not JSON.'] }
  }
  const all = isRecord(set) ? set['keys'] : undefined
  if (!Array.isArray(all)) return { keys: [], faults: ['The key set has no list of keys: it is no JWK Set.'] }
  const ours = all.filter((key) => isRecord(key) && key['kty'] === 'OKP' && key['crv'] === 'Ed25519')
  const faults: string[] = []
  for (const [i, key] of ours.entries()) {
    const fault = await faultOf(
      key,
      ours.slice(0, i).map(({ kid }) => kid),
    )
    if (fault !== null) faults.push(`Key ${i + 1} of the key set ${fault}.`)
  }
  if (ours.length === 0) faults.push('The key set has no Ed25519 key.')
  return { keys: ours, faults }
}
