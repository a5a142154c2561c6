/** The port of API keys. A key is shown once, when it is made; only its hash is stored. */

export interface KeyTerms {
  /** The opening grant; 0 makes an empty key. */
  readonly credits: number
  /** At most 200 characters. */
  readonly label?: string
  /** Unix milliseconds; never where absent. */
  readonly expires?: number
}

export interface IssuedKey {
  readonly id: string
  /** The secret itself: only here, never again. */
  readonly key: string
}

/** All that is known of a key but its secret. Times are Unix milliseconds. */
export interface KeyRecord {
  readonly id: string
  readonly label: string | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly balance: number
  readonly held: number
}

export interface Keys {
  /** Issues a key with its opening grant, in one transaction. Rejects with `invalid_amount` or `invalid_key_terms`. */
  create(terms: KeyTerms): Promise<IssuedKey & { readonly credits: number }>
  /**
   * The id of this key; null for one that is unknown, mistyped, replaced, expired or revoked. Sees a change by another
   * process within a second.
   */
  verify(key: string): { readonly id: string } | null
  /**
   * A new secret for the same id; the old one ends at once, or after the grace. Rejects with `unknown_key`,
   * `revoked_key` or `invalid_key_terms`.
   */
  rotate(id: string, options?: { readonly graceMs?: number }): Promise<IssuedKey>
  /**
   * Ends all secrets of a key for good. Its ledger stays, and calls in flight still settle. Rejects with
   * `unknown_key`.
   */
  revoke(id: string): Promise<void>
  /** Oldest first. */
  list(): Promise<readonly KeyRecord[]>
}
