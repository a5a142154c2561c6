/** Payers with an authorisation, which is settled after the work and only for an answer. */
import type { Depth } from '@domesday/core'
import {
  bytesOf,
  type Paid,
  type Payer,
  type PaymentClaim,
  type Payments,
  type Worth,
  type Write,
} from '@domesday/core/surface'
import { paymentOwner } from '@domesday/surface-parts/payment-owner'
import { settleClaimed } from './checkout.ts'
import type { Authorisation } from './method.ts'

/**
 * The authorisation is already claimed; this payer releases it. `settlementUnknown`: the outcome of an earlier
 * settlement is unknown. `priceOf` returns micro-dollars: a signed amount cannot be lowered, so an answer that is worth
 * less is free.
 */
export const authorisedPayer = ({
  payments,
  authorisation,
  microUsd,
  priceOf,
  simulated,
  settlementUnknown,
}: {
  readonly payments: Payments
  readonly authorisation: Authorisation
  readonly microUsd: number
  readonly priceOf: (depth: Depth) => number
  readonly simulated: boolean
  readonly settlementUnknown: boolean
}): Payer => {
  const settle = async ({ free, depth, retryAt }: Worth, write: Write): Promise<Paid> => {
    if (free || priceOf(depth) < microUsd) {
      await payments.release(authorisation)
      return { body: write(0), charged: 0, remaining: null }
    }
    const { transaction, network, headers } = await settleClaimed(payments, authorisation, settlementUnknown)
    const body = write(0, { paid: { micro_usd: microUsd, network, transaction, simulated } })
    await payments.settled(authorisation, transaction, bytesOf(body), headers, retryAt)
    return { body, charged: 0, remaining: null, headers }
  }
  return {
    owner: paymentOwner(authorisation.proof),
    hold: async () => ({ early: false }),
    settle: (_request, worth, write) => settle(worth, write),
    charge: (_request, worth, write) => settle(worth, write),
    release: () => payments.release(authorisation),
  }
}

/** Pays for a free repeat of a settled answer in which something failed. */
export const repeatingPayer = (
  payments: Payments,
  authorisation: Authorisation,
  bought: Extract<PaymentClaim, { readonly state: 'repeat' }>,
): Payer => {
  const { _meta } = JSON.parse(Buffer.from(bought.body).toString()) as { readonly _meta: { readonly paid: unknown } }
  const answerFree = async ({ retryAt }: Worth, write: Write): Promise<Paid> => {
    const body = write(0, { paid: _meta.paid, repeats: bought.requestId })
    await payments.repeated(authorisation, bytesOf(body), retryAt)
    return { body, charged: 0, remaining: null, headers: bought.headers }
  }
  return {
    owner: paymentOwner(authorisation.proof),
    hold: async () => ({ early: false }),
    settle: (_request, worth, write) => answerFree(worth, write),
    charge: (_request, worth, write) => answerFree(worth, write),
    release: () => payments.undoRepeat(authorisation),
  }
}
