/** What a movement of credits is for; shown in /account. */
export interface Purpose {
  readonly endpoint: string
  readonly depth: string
}

/**
 * Whether credits were taken. `remaining` is what the key can still spend: balance − held.
 * When `ok` is false nothing was charged and the answer must not be handed out:
 * - `insufficient`: the key cannot pay for it (402);
 * - `released`: the hold of this request was given back by its own caller;
 * - `superseded`: another request owns the idempotency key by now (409).
 */
export type Taken =
  | {
      readonly ok: true
      readonly remaining: number
      /** Nothing was taken: it repeats the look-up that this request was charged for. */
      readonly repeats?: string
      /** It was asked before another try makes sense, and the answer that is kept will do. */
      readonly early?: true
    }
  | { readonly ok: false; readonly reason: 'insufficient' | 'released' | 'superseded'; readonly remaining: number }

/** What was taken for an answer, and the request that it repeats, if it does. */
export interface Cost {
  readonly credits: number
  readonly repeats: string | null
}

/** An answer to be kept under the idempotency key that its request has claimed with `begin`. */
export interface Kept {
  readonly keyId: string
  readonly idempotencyKey: string
  /** As bytes, or what makes them once it is decided what the answer costs. */
  readonly body: Uint8Array | ((cost: Cost) => Uint8Array)
  /** What it takes to send the body again as it was. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The look-up that an answer is for. While something in it failed it is free to repeat: for an hour after its charge
 * and twelve times at most, until an answer is whole.
 */
export interface Look {
  /** Equal for equal look-ups, and tells nobody what was asked. */
  readonly print: string
  /** From when on another try makes sense, Unix milliseconds; null where nothing failed. */
  readonly again: number | null
}

/** What an answer is worth, where that is less than was held for it. */
export interface Worth {
  readonly amount: number
  readonly depth: string
}

export type Kind = 'grant' | 'charge' | 'refund' | 'adjust'

/**
 * One row of the ledger. `amount` is signed (a charge is negative), `balance` is the balance after it, `at` is in
 * Unix milliseconds.
 */
export interface Entry {
  readonly at: number
  readonly kind: Kind
  readonly amount: number
  readonly balance: number
  /** The request of a charge or refund, the reference of a grant or adjustment. */
  readonly requestId: string | null
  readonly endpoint: string | null
  readonly depth: string | null
}

export interface Account {
  readonly balance: number
  readonly held: number
  /** Newest first, 50 at most. */
  readonly ledger: readonly Entry[]
}

export interface Check {
  readonly keys: number
  readonly rows: number
  readonly openHolds: number
  /** One line a fault; empty when the books balance. */
  readonly faults: readonly string[]
}

/**
 * Credits of every key: whole numbers, at most 1e9 a movement. A promise settles only after its change is durable.
 * The request id makes every step idempotent: a request is charged at most once, whatever is called how often, and
 * asking again for the same thing answers the same. A request id used for another key or amount is a
 * `request_reused`. Ids that rise with time (UUIDv7 and the like) fall on the same page of the index; random ones
 * double the cost of a charge. A caller's fault rejects with a `BillingError` (an unknown key id: `unknown_key`), a
 * disk that is full or locked with the store's own error.
 */
export interface Ledger {
  /**
   * Sets credits aside for a call that is about to run; none where its look-up is free to repeat, which counts as one
   * repeat. Before another try makes sense it is `early`, and is not counted, if an answer is `kept` that can be given
   * again.
   */
  hold(
    keyId: string,
    requestId: string,
    amount: number,
    purpose: Purpose,
    ask?: { readonly print: string; readonly kept: boolean },
  ): Promise<Taken>
  /**
   * Turns a hold into a charge, and keeps the answer under its idempotency key in the same transaction. Await it before
   * answering. An answer that is `worth` less is charged that. Where the look-up became free to repeat meanwhile,
   * nothing is charged. If the hold has lapsed meanwhile (this process was taken for dead, or the call took longer than
   * any may), the credits are taken afresh where the balance allows. Rejects with `unknown_request` where there never
   * was a hold, or not for an hour.
   */
  settle(requestId: string, keep?: Kept, look?: Look, worth?: Worth): Promise<Taken>
  /**
   * Ends a repeat that `hold` let pass without credits, and keeps its answer. `charged` is the request that it
   * repeats.
   */
  repeat(keyId: string, requestId: string, charged: string, look: Look, keep?: Kept): Promise<Taken>
  /** Takes back a repeat that was counted and came to nothing. */
  unrepeat(keyId: string, print: string): Promise<void>
  /**
   * Gives a hold back for good; after a settle it does nothing. Answers what remains, or null where there is no such
   * hold.
   */
  release(requestId: string): Promise<number | null>
  /**
   * Charges in one step, without a hold: for an answer that is already there. An amount of 0 writes no row, but keeps
   * the answer. Where the look-up is free to repeat, nothing is charged and nothing is counted.
   */
  charge(keyId: string, requestId: string, amount: number, purpose: Purpose, keep?: Kept, look?: Look): Promise<Taken>
  /** Adds credits, once for each reference where one is given. Answers what remains. */
  grant(keyId: string, amount: number, reference?: string): Promise<number>
  /** An operator's correction, up or down (amount is signed); never below what is held. Once for each reference. */
  adjust(keyId: string, amount: number, reference?: string): Promise<Taken>
  /**
   * Gives back, once, all that a request was charged. Answers what remains. Rejects with `unknown_request` where
   * nothing was charged.
   */
  refund(requestId: string): Promise<number>
  account(keyId: string): Promise<Account>
  remaining(keyId: string): Promise<number>
  /** Audits the whole ledger, which takes some seconds a million rows: for a command, not for a request. */
  check(): Promise<Check>
}

/** Where an idempotency key stands for a request that brings it. */
export type Claim =
  | { readonly state: 'new' }
  | { readonly state: 'running' }
  | { readonly state: 'mismatch' }
  | {
      readonly state: 'done'
      readonly requestId: string
      readonly body: Uint8Array
      readonly headers: Readonly<Record<string, string>>
    }

/** Idempotency keys of callers, each in the scope of its API key. An answer is kept for 24 hours after its charge. */
export interface Idempotency {
  /**
   * Claims the key for this request (`new`), or says why it cannot: the same request is `running` (409) or `done`
   * (send its body again), another one owns the key (`mismatch`, 422). A claim whose process died, or that is older
   * than any call, is open to the next request. The claim ends with the `Kept` of a settle or charge, or with
   * `abandon`.
   */
  begin(keyId: string, idempotencyKey: string, fingerprint: string, requestId: string): Promise<Claim>
  /** Frees the key after a call that did not answer 200; does nothing where this request does not own it. */
  abandon(keyId: string, idempotencyKey: string, requestId: string): Promise<void>
}

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

/** Rejects what is no whole number of credits between the lowest allowed and a thousand million. */
export const checkCredits = (amount: number, lowest: number): void => {
  if (Number.isSafeInteger(amount) && amount >= lowest && amount <= maximumCredits) return
  throw new BillingError(
    'invalid_amount',
    `credits must be a whole number from ${lowest} to ${maximumCredits}, not ${amount}`,
  )
}
