/** A payer with an authorisation in hand: settled after the work, and only for an answer. */
import type { Paid, Payer, Write } from '../billing/payers.ts'
import type { Payments } from '../billing/ledger/payments.ts'
import { bytesOf } from '../serve/body.ts'
import { Failure } from '../serve/failures.ts'
import { PaymentRefused, type Authorisation } from './method.ts'

/** `unsettled`: an earlier settlement with it ended without an answer. The claim is made before; this payer gives it back. */
export const authorisedPayer = ({
  payments,
  authorisation,
  microUsd,
  simulated,
  unsettled,
}: {
  readonly payments: Payments
  readonly authorisation: Authorisation
  readonly microUsd: number
  readonly simulated: boolean
  readonly unsettled: boolean
}): Payer => {
  const settle = async (write: Write): Promise<Paid> => {
    await payments.settling(authorisation)
    const outcome = await authorisation.settle()
    if (outcome.state === 'settled') {
      const { transaction, network, headers } = outcome
      const body = write(0, { paid: { micro_usd: microUsd, network, transaction, simulated } })
      await payments.settled(authorisation, transaction, bytesOf(body), headers)
      return { body, charged: 0, remaining: null, headers }
    }
    // After an unknown outcome a refusal may only mean that the first try went through.
    if (outcome.state === 'unknown' || unsettled) {
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
  return {
    hold: async () => {},
    settle: (_, write) => settle(write),
    charge: async ({ credits }, write) => {
      if (credits > 0) return settle(write)
      await payments.free(authorisation)
      return { body: write(0), charged: 0, remaining: null }
    },
    release: () => payments.free(authorisation),
  }
}
