/** Authentication by API key: `Authorization: Bearer`, or `X-API-Key`. */
import type { IncomingMessage } from 'node:http'
import type { Keys, VerifiedKey } from '../credits/keys.ts'
import { Failure } from '../contract/failure.ts'

const bearer = /^Bearer +([^\s]+) *$/i

/** The key as the request has it, known or not. */
const keyIn = ({ headers }: IncomingMessage): string | null => {
  const { authorization } = headers
  if (authorization !== undefined) return bearer.exec(authorization)?.[1] ?? null
  const plain = headers['x-api-key']
  return typeof plain === 'string' && plain !== '' ? plain.trim() : null
}

/** Who calls from this network. */
export const principalOf = (keys: Pick<Keys, 'verify'>, req: IncomingMessage, network: string) => {
  const key = keyIn(req),
    found = key === null ? null : keys.verify(key)
  const isPaid = found !== null && !found.unpaid
  return isPaid ? ({ kind: 'key', principal: found.id } as const) : ({ kind: 'address', principal: network } as const)
}

/** The key. Throws the 401, which mentions POST /keys where callers may make a key. */
export const authenticate = (
  keys: Pick<Keys, 'verify' | 'hasExpired'>,
  req: IncomingMessage,
  hasSelfService: () => boolean,
): VerifiedKey => {
  const key = keyIn(req)
  const found = key === null ? null : keys.verify(key)
  if (found) return found
  throw new Failure(
    'invalid_api_key',
    key === null
      ? `Invalid API key: there is none. Send 'Authorization: Bearer <key>'${hasSelfService() ? '; POST /keys makes a key' : ''}.`
      : keys.hasExpired(key)
        ? 'Invalid API key: it has expired.'
        : 'Invalid API key: it is unknown, mistyped, replaced or revoked.',
  )
}
