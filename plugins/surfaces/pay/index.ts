/** Pay per call under `/pay`: the same look-ups for callers without a key. verify → do the work → settle → answer. */
import type Router from '@koa/router'
import type { Context } from 'koa'
import type { Billing } from '../../../core/credits/store.ts'
import type { LoadedEndpoint, Plugins } from '../../../core/registry/load.ts'
import type { Settings } from '../../../core/registry/settings/settings.ts'
import { PaymentRefused, type Authorisation, type Offer, type PaymentMethod } from './method.ts'
import { authorisedPayer, repeatingPayer } from './payer.ts'
import type { Answering } from '../../../core/engine/answer.ts'
import { bytesOf, whole, type Body } from '../../../core/contract/body.ts'
import { Failure } from '../../../core/contract/failure.ts'
import { withheldBy, soldDepths } from '../../../core/engine/offered.ts'
import { planOf, type Plan } from '../../../core/engine/plan.ts'
import { mustTakeJson } from '../../../core/http/accept.ts'
import type { AddressOf } from '../../../core/http/client-address.ts'
import type { Lacking } from '../rest/catalogue.ts'
import type { RateLimit } from '../../../core/http/limits.ts'
import { rawOf, routeOf } from '../../../core/http/lookups.ts'
import type { State } from '../../../core/http/problems.ts'
import { hasBody, sendJson } from '../../../core/http/wire.ts'

const base = '/pay'

export interface PayParts {
  readonly plugins: Plugins
  readonly settings: () => Settings
  readonly billing: Billing
  readonly answering: Answering
  /** None: the surface is not there. */
  readonly methods: readonly PaymentMethod[]
  readonly lacking: Lacking
  readonly perAddress: () => RateLimit
  readonly addressIn: AddressOf
}

const unavailable = (): never => {
  throw new Failure('payment_unavailable', 'Payments cannot be checked at the moment. Nothing was taken.', {
    retry_after_s: 10,
  })
}

const offerOf = (ctx: Context, { endpoint: { declared }, settings, depth }: Plan): Offer => ({
  resource: `${ctx.protocol}://${ctx.host}${ctx.req.url}`,
  description: declared.title,
  microUsd: settings.microUsd![depth],
})

export const pay = (
  router: Router,
  { plugins, settings, billing, answering, methods, lacking, perAddress, addressIn }: PayParts,
): void => {
  const demand = async (offer: Offer, detail: string): Promise<never> => {
    const challenges = await Promise.all(methods.map((method) => method.challenge(offer, detail))).catch(() =>
      unavailable(),
    )
    throw new Failure('payment_required', detail, {
      micro_usd: offer.microUsd,
      headers: Object.assign({}, ...challenges) as Record<string, string>,
    })
  }

  /**
   * The first method that the request pays by. Throws the 402, or the 503 where nobody can tell whether the payment
   * is good.
   */
  const authorised = async (
    ctx: Context,
    offer: Offer,
  ): Promise<{ readonly authorisation: Authorisation; readonly method: PaymentMethod }> => {
    for (const method of methods) {
      try {
        const authorisation = await method.authorise(ctx.req.headers, offer)
        if (!authorisation) continue
        // Whoever checks it would call one that is taken already invalid, and the caller would be asked to pay a
        // second time.
        if (!billing.payments.settlementRequested(authorisation)) await authorisation.verify()
        return { authorisation, method }
      } catch (error) {
        if (error instanceof PaymentRefused) return demand(offer, error.message)
        unavailable()
      }
    }
    return demand(offer, `This call costs $${offer.microUsd / 1e6}. Pay it as the payment headers of this answer say.`)
  }

  const isReady = (source: string): boolean => lacking(source) === null
  const assertSold = ({ endpoint, depth }: Plan): void => {
    const missing = withheldBy(endpoint, depth, isReady)
    if (missing === null) return
    const sold = soldDepths(endpoint, isReady)
    throw new Failure(
      'invalid_parameter',
      `'${depth}' is not sold by the call here: none of the sources that it adds is ready (${missing.join(', ')}). Ask for ${sold.map((one) => `depth=${one}`).join(' or ')}.`,
      { errors: [{ parameter: 'depth', detail: 'is not sold by the call on this server', allowed: sold }] },
    )
  }

  const serve = async (ctx: Context, plan: Plan): Promise<void> => {
    const { res } = ctx
    const { requestId } = ctx.state as State
    const offer = offerOf(ctx, plan)
    const { authorisation, method } = await authorised(ctx, offer)
    const claim = await billing.payments.claim(authorisation, plan.fingerprint, offer.microUsd, requestId)
    const send = (body: Body, headers: Readonly<Record<string, string>> = {}) => {
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
      return sendJson(ctx, bytesOf(body))
    }
    switch (claim.state) {
      case 'running':
        throw new Failure('payment_in_progress', 'A request with this payment is still running.', { retry_after_s: 1 })
      case 'spent':
        return demand(offer, 'This payment was used for another answer.')
      case 'bought':
        return send(whole(claim.body), claim.headers)
      case 'repeat': {
        // What was bought is better than nothing.
        const payer = repeatingPayer(billing.payments, authorisation, claim)
        const answer = await answering.answer(plan, { payer, requestId }).catch((error: unknown) => {
          if (error instanceof Failure) return { body: whole(claim.body) }
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
          return await send(body, headers)
        } catch (error) {
          if (error instanceof PaymentRefused) return demand(offer, error.message)
          throw error
        }
      }
    }
  }

  const handle =
    (endpoint: LoadedEndpoint) =>
    async (ctx: Context): Promise<void> => {
      ;(ctx.state as State).route = `${base}${endpoint.declared.path}`
      if (ctx.method !== 'GET')
        throw new Failure('method_not_allowed', `Look-ups answer GET only, not ${ctx.method}.`, {
          headers: { allow: 'GET' },
        })
      await perAddress().count(addressIn(ctx.req), ctx.res)
      if (hasBody(ctx.req))
        throw new Failure('invalid_parameter', 'A look-up has no body.', {
          errors: [{ parameter: 'body', detail: 'is not accepted' }],
        })
      mustTakeJson(ctx.req)
      const plan = planOf(endpoint, settings().endpoint(endpoint.declared.id), rawOf(endpoint, ctx.req.url!, base))
      assertSold(plan)
      await serve(ctx, plan)
    }

  if (methods.length === 0) return
  for (const endpoint of plugins.endpoints.values())
    if (endpoint.declared.tool !== undefined) router.all(routeOf(endpoint, base), handle(endpoint))
}
