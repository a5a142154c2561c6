import { hash } from 'node:crypto'
import type { PaymentId } from '@domesday/core/store'

/** Names a payment for good, and the ledger row of a top-up. The nonce's 32 random bytes cannot be guessed from it. */
export const paymentIdOf = ({ payer, nonce }: PaymentId): string =>
  `x402_${hash('sha256', `${payer} ${nonce}`).slice(0, 32)}`
