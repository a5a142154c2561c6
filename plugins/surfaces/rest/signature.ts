/** Signatures of webhooks, as Standard Webhooks has them: HMAC-SHA256 over id, time and body. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Failure } from '@domesday/core/surface'

/** Seconds that a message may be old, or early. */
const tolerance = 300
/** Bytes, as the specification asks for. */
const shortestSecret = 24

/** The key in a secret: `whsec_` and base64, or any other text as it is. Throws a `RangeError` for a short one. */
export const signingKey = (secret: string, variable: string): Buffer => {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  if (key.length < shortestSecret)
    throw new RangeError(`${variable} is too short: it must hold ${shortestSecret} bytes at least`)
  return key
}

const refuse = (detail: string): never => {
  throw new Failure('invalid_signature', detail)
}

const textOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : refuse(`The header ${name} is missing.`)
}

/** Throws the 403 unless one of the signatures is that of the body. `now`: Unix milliseconds. */
export const checkSignature = (headers: IncomingHttpHeaders, body: Buffer, key: Buffer, now: number): void => {
  const id = textOf(headers, 'webhook-id')
  const time = textOf(headers, 'webhook-timestamp')
  const given = textOf(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > tolerance)
    refuse(`The header webhook-timestamp must be the time in Unix seconds, at most ${tolerance} from ours.`)
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  // Several signatures stand there while a secret is changed.
  const isOurs = given
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .slice(0, 10)
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  if (!isOurs) refuse('No signature in webhook-signature is that of this message.')
}
