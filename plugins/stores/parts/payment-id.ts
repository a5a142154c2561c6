import { hash } from 'node:crypto'
import { BillingError, type PaymentId } from '@domesday/core/store'

const prefix = 'x402_'

/** Names a payment for good, and the ledger row of a top-up. The nonce's 32 random bytes cannot be guessed from it. */
export const paymentIdOf = ({ payer, nonce }: PaymentId): string =>
  `${prefix}${hash('sha256', `${payer} ${nonce}`).slice(0, 32)}`

/** Whether a grant with this reference must be that of a payment: the audit looks for the payment of each. */
export const isPaymentId = (reference: string | undefined): boolean => reference?.startsWith(prefix) === true

/** For an entry that no payment is for. */
export const reservedReference = (reference: string | undefined): BillingError =>
  new BillingError(
    'reserved_reference',
    `the reference '${reference}' begins with '${prefix}', as ids of payments do, and is that of no top-up of this key and amount`,
  )

/** Finds the top-up whose grant an entry may be; its values are the reference, the key and the credits. */
export const topUpSql = (values: readonly [string, string, string]): string =>
  `select 1 from payments where id = ${values[0]} and key_id = ${values[1]} and credits = ${values[2]}
   and purpose = 'top-up' and state <> 'verified'`
