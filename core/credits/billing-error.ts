/** What a caller of a store may get wrong; faults of the store itself (a full or locked disk) keep its own error. */

export type BillingFault =
  | 'unknown_key'
  | 'revoked_key'
  | 'unknown_request'
  | 'request_reused'
  | 'invalid_amount'
  | 'invalid_key_terms'
  | 'closed'

export class BillingError extends Error {
  override readonly name = 'BillingError'
  readonly code: BillingFault

  constructor(code: BillingFault, message: string) {
    super(message)
    this.code = code
  }
}

export const maximumCredits = 1_000_000_000

/** Throws `invalid_amount` unless this is a whole number of credits from the lowest allowed to a thousand million. */
export const checkCredits = (amount: number, lowest: number): void => {
  if (Number.isSafeInteger(amount) && amount >= lowest && amount <= maximumCredits) return
  throw new BillingError(
    'invalid_amount',
    `credits must be a whole number from ${lowest} to ${maximumCredits}, not ${amount}`,
  )
}
