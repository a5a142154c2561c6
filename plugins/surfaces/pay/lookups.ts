/** Lookups under `/pay` for callers without a key: verify → work → settle → answer. */
import type { Context } from 'koa'
import {
  Failure,
  wholeBody,
  type Body,
  type Http,
  type LookupWay,
  type Plan,
  type ServiceView,
  type State,
} from '@domesday/core/surface'
import { withheldBy } from '@domesday/surface-parts/offered'
import { paymentInProgress, type Authorised, type Checkout } from './checkout.ts'
import { PaymentRefused, type Offer } from './method.ts'
import { soldOf } from './openapi.ts'
import { authorisedPayer, repeatingPayer } from './payer.ts'
import { createTurns, hasTurns } from './turns.ts'

export const prefix = '/pay'

const offerOf = (ctx: Context, { endpoint: { declared }, settings, depth }: Plan): Offer => ({
  resource: `${ctx.protocol}://${ctx.host}${ctx.req.url}`,
  description: declared.title,
  microUsd: settings.microUsd![depth],
})

export const paidLookups = (
  http: Http,
  { billing, answering, readiness, sandbox }: Pick<ServiceView, 'billing' | 'answering' | 'readiness' | 'sandbox'>,
  { demand, authorised }: Checkout,
): LookupWay => {
  const inTurn = createTurns(http)
  const isReady = (source: string): boolean => readiness.lacking(source) === null
  const assertSold = ({ endpoint, depth }: Plan): void => {
    const missing = withheldBy(endpoint, depth, isReady)
    if (missing === null) return
    const sold = soldOf(endpoint, { readiness })
    throw new Failure(
      'invalid_parameter',
      `'${depth}' is not sold by the call here: none of the sources that it adds is ready (${missing.join(', ')}). Ask for ${sold.map((one) => `depth=${one}`).join(' or ')}.`,
      { errors: [{ parameter: 'depth', detail: 'is not sold by the call on this server', allowed: sold }] },
    )
  }

  const answer = async (ctx: Context, plan: Plan): Promise<Body> => {
    const offer = offerOf(ctx, plan)
    const payment = await authorised(ctx, offer)
    const work = () => buy(ctx, plan, offer, payment)
    return hasTurns(payment.method, { sandbox }) ? inTurn(payment.authorisation.payer, work) : work()
  }

  const buy = async (ctx: Context, plan: Plan, offer: Offer, { authorisation, method }: Authorised): Promise<Body> => {
    const { res } = ctx
    const { requestId } = ctx.state as State
    const claim = await billing.payments.claim(
      authorisation,
      {
        resource: plan.fingerprint,
        microUsd: offer.microUsd,
        surface: 'pay',
        purpose: { kind: 'call', endpoint: plan.endpoint.declared.id, depth: plan.depth, subject: plan.subject },
      },
      requestId,
    )
    const send = (body: Body, headers: Readonly<Record<string, string>> = {}): Body => {
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
      return body
    }
    switch (claim.state) {
      case 'running':
        throw paymentInProgress()
      case 'spent':
        return demand(offer, 'This payment was used for another answer, or more than 24 hours ago.')
      case 'bought':
        return send(wholeBody(claim.body), claim.headers)
      case 'repeat': {
        // If the repeat fails, send the answer that was bought.
        const payer = repeatingPayer(billing.payments, authorisation, claim)
        const answer = await answering.answer(plan, { payer, requestId }).catch((error: unknown) => {
          if (error instanceof Failure) return { body: wholeBody(claim.body) }
          throw error
        })
        return send(answer.body, claim.headers)
      }
      case 'claimed': {
        const payer = authorisedPayer({
          payments: billing.payments,
          authorisation,
          microUsd: offer.microUsd,
          priceOf: (depth) => plan.settings.microUsd![depth],
          simulated: method.simulated,
          settlementUnknown: claim.settlementUnknown,
        })
        try {
          const { body, headers } = await answering.answer(plan, { payer, requestId, gone: () => res.destroyed })
          return send(body, headers)
        } catch (error) {
          if (error instanceof PaymentRefused) return demand(offer, error.message)
          throw error
        }
      }
    }
  }

  return {
    prefix,
    shownPrefix: prefix,
    sells: ({ declared }) => declared.tool !== undefined,
    serve: async (ctx, plan) => {
      await http.perAddress().count(http.addressIn(ctx.req), ctx.res)
      const wanted = plan()
      assertSold(wanted)
      return answer(ctx, wanted)
    },
  }
}
