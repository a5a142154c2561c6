/** `POST /account/credits`: a payment provider says, signed, that credits of a key were paid for. */
import {
  BillingError,
  Failure,
  invalidParameters,
  json,
  maximumCredits,
  sendJson,
  unknownParameters,
  type Http,
  type ParameterFault,
  type ServiceView,
  type State,
} from '@domesday/core/surface'
import { bodyObject } from '@domesday/surface-parts/json-body'
import { checkSignature, signingKey } from './signature.ts'

export const paidCreditsPath = '/account/credits'
export const secretVariable = 'DOMESDAY_WEBHOOK_SECRET'
/** Bytes. */
const longestMessage = 4_096

interface Paid {
  readonly reference: string
  readonly key_id: string
  readonly credits: number
}

/** Ids of payments by x402 name their own rows of the ledger. */
const ownReference = /^x402_/

/** Throws the 400 with every fault. */
const paidIn = (state: State): Paid => {
  const body = bodyObject(state, longestMessage),
    { reference, key_id, credits } = body
  const fault = (parameter: string, value: unknown, isRight: boolean, detail: string): readonly ParameterFault[] =>
    isRight ? [] : [{ parameter, detail: value === undefined ? 'is missing' : detail }]
  const isText = (text: unknown): text is string => typeof text === 'string' && /^[\x21-\x7e]{1,200}$/.test(text)
  const faults = [
    ...fault(
      'reference',
      reference,
      isText(reference) && !ownReference.test(reference),
      "must have 1 to 200 printable characters without blanks, and not begin with 'x402_'",
    ),
    ...fault('key_id', key_id, isText(key_id), 'must be the id of a key'),
    ...fault(
      'credits',
      credits,
      Number.isInteger(credits) && Number(credits) >= 1 && Number(credits) <= maximumCredits,
      `must be a whole number from 1 to ${maximumCredits}`,
    ),
    ...unknownParameters(Object.keys(body), ['reference', 'key_id', 'credits']),
  ]
  if (faults.length > 0) throw invalidParameters(faults)
  return { reference, key_id, credits } as Paid
}

const keyFaults: Readonly<Record<string, string>> = {
  unknown_key: 'is the id of no key',
  revoked_key: 'is the id of a key that was revoked',
  expired_key: 'is the id of a key that has expired',
}

const asFailure = (error: unknown, reference: string): never => {
  if (!(error instanceof BillingError)) throw error
  if (error.code === 'request_reused')
    throw new Failure(
      'idempotency_mismatch',
      `The reference '${reference}' was used before, for another key or amount.`,
    )
  const detail = keyFaults[error.code]
  if (detail === undefined) throw error
  throw invalidParameters([{ parameter: 'key_id', detail }])
}

export const paidCredits = (
  http: Http,
  { billing, env }: Pick<ServiceView, 'billing' | 'env'>,
  now: () => number = Date.now,
): void => {
  const secret = env[secretVariable]?.trim()
  if (!secret) return
  const key = signingKey(secret, secretVariable)
  http.post(paidCreditsPath, async (ctx) => {
    const state = ctx.state as State
    checkSignature(ctx.req.headers, state.body?.bytes ?? Buffer.alloc(0), key, now())
    const { reference, key_id, credits } = paidIn(state)
    const remaining = await billing.ledger
      .grant(key_id, credits, reference)
      .catch((error: unknown) => asFailure(error, reference))
    await sendJson(ctx, json({ data: { reference, key_id, credits, remaining } }))
  })
}
