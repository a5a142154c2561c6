/** The port of the ledger: the credits of every key, each change with its row. */
import type { StoredAnswer } from './idempotency.ts'

/** What credits are spent on; shown in /account. */
export interface Purpose {
  readonly endpoint: string
  readonly depth: string
}

/**
 * How a hold or a charge ended. `remaining` is what the key can still spend: balance − held.
 * When `ok` is false nothing was charged and the answer must not be sent:
 * - `insufficient`: the key cannot pay for it (402);
 * - `released`: the hold of this request was given back by its own caller;
 * - `superseded`: another request owns the idempotency key by now (409).
 */
export type ChargeResult =
  | {
      readonly ok: true
      readonly remaining: number
      /** Nothing was charged: it repeats the look-up of this request, which was. */
      readonly repeats?: string
      /** It came before `retryAt`, and the answer that is there will do. */
      readonly early?: true
    }
  | { readonly ok: false; readonly reason: 'insufficient' | 'released' | 'superseded'; readonly remaining: number }

/**
 * The look-up that an answer is for. While something in it failed it is free to repeat: for an hour after its charge
 * and twelve times at most, until an answer is whole.
 */
export interface Lookup {
  /** Equal for equal look-ups, and tells nobody what was asked. */
  readonly hash: string
  /** From when on another try makes sense, Unix milliseconds; null where nothing failed. */
  readonly retryAt: number | null
}

/** What an answer is charged at, where that is less than what was held. */
export interface ActualCharge {
  readonly amount: number
  readonly depth: string
}

export type EntryKind = 'grant' | 'charge' | 'refund' | 'adjust'

/**
 * One row of the ledger. `amount` is signed (a charge is negative), `balance` is the balance after it, `at` is in
 * Unix milliseconds.
 */
export interface LedgerEntry {
  readonly at: number
  readonly kind: EntryKind
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
  readonly ledger: readonly LedgerEntry[]
}

export interface Audit {
  readonly keys: number
  readonly rows: number
  readonly openHolds: number
  /** One line a fault; empty when the books balance. */
  readonly faults: readonly string[]
}

/**
 * Credits of every key: whole numbers, at most 1e9 an entry. A promise settles only after its change is durable.
 * The request id makes every step idempotent: a request is charged at most once, whatever is called how often, and
 * asking again for the same thing answers the same. A request id used for another key or amount is a
 * `request_reused`. Ids that rise with time (UUIDv7 and the like) fall on the same page of the index; random ones
 * double the cost of a charge. A caller's fault rejects with a `BillingError` (an unknown key id: `unknown_key`), a
 * disk that is full or locked with the store's own error.
 */
export interface Ledger {
  /**
   * Sets credits aside for a request that is about to run; none where its look-up is free to repeat, which counts as
   * one repeat. Before `retryAt` it is `early` and is not counted, if the caller has an answer that can be sent again
   * (`hasAnswer`).
   */
  hold(
    keyId: string,
    requestId: string,
    amount: number,
    purpose: Purpose,
    lookup?: { readonly hash: string; readonly hasAnswer: boolean },
  ): Promise<ChargeResult>
  /**
   * Turns a hold into a charge, and stores the answer under its idempotency key in the same transaction. Await it
   * before answering. Charges what was held, or `actual`. Where the look-up became free to repeat meanwhile, nothing is
   * charged. If the hold has lapsed meanwhile (this process was taken for dead, or the request took longer than any
   * may), the credits are taken afresh where the balance allows. Rejects with `unknown_request` where there never was a
   * hold, or not for an hour.
   */
  settle(requestId: string, answer?: StoredAnswer, lookup?: Lookup, actual?: ActualCharge): Promise<ChargeResult>
  /** Ends a repeat that `hold` let pass without credits, and stores its answer. */
  repeat(
    keyId: string,
    requestId: string,
    chargedRequestId: string,
    lookup: Lookup,
    answer?: StoredAnswer,
  ): Promise<ChargeResult>
  /** Takes back a repeat that was counted and came to nothing. */
  undoRepeat(keyId: string, lookupHash: string): Promise<void>
  /**
   * Gives a hold back for good; after a settle it does nothing. Answers what remains, or null where there is no such
   * hold.
   */
  release(requestId: string): Promise<number | null>
  /**
   * Charges in one step, without a hold: for an answer that is already there. An amount of 0 writes no row, but stores
   * the answer. Where the look-up is free to repeat, nothing is charged and nothing is counted.
   */
  charge(
    keyId: string,
    requestId: string,
    amount: number,
    purpose: Purpose,
    answer?: StoredAnswer,
    lookup?: Lookup,
  ): Promise<ChargeResult>
  /** Adds credits, once for each reference where one is given. Answers what remains. */
  grant(keyId: string, amount: number, reference?: string): Promise<number>
  /** An operator's correction, up or down (amount is signed); never below what is held. Once for each reference. */
  adjust(keyId: string, amount: number, reference?: string): Promise<ChargeResult>
  /**
   * Gives back, once, all that a request was charged. Answers what remains. Rejects with `unknown_request` where
   * nothing was charged.
   */
  refund(requestId: string): Promise<number>
  account(keyId: string): Promise<Account>
  remaining(keyId: string): Promise<number>
  /** Adds the whole ledger up and compares: some seconds a million rows, so for a command and not for a request. */
  audit(): Promise<Audit>
}
