/** What every paid path does: demands a payment, takes one that was brought, and settles it. */
import type { Context } from 'koa'
import { Failure, type Payments } from '@domesday/core/surface'
import { PaymentRefused, type Authorisation, type Offer, type PaymentMethod, type Settlement } from './method.ts'

const unavailable = (): never => {
  throw new Failure('payment_unavailable', 'Payments cannot be checked at the moment. Nothing was taken.', {
    retry_after_s: 10,
  })
}

/** A payment that is verified. */
export interface Authorised {
  readonly authorisation: Authorisation
  readonly method: PaymentMethod
}

export type Checkout = ReturnType<typeof checkout>

export const checkout = (payments: Pick<Payments, 'settlementRequested'>, methods: readonly PaymentMethod[]) => {
  const demand = async (offer: Offer, detail: string): Promise<never> => {
    const challenges = await Promise.all(methods.map((method) => method.challenge(offer, detail))).catch(() =>
      unavailable(),
    )
    throw new Failure('payment_required', detail, {
      micro_usd: offer.microUsd,
      headers: Object.assign({}, ...challenges) as Record<string, string>,
    })
  }

  /** The first payment method that the request uses. Throws the 402, or the 503 if the payment cannot be verified. */
  const authorised = async (ctx: Context, offer: Offer): Promise<Authorised> => {
    for (const method of methods) {
      try {
        const authorisation = await method.authorise(ctx.req.headers, offer)
        if (!authorisation) continue
        // A facilitator reports a payment that it has already settled as invalid: the caller would have to pay twice.
        if (!(await payments.settlementRequested(authorisation))) await authorisation.verify()
        return { authorisation, method }
      } catch (error) {
        if (error instanceof PaymentRefused) return demand(offer, error.message)
        unavailable()
      }
    }
    return demand(
      offer,
      `This costs $${offer.microUsd / 1e6}. Pay it by x402, version 2, as the PAYMENT-REQUIRED header of this answer says.`,
    )
  }

  return { demand, authorised }
}

export const paymentInProgress = (): Failure =>
  new Failure('payment_in_progress', 'A request with this payment is still running.', { retry_after_s: 1 })

/**
 * Settles a claimed authorisation. Throws `PaymentRefused` if nothing was paid, and the 503 if nobody can tell.
 * `settlementUnknown`: the outcome of an earlier settlement is unknown.
 */
export const settleClaimed = async (
  payments: Payments,
  authorisation: Authorisation,
  settlementUnknown: boolean,
): Promise<Extract<Settlement, { readonly state: 'settled' }>> => {
  await payments.settling(authorisation)
  const outcome = await authorisation.settle()
  if (outcome.state === 'settled') return outcome
  // After an unknown outcome a refusal may mean that the first attempt succeeded.
  if (outcome.state === 'unknown' || settlementUnknown) {
    await payments.pending(authorisation)
    throw new Failure(
      'settlement_unknown',
      'It is not known yet whether the payment went through. Ask again with the same payment: it is not taken twice.',
      { retry_after_s: 10 },
    )
  }
  await payments.refused(authorisation)
  throw new PaymentRefused(`The payment did not go through: ${outcome.reason}.`)
}
