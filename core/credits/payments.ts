/** The port of payments by the call: who has an authorisation, and what it bought. */

/** A payment authorisation: whoever signed it uses a nonce once. */
export interface PaymentId {
  readonly payer: string
  readonly nonce: string
}

/** The authorisation as it was brought; `proof` is a hash of all that was signed and of the signature. */
export interface Payment extends PaymentId {
  readonly proof: string
}

/** Where an authorisation stands for a request that brings it. */
export type PaymentClaim =
  /**
   * It is this request's. `unsettled`: an earlier settlement of it ended without an answer, and may have gone
   * through.
   */
  | { readonly state: 'claimed'; readonly unsettled: boolean }
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

export interface Payments {
  /**
   * Whether a settlement of this very payment was asked for, so that it was found good before: a check now may only
   * find it used or run out.
   */
  wasGood(payment: Payment): boolean
  /**
   * Claims an authorisation that was found good for a resource. One request has it at a time; one that died leaves it
   * to the next.
   */
  claim(payment: Payment, resource: string, microUsd: number, requestId: string): Promise<PaymentClaim>
  /** To be called before the settlement is asked for: from here on the outcome may be unknown. */
  settling(id: PaymentId): Promise<void>
  /** The authorisation is used up; its answer is kept for 24 hours. `again`: see `Look`. */
  settled(
    id: PaymentId,
    transaction: string,
    body: Uint8Array,
    headers: Readonly<Record<string, string>>,
    again: number | null,
  ): Promise<void>
  /** What came of a repeat takes the place of the answer, unless that has become whole meanwhile. */
  repeated(id: PaymentId, body: Uint8Array, again: number | null): Promise<void>
  /** Takes back a repeat that came to nothing. */
  unrepeat(id: PaymentId): Promise<void>
  /** Nobody knows what became of the settlement: the next request with it asks again. */
  pending(id: PaymentId): Promise<void>
  /** The settlement was refused: nothing was paid. */
  refused(id: PaymentId): Promise<void>
  /**
   * The request is given up: the authorisation can still buy an answer. What became of a settlement that was asked
   * for is not known then.
   */
  free(id: PaymentId): Promise<void>
}
