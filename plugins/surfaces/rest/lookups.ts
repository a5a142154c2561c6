/** Lookups under `/api/v1`, paid with the credits of a key. */
import type { IncomingMessage } from 'node:http'
import { Failure, keyPayer, type Http, type LookupWay, type ServiceView, type State } from '@domesday/core/surface'

export const prefix = '/api/v1'

const idempotencyKeyIn = ({ headers }: IncomingMessage): string | null => {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Failure('invalid_parameter', "'Idempotency-Key' must have 1 to 255 printable characters.", {
      errors: [{ parameter: 'Idempotency-Key', detail: 'must have 1 to 255 printable characters' }],
    })
  }
  return key
}

export const keyedLookups = (
  http: Http,
  { billing: { ledger }, answering }: Pick<ServiceView, 'billing' | 'answering'>,
): LookupWay => ({
  prefix,
  shownPrefix: '',
  serve: async ({ req, res, state }, plan) => {
    const keyId = http.authenticate(req),
      requestState = state as State
    requestState.keyId = keyId
    try {
      await http.perKey().count(keyId, res)
      const wanted = plan(),
        idempotencyKey = idempotencyKeyIn(req)
      const { body, charged, remaining, replayed } = await answering.answer(wanted, {
        payer: keyPayer(ledger, keyId, idempotencyKey ?? undefined),
        requestId: requestState.requestId,
        idempotency: idempotencyKey === null ? undefined : { keyId, key: idempotencyKey },
        gone: () => res.destroyed,
      })
      requestState.charged = charged
      res.setHeader('x-credits-charged', charged)
      res.setHeader('x-credits-remaining', remaining ?? (await ledger.remaining(keyId)))
      if (replayed) res.setHeader('idempotency-replayed', 'true')
      return body
    } catch (error) {
      res.setHeader('x-credits-charged', 0)
      res.setHeader('x-credits-remaining', await ledger.remaining(keyId))
      throw error
    }
  },
})
