/** The tokens of operators, from the environment: one, or several with names. */
import { createHash, timingSafeEqual } from 'node:crypto'

export const tokenVariable = 'DOMESDAY_OPERATOR_TOKEN'
const shortest = 32
/** Who acts with a token that has no name. */
const unnamed = 'operator'

export interface Holder {
  /** What the audit trail calls it. */
  readonly name: string
  /** Everything, or only what changes nothing. */
  readonly role: 'all' | 'read'
}

export interface Token extends Holder {
  /** SHA-256: hashes have one length, which a comparison in constant time needs. */
  readonly hash: Buffer
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** `token`, or `name:token,name/read:token`; empty where it is not set. Throws a `RangeError` that shows no token. */
export const tokensIn = (env: Readonly<Record<string, string | undefined>>): readonly Token[] => {
  const listed = (env[tokenVariable] ?? '').split(',').map((one) => one.trim())
  const tokens = listed
    .filter((one) => one !== '')
    .map((one, i) => {
      const [, name = unnamed, role, token = ''] = /^(?:([\w.@-]{1,64})(?:\/([^:]*))?:)?(.*)$/.exec(one)!
      if (role !== undefined && role !== 'read')
        throw new RangeError(`${tokenVariable}: token ${i + 1} of '${name}': unknown role; the only one is 'read'`)
      if (token.length < shortest)
        throw new RangeError(`${tokenVariable}: token ${i + 1} must have at least ${shortest} characters`)
      return { name, role: role ?? 'all', hash: hashOf(token) } as const
    })
  const twice = tokens.find(({ name }, i) => tokens.findIndex((one) => one.name === name) !== i)
  if (twice) throw new RangeError(`${tokenVariable}: two tokens have the name '${twice.name}'`)
  return tokens
}

/** Compares with every token, whichever it is, so that the time tells nothing. */
export const holderOf = (tokens: readonly Token[], given: string): Holder | null => {
  const hash = hashOf(given)
  const [holder = null] = tokens.filter((token) => timingSafeEqual(token.hash, hash))
  return holder
}
