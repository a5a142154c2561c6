/** Lookups under `/api/v1`, paid with the credits of a key. */
import type { IncomingMessage } from 'node:http'
import type { Answer, Body, Http, LookupWay, ServiceView, State } from '@domesday/core/surface'
import { onParameter, plannedOn } from './on-day.ts'
import { idempotencyKey } from '@domesday/surface-parts/idempotency'
import { counting } from '@domesday/surface-parts/looks'
import { unlessSent, wantsWhole, wholeOnly } from '@domesday/surface-parts/whole'

export const prefix = '/api/v1'

const idempotencyKeyIn = ({ headers }: IncomingMessage): string | null => {
  const key = headers['idempotency-key']
  return key === undefined ? null : idempotencyKey(key, 'Idempotency-Key')
}

/** The day of the sample data in the sandbox. */
const today = ({ sandbox, settings }: Pick<ServiceView, 'sandbox' | 'settings'>): Date =>
  sandbox ? new Date(settings().service.sandbox.date) : new Date()

export const keyedLookups = (
  http: Http,
  service: Pick<ServiceView, 'billing' | 'answering' | 'evidence' | 'plugins' | 'sandbox' | 'settings'>,
  countReplay = counting(http, 'replays'),
  ifWhole = wholeOnly(http),
): LookupWay => ({
  prefix,
  shownPrefix: '',
  events: true,
  surfaceParameters: [onParameter],
  serve: async ({ req, res, state }, plan, follow) => {
    const { ledger } = service.billing
    const keyId = http.authenticate(req),
      requestState = state as State
    requestState.keyId = keyId
    const sent = async ({ body, charged, remaining, replayed }: Answer): Promise<Body> => {
      requestState.charged = charged
      // A stream says it in the answer.
      if (res.headersSent) return body
      res.setHeader('x-credits-charged', charged)
      res.setHeader('x-credits-remaining', remaining ?? (await ledger.remaining(keyId)))
      if (replayed) res.setHeader('idempotency-replayed', 'true')
      return body
    }
    try {
      await http.perKey().count(keyId, res)
      const { requestId } = requestState,
        { wanted, day } = plannedOn(req.url!, plan, () => today(service))
      if (day !== null) {
        await countReplay(res)
        // Loaded by the first such call.
        const { answerOn } = await import('./as-of.ts')
        const body = await answerOn(service, { day, owner: keyId, plan: wanted, requestId })
        return await sent({ body, charged: 0, remaining: null })
      }
      const idempotencyKey = idempotencyKeyIn(req),
        isWhole = wantsWhole(req.headers['prefer'])
      const answer = () =>
        service.answering.answer(wanted, {
          payer: http.payer(res, keyId, idempotencyKey ?? undefined),
          requestId,
          idempotency: idempotencyKey === null ? undefined : { keyId, key: idempotencyKey },
          gone: () => res.destroyed,
          whole: isWhole,
          follow,
        })
      return await sent(await (isWhole ? ifWhole(wanted, unlessSent(res), answer) : answer()))
    } catch (error) {
      if (res.headersSent) throw error
      res.setHeader('x-credits-charged', 0)
      res.setHeader('x-credits-remaining', await ledger.remaining(keyId))
      throw error
    }
  },
})
