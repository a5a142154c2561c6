/** `POST /account/top-up`: credits for the caller's key, paid by x402. */
import type { Context } from 'koa'
import {
  Failure,
  invalidParameters,
  json,
  sendJson,
  unknownParameters,
  type Http,
  type ParameterFault,
  type ServiceView,
  type Settings,
  type State,
} from '@domesday/core/surface'
import { bodyObject } from '@domesday/surface-parts/json-body'
import { paymentInProgress, settleClaimed, type Checkout } from './checkout.ts'
import { PaymentRefused, type Offer, type PaymentMethod } from './method.ts'

export const topUpPath = '/account/top-up'

type Billing = Settings['service']['billing']

/** Throws the 400 with every fault. */
const creditsIn = (state: State, { top_up: { least, most } }: Billing): number => {
  const body = bodyObject(state),
    { credits } = body
  const faults: ParameterFault[] = [...unknownParameters(Object.keys(body), ['credits'])]
  if (!(Number.isInteger(credits) && Number(credits) >= least && Number(credits) <= most))
    faults.unshift({
      parameter: 'credits',
      detail: credits === undefined ? 'is missing' : `must be a whole number from ${least} to ${most}`,
    })
  if (faults.length > 0) throw invalidParameters(faults)
  return credits as number
}

/** `null`: credits are not sold. */
export const creditPrice = ({ settings }: Pick<ServiceView, 'settings'>): number | null =>
  settings().service.billing.credit_price ?? null

export const topUp = (
  http: Http,
  service: Pick<ServiceView, 'settings' | 'billing'>,
  { demand, authorised }: Checkout,
): void => {
  const {
    settings,
    billing: { payments, ledger },
  } = service

  const bought = async (ctx: Context, keyId: string, credits: number, price: number): Promise<Buffer | Uint8Array> => {
    const { requestId } = ctx.state as State
    const offer: Offer = {
      resource: `${ctx.protocol}://${ctx.host}${topUpPath}`,
      description: `${credits} credits`,
      microUsd: credits * price,
    }
    const { authorisation, method } = await authorised(ctx, offer)
    const claim = await payments.claim(
      authorisation,
      {
        resource: `top-up ${keyId} ${credits}`,
        microUsd: offer.microUsd,
        surface: 'pay',
        purpose: { kind: 'top-up', keyId, credits },
      },
      requestId,
    )
    const send = (body: Uint8Array, headers: Readonly<Record<string, string>>): Uint8Array => {
      for (const [name, value] of Object.entries(headers)) ctx.res.setHeader(name, value)
      return body
    }
    switch (claim.state) {
      case 'running':
        throw paymentInProgress()
      case 'spent':
        return demand(offer, 'This payment was used for something else, or more than 24 hours ago.')
      case 'bought':
      case 'repeat':
        return send(claim.body, claim.headers)
      case 'claimed':
        try {
          const settled = await settleClaimed(payments, authorisation, claim.settlementUnknown)
          const { transaction, network, headers } = settled
          const body = await payments.toppedUp(
            authorisation,
            transaction,
            ({ reference, remaining }) =>
              json({ data: { credits, remaining, reference, paid: paidOf(method, offer, network, transaction) } }),
            headers,
          )
          return send(body, headers)
        } catch (error) {
          if (error instanceof PaymentRefused) return demand(offer, error.message)
          // What was asked for and not written down is of unknown outcome: the same payment resolves it.
          await payments.release(authorisation).catch(() => {})
          throw error
        }
    }
  }

  http.post(topUpPath, async (ctx) => {
    const keyId = http.authenticate(ctx.req)
    const state = ctx.state as State
    state.keyId = keyId
    const price = creditPrice(service)
    if (price === null)
      throw new Failure('unknown_path', 'Credits are not sold here: ask the operator to top up the key.')
    const body = await bought(ctx, keyId, creditsIn(state, settings().service.billing), price)
    ctx.res.setHeader('x-credits-charged', 0)
    ctx.res.setHeader('x-credits-remaining', await ledger.remaining(keyId))
    await sendJson(ctx, Buffer.from(body))
  })
}

const paidOf = ({ simulated }: PaymentMethod, { microUsd }: Offer, network: string, transaction: string) => ({
  micro_usd: microUsd,
  network,
  transaction,
  simulated,
})
