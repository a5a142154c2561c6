/** Errors in a call to a store. Failures of the store itself (a full or locked disk) keep their own error. */

export type BillingFault =
  | 'unknown_key'
  | 'revoked_key'
  | 'expired_key'
  | 'unknown_request'
  | 'unknown_cursor'
  | 'request_reused'
  | 'reserved_reference'
  | 'insufficient'
  | 'invalid_amount'
  | 'invalid_key_terms'
  | 'closed'
  /** The data cannot be used as they are; the message says what to do. */
  | 'unusable'

export class BillingError extends Error {
  override readonly name = 'BillingError'
  readonly code: BillingFault

  constructor(code: BillingFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const maximumCredits = 1_000_000_000

/** Throws `invalid_amount` unless `amount` is a whole number from `lowest` to `maximumCredits`. */
export const checkCredits = (amount: number, lowest: number): void => {
  if (Number.isSafeInteger(amount) && amount >= lowest && amount <= maximumCredits) return
  throw new BillingError(
    'invalid_amount',
    `credits must be a whole number from ${lowest} to ${maximumCredits}, not ${amount}`,
  )
}
