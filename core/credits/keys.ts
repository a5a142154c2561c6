/** The port of API keys. A key is shown once, when it is made; only its hash is stored. */
import type { Actor } from './acts.ts'

/** The last moment, Unix milliseconds, that a time of four digits for its year can show: keys expire by then. */
export const latestExpiry = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** What a key may do. Null: no bound of its own. Who sets ids of endpoints and surfaces checks that they exist. */
export interface KeyTerms {
  /** At most 200 characters. */
  readonly label: string | null
  /** Unix milliseconds, `latestExpiry` at most; null: the key never expires. */
  readonly expiresAt: number | null
  /** The only endpoints that it may ask, by id. */
  readonly endpoints: readonly string[] | null
  /** The only surfaces that sell to it, by id. */
  readonly surfaces: readonly string[] | null
  /** Calls; in the place of the service's limit for each key. */
  readonly perMinute: number | null
  /** Spend caps, credits: of a UTC day and of a UTC calendar month. */
  readonly creditsPerDay: number | null
  readonly creditsPerMonth: number | null
}

export interface NewKey extends Partial<KeyTerms> {
  /** The initial grant; may be 0. */
  readonly credits: number
  /** Grants once for each: a second key with the same is `request_reused`, an id of a payment `reserved_reference`. */
  readonly reference?: string | undefined
  /** Handed out for nothing, until credits are granted for it. */
  readonly unpaid?: boolean
}

export interface IssuedKey {
  readonly id: string
  /** The secret, which is never shown again. */
  readonly key: string
}

/** A key without its secret. Times are Unix milliseconds. */
export interface KeyRecord extends KeyTerms {
  readonly id: string
  readonly createdAt: number
  readonly revokedAt: number | null
  readonly balance: number
  readonly held: number
  /** Charged in this UTC day and calendar month, less what was refunded of it. Held credits are not in it. */
  readonly spentToday: number
  readonly spentThisMonth: number
}

/** What the HTTP layer needs of a valid key. */
export interface VerifiedKey extends Pick<NewKey, 'unpaid'>, Pick<KeyTerms, 'endpoints' | 'surfaces' | 'perMinute'> {
  readonly id: string
}

/** With `by`, a change is an act of the operator: it is noted in the same transaction. */
export interface Keys {
  /**
   * Issues a key with its initial grant, in one transaction. Rejects with `invalid_amount`, `invalid_key_terms`,
   * `request_reused` or `reserved_reference`.
   */
  create(key: NewKey, by?: Actor): Promise<IssuedKey & { readonly credits: number }>
  /**
   * The key if it is valid; null if it is unknown, mistyped, replaced, expired or revoked. Changes by other processes
   * take effect within a second.
   */
  verify(key: string): VerifiedKey | null
  /** Whether nothing but its expiry makes this key invalid. */
  hasExpired(key: string): boolean
  /**
   * Changes the terms that are given. A cap counts what was spent before it was set. Rejects with
   * `unknown_key`, `revoked_key` or `invalid_key_terms`.
   */
  change(id: string, terms: Partial<KeyTerms>, by?: Actor): Promise<KeyRecord>
  /**
   * Issues a new secret for the same id. The old one expires at once, or after `graceMs`. Rejects with `unknown_key`,
   * `revoked_key` or `invalid_key_terms`.
   */
  rotate(id: string, options?: { readonly graceMs?: number }, by?: Actor): Promise<IssuedKey>
  /**
   * Revokes all secrets of a key for good. Its ledger stays, and requests in flight still settle. Rejects with
   * `unknown_key`.
   */
  revoke(id: string, by?: Actor): Promise<void>
  /** Rejects with `unknown_key`. */
  get(id: string): Promise<KeyRecord>
  /** Oldest first: those after the key `after`, `limit` at most. */
  list(page?: {
    readonly after?: string | undefined
    readonly limit?: number | undefined
  }): Promise<readonly KeyRecord[]>
}
