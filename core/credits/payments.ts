/** The port of payments by the request: who has an authorisation, and what it bought. */

/** A payment authorisation: whoever signed it uses a nonce once. */
export interface PaymentId {
  readonly payer: string
  readonly nonce: string
}

/** The authorisation as it was brought; `proof` is a hash of all that was signed and of the signature. */
export interface Payment extends PaymentId {
  readonly proof: string
}

/** What a request finds that brings an authorisation. */
export type PaymentClaim =
  /**
   * It is this request's. `settlementUnknown`: an earlier settlement of it ended without an answer, and may have gone
   * through.
   */
  | { readonly state: 'claimed'; readonly settlementUnknown: boolean }
  /** Another request is working on it. */
  | { readonly state: 'running' }
  /** It bought this, and can have it again. */
  | { readonly state: 'bought'; readonly body: Uint8Array; readonly headers: Readonly<Record<string, string>> }
  /** It bought this when something failed: it can have the look-up again, which this request did first. */
  | {
      readonly state: 'repeat'
      readonly body: Uint8Array
      readonly headers: Readonly<Record<string, string>>
      readonly requestId: string
    }
  /** It bought something else, or too long ago. */
  | { readonly state: 'spent' }

/** An authorisation goes from `claim` to `settling` to `settled`, or leaves by `pending`, `refused` or `release`. */
export interface Payments {
  /**
   * Whether the settlement of this very payment was asked for, so that it was verified then: now a check might only
   * find it used or expired.
   */
  settlementRequested(payment: Payment): boolean
  /**
   * Claims a verified authorisation for a resource. One request has it at a time; one that died leaves it to the next.
   */
  claim(payment: Payment, resource: string, microUsd: number, requestId: string): Promise<PaymentClaim>
  /** To be called before the settlement is asked for: from here on the outcome may be unknown. */
  settling(id: PaymentId): Promise<void>
  /** The authorisation is used up; its answer is stored for 24 hours. `retryAt`: as of a `Lookup`. */
  settled(
    id: PaymentId,
    transaction: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
    retryAt: number | null,
  ): Promise<void>
  /** What came of a repeat replaces the stored answer, unless that has become whole meanwhile. */
  repeated(id: PaymentId, body: Uint8Array, retryAt: number | null): Promise<void>
  /** Takes back a repeat that came to nothing. */
  undoRepeat(id: PaymentId): Promise<void>
  /** The outcome of the settlement is unknown: the next request with it asks again. */
  pending(id: PaymentId): Promise<void>
  /** The settlement was refused: nothing was paid. */
  refused(id: PaymentId): Promise<void>
  /**
   * The request is given up: the authorisation can still buy an answer. Where a settlement was asked for its outcome is
   * unknown.
   */
  release(id: PaymentId): Promise<void>
}
