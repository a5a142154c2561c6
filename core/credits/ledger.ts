/** The port of the ledger: the credits of every key, one row for each change. */
import type { Actor } from './acts.ts'
import type { StoredAnswer } from './idempotency.ts'
import type { PaymentTotals } from './payments.ts'

/** What credits are spent on; shown in /account. */
export interface Purpose {
  readonly endpoint: string
  readonly depth: string
  /** The id of the surface that sold it. */
  readonly surface?: string
}

/** A spend cap that refuses a call. */
export interface ReachedCap {
  readonly per: 'day' | 'month'
  /** The cap itself, and what it still allows. */
  readonly credits: number
  readonly left: number
  /** When the next day or month begins, Unix milliseconds. */
  readonly endsAt: number
}

/**
 * The result of a hold or a charge. `remaining` is what the key can still spend: balance − held.
 * If `ok` is false, nothing was charged and the answer must not be sent:
 * - `insufficient`: the key cannot pay for it (402);
 * - `capped`: a spend cap of the key refuses it (429);
 * - `released`: the hold was already released for this request;
 * - `superseded`: another request owns the idempotency key now (409).
 */
export type ChargeResult =
  | {
      readonly ok: true
      readonly remaining: number
      /** The id of the charged request that this one repeats. */
      readonly repeats?: string
      /** With `repeats`: the lower price that was charged for this one. Otherwise nothing was. */
      readonly charged?: number
      /** The repeat came before `retryAt`: send the cached answer again. */
      readonly early?: true
    }
  | { readonly ok: false; readonly reason: 'insufficient' | 'released' | 'superseded'; readonly remaining: number }
  | { readonly ok: false; readonly reason: 'capped'; readonly remaining: number; readonly cap: ReachedCap }

/**
 * The lookup that an answer is for. If something in it failed, it is free to repeat until an answer is complete: for an
 * hour after the charge and at most twelve times.
 */
export interface Lookup {
  /** Equal for equal lookups; does not reveal what was asked. */
  readonly hash: string
  /** The earliest time for a useful repeat, Unix milliseconds; null if nothing failed. */
  readonly retryAt: number | null
  /** What was asked about. The account names it for a day; the ledger never does. */
  readonly subject?: string
  /** An equal answer costs less for 24 hours after a charge in full. Absent where it costs the same again. */
  readonly again?: Again
}

export interface Again {
  /** Equal for equal answers under equal settings; does not reveal what was answered. */
  readonly answerHash: string
  /** The lower price, from 1. */
  readonly amount: number
}

/** The charge for an answer that is worth less than what was held. */
export interface ActualCharge {
  readonly amount: number
  readonly depth: string
}

export const entryKinds = ['grant', 'charge', 'refund', 'adjust'] as const
export type EntryKind = (typeof entryKinds)[number]

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
  /** The surface that sold it. */
  readonly surface: string | null
  /** What was asked about: for 24 hours, and until it is erased. */
  readonly subject: string | null
}

/** Which rows of an account: by default the newest. Times are Unix milliseconds, `to` is the first outside. */
export interface AccountPage {
  /** Rows at most, 50 by default. */
  readonly limit?: number
  /** `next` of the page before. */
  readonly cursor?: string
  readonly kind?: EntryKind
  readonly endpoint?: string
  readonly surface?: string
  readonly from?: number
  readonly to?: number
}

export interface Account {
  readonly balance: number
  readonly held: number
  /** Newest first. A page looks at a few thousand rows at most, so that it may have fewer than `limit`, even none. */
  readonly ledger: readonly LedgerEntry[]
  /** The cursor of the page with older rows; null where there are none. New rows do not change it. */
  readonly next: string | null
}

export interface Audit {
  readonly keys: number
  readonly rows: number
  readonly openHolds: number
  /** The sum of all balances, credits. */
  readonly outstanding: number
  readonly payments: PaymentTotals
  /** One line for each fault; empty when the books balance. */
  readonly faults: readonly string[]
}

/**
 * Credits of every key: whole numbers, at most 1e9 an entry. A promise settles only after its change is durable.
 * The request id makes every step idempotent: a request is charged at most once, and a repeated step has the same
 * result. Reusing a request id for another key or amount rejects with `request_reused`. Use ids that rise with time
 * (such as UUIDv7): they share a page of the index, random ones double the cost of a charge. An invalid call rejects
 * with a `BillingError` (`unknown_key` for an unknown key id), a full or locked disk with the store's own error.
 */
export interface Ledger {
  /**
   * Holds credits for a request that is about to run. A lookup that is free to repeat holds none and counts as one
   * repeat. Before `retryAt` the repeat is `early` and does not count, if the caller has a cached answer (`hasAnswer`).
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
   * before answering. Charges what was held, or `actual`; nothing if the lookup has become free to repeat, and the
   * lower price of `Again` if the key was charged in full for an equal answer to an equal lookup. If the hold
   * has lapsed (this process was considered dead, or the request exceeded the time limit), the credits are taken from
   * the balance if it suffices. Rejects with `unknown_request` if there was no hold in the last hour.
   */
  settle(requestId: string, answer?: StoredAnswer, lookup?: Lookup, actual?: ActualCharge): Promise<ChargeResult>
  /** Completes a repeat for which `hold` took no credits, and stores its answer. */
  repeat(
    keyId: string,
    requestId: string,
    chargedRequestId: string,
    lookup: Lookup,
    answer?: StoredAnswer,
  ): Promise<ChargeResult>
  /** Uncounts a repeat that gave no answer. */
  undoRepeat(keyId: string, lookupHash: string): Promise<void>
  /**
   * Releases a hold for good; does nothing after a settle. Resolves to what remains, or to null if there is no such
   * hold.
   */
  release(requestId: string): Promise<number | null>
  /**
   * Charges in one step, without a hold: for a cached answer. An amount of 0 writes no row, but stores the answer. If
   * the lookup is free to repeat, nothing is charged and no repeat is counted; see `settle` for what is charged.
   */
  charge(
    keyId: string,
    requestId: string,
    amount: number,
    purpose: Purpose,
    answer?: StoredAnswer,
    lookup?: Lookup,
  ): Promise<ChargeResult>
  /**
   * Adds credits; with a reference, once for each reference. Resolves to what remains. Rejects with `revoked_key` or
   * `expired_key`, unless the reference was granted before; with `reserved_reference` for one that begins as ids of
   * payments do, unless it is the id of a top-up of this key and amount whose settlement was asked for.
   */
  grant(keyId: string, amount: number, reference?: string, by?: Actor): Promise<number>
  /**
   * An operator's correction by a signed amount; never below what is held. With a reference, once for each. Rejects
   * with `reserved_reference` for one that begins as ids of payments do.
   */
  adjust(keyId: string, amount: number, reference?: string, by?: Actor): Promise<ChargeResult>
  /**
   * Refunds, once, all that a request was charged, and voids the answers that are stored under its idempotency key and
   * those of its free repeats. Equal answers cost the full price again.
   * Resolves to what remains. Rejects with `unknown_request` if nothing was charged. What was charged in this day and
   * month no longer counts against spend caps.
   */
  refund(requestId: string, by?: Actor): Promise<number>
  /** Rejects with `unknown_cursor` for a cursor of another key, or none of ours. */
  account(keyId: string, page?: AccountPage): Promise<Account>
  remaining(keyId: string): Promise<number>
  /**
   * Forgets what calls asked about, where it was this subject in any casing: its name in accounts, and the answers that
   * are stored under idempotency keys or for payments. The ledger names no subject. A payment whose settlement is under
   * way or of unknown outcome is left, because it must still buy what it was for: erase again once it is settled, or it
   * is forgotten 24 hours after its last step. Resolves to the number of calls.
   * The act has the SHA-256 of the subject in lower case, in hex.
   */
  erase(subject: string, by?: Actor): Promise<number>
  /**
   * Sums the whole ledger and compares it with the balances. Seconds for a million rows: never call it in a request.
   */
  audit(): Promise<Audit>
}
