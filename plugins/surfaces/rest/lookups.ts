/** Lookups under `/api/v1`, paid with the credits of a key. */
import type { IncomingMessage } from 'node:http'
import type { Http, LookupWay, ServiceView, State } from '@domesday/core/surface'
import { idempotencyKey } from '@domesday/surface-parts/idempotency'

export const prefix = '/api/v1'

const idempotencyKeyIn = ({ headers }: IncomingMessage): string | null => {
  const key = headers['idempotency-key']
  return key === undefined ? null : idempotencyKey(key, 'Idempotency-Key')
}

export const keyedLookups = (
  http: Http,
  { billing: { ledger }, answering }: Pick<ServiceView, 'billing' | 'answering'>,
): LookupWay => ({
  prefix,
  shownPrefix: '',
  events: true,
  serve: async ({ req, res, state }, plan, follow) => {
    const keyId = http.authenticate(req),
      requestState = state as State
    requestState.keyId = keyId
    try {
      await http.perKey().count(keyId, res)
      const wanted = plan(),
        idempotencyKey = idempotencyKeyIn(req)
      const { body, charged, remaining, replayed } = await answering.answer(wanted, {
        payer: http.payer(res, keyId, idempotencyKey ?? undefined),
        requestId: requestState.requestId,
        idempotency: idempotencyKey === null ? undefined : { keyId, key: idempotencyKey },
        gone: () => res.destroyed,
        follow,
      })
      requestState.charged = charged
      // A stream says it in the answer.
      if (res.headersSent) return body
      res.setHeader('x-credits-charged', charged)
      res.setHeader('x-credits-remaining', remaining ?? (await ledger.remaining(keyId)))
      if (replayed) res.setHeader('idempotency-replayed', 'true')
      return body
    } catch (error) {
      if (res.headersSent) throw error
      res.setHeader('x-credits-charged', 0)
      res.setHeader('x-credits-remaining', await ledger.remaining(keyId))
      throw error
    }
  },
})
