/** The port of payments: which request owns an authorisation, and what it bought. */

/**
 * `pending`: a request is at work with it; `unknown`: its settlement was requested, and the outcome is not known;
 * `refused`: its settlement was refused, and it may be brought again.
 */
export const paymentStates = ['settled', 'pending', 'unknown', 'refused'] as const
export type PaymentState = (typeof paymentStates)[number]

/** Payments and their amounts. */
export type PaymentTotals = Readonly<Record<PaymentState, { readonly count: number; readonly microUsd: number }>>

/** A call, which may be about a subject, or credits for a key. */
export type PaymentPurpose =
  | { readonly kind: 'call'; readonly endpoint: string; readonly depth: string; readonly subject: string | null }
  | { readonly kind: 'top-up'; readonly keyId: string; readonly credits: number }

/** What a top-up granted. `reference`: of its row in the ledger. */
export interface Granted {
  readonly reference: string
  readonly remaining: number
}

export interface Purchase {
  /** Equal for equal purchases. It may tell what was asked: it is forgotten with the answer. */
  readonly resource: string
  readonly microUsd: number
  /** The id of the surface that sells it. */
  readonly surface: string
  readonly purpose: PaymentPurpose
}

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

/**
 * The steps of an authorisation: `claim`, `settling`, `settled` or `toppedUp`; or it ends by `pending`, `refused` or
 * `release`. Payer, resource and answer are forgotten after 24 hours. A hash of payer and nonce stays with the row for
 * good, because the payer alone decides until when an authorisation is valid (EIP-3009, `validBefore`).
 */
export interface Payments {
  /**
   * Whether the settlement of this payment was requested before. If so, it was verified then: verifying again would
   * report it as used or expired.
   */
  settlementRequested(payment: Payment): Promise<boolean>
  /**
   * Claims a verified authorisation for a purchase. One request owns it at a time, until it ends or its process dies.
   */
  claim(payment: Payment, purchase: Purchase, requestId: string): Promise<PaymentClaim>
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
  /**
   * As `settled`, for a top-up: grants its credits in the same transaction, once for each payment. Resolves to the
   * stored answer.
   */
  toppedUp(
    id: PaymentId,
    transaction: string,
    body: (granted: Granted) => Uint8Array,
    headers: Readonly<Record<string, string>>,
  ): Promise<Uint8Array>
  /** Replaces the stored answer by a repeat's, unless the stored one has become complete. */
  repeated(id: PaymentId, body: Uint8Array, retryAt: number | null): Promise<void>
  /** Uncounts a repeat that gave no answer. */
  undoRepeat(id: PaymentId): Promise<void>
  /** The outcome of the settlement is unknown: the next request with this authorisation settles again. */
  pending(id: PaymentId): Promise<void>
  /** The settlement was refused: nothing was paid, and the authorisation may be claimed again. */
  refused(id: PaymentId): Promise<void>
  /**
   * The request is given up: the authorisation can still buy an answer. If a settlement was requested, its outcome is
   * unknown.
   */
  release(id: PaymentId): Promise<void>
}
