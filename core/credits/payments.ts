/** The port of payments by the request: which request owns an authorisation, and what it bought. */

/** A payment authorisation. A payer uses each nonce once. */
export interface PaymentId {
  readonly payer: string
  readonly nonce: string
}

/** An authorisation as received; `proof` is a hash of everything signed and of the signature. */
export interface Payment extends PaymentId {
  readonly proof: string
}

/** The result of claiming an authorisation. */
export type PaymentClaim =
  /** This request owns it. `settlementUnknown`: an earlier settlement had no response and may have succeeded. */
  | { readonly state: 'claimed'; readonly settlementUnknown: boolean }
  /** Another request owns it. */
  | { readonly state: 'running' }
  /** It bought this answer: send it again. */
  | { readonly state: 'bought'; readonly body: Uint8Array; readonly headers: Readonly<Record<string, string>> }
  /** It bought this answer, in which something failed: `requestId`'s lookup is free to repeat. */
  | {
      readonly state: 'repeat'
      readonly body: Uint8Array
      readonly headers: Readonly<Record<string, string>>
      readonly requestId: string
    }
  /** It bought something else, or too long ago. */
  | { readonly state: 'spent' }

/** The states of an authorisation: `claim`, `settling`, `settled`; or it ends by `pending`, `refused` or `release`. */
export interface Payments {
  /**
   * Whether the settlement of this payment was requested before. If so, it was verified then: verifying again would
   * report it as used or expired.
   */
  settlementRequested(payment: Payment): boolean
  /**
   * Claims a verified authorisation for a resource. One request owns it at a time, until it ends or its process dies.
   */
  claim(payment: Payment, resource: string, microUsd: number, requestId: string): Promise<PaymentClaim>
  /** Call it before requesting the settlement: from then on the outcome may be unknown. */
  settling(id: PaymentId): Promise<void>
  /** The authorisation is used up; its answer is stored for 24 hours. `retryAt`: see `Lookup`. */
  settled(
    id: PaymentId,
    transaction: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
    retryAt: number | null,
  ): Promise<void>
  /** Replaces the stored answer by a repeat's, unless the stored one has become complete. */
  repeated(id: PaymentId, body: Uint8Array, retryAt: number | null): Promise<void>
  /** Uncounts a repeat that gave no answer. */
  undoRepeat(id: PaymentId): Promise<void>
  /** The outcome of the settlement is unknown: the next request with this authorisation settles again. */
  pending(id: PaymentId): Promise<void>
  /** The settlement was refused: nothing was paid. */
  refused(id: PaymentId): Promise<void>
  /**
   * The request is given up: the authorisation can still buy an answer. If a settlement was requested, its outcome is
   * unknown.
   */
  release(id: PaymentId): Promise<void>
}
