/** The port of deliveries: whether what was charged reached its caller. */

/** An answer that was charged and not handed over. `at`: Unix milliseconds. */
export interface LostAnswer {
  readonly requestId: string
  readonly keyId: string
  /** What was charged, credits. */
  readonly amount: number
  readonly at: number
}

/**
 * What becomes of the charge for a lost answer: it is refunded; it is listed for the operator, because the key loses
 * too many; or there is none.
 */
export type Loss = 'refunded' | 'listed' | 'none'

/** The most refunds of one key: within a minute, and of its charges; the first five are always refunded. */
export const refundsPerMinute = 5
export const refundedShare = 0.02

/**
 * Deliveries. A store keeps in its data which charges of a live process were not handed over yet. If the process dies,
 * they are refunded: the caller has the benefit of the doubt.
 */
export interface Delivery {
  /** Call it before the charge of a request whose answer will be sent. */
  expect(requestId: string): void
  /** The answer was handed over to the connection. It is written with the next change of the store. */
  handedOver(requestId: string): void
  /**
   * The answer was not handed over. A refund voids the answer that is stored under its idempotency key, and free
   * repeats of the lookup, with the answers that are stored for them. `principal`: who has the refunds of one key for
   * all its unpaid keys together.
   */
  lost(requestId: string, principal?: string): Promise<Loss>
  /**
   * From now on calls `heard` for each charge that this process refunds for one that died; for those before, at once.
   * Absent where the store refunds none.
   */
  recovered?(heard: (loss: Loss) => void): void
  /** What was lost and not refunded, oldest first. A refund by the operator removes it. */
  listed(): Promise<readonly LostAnswer[]>
}
