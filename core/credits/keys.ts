/** The port of API keys. A key is shown once, when it is made; only its hash is stored. */

export interface KeyTerms {
  /** The initial grant; may be 0. */
  readonly credits: number
  /** At most 200 characters. */
  readonly label?: string
  /** Unix milliseconds; without it the key never expires. */
  readonly expires?: number
}

export interface IssuedKey {
  readonly id: string
  /** The secret, which is never shown again. */
  readonly key: string
}

/** A key without its secret. Times are Unix milliseconds. */
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
  /** Issues a key with its initial grant, in one transaction. Rejects with `invalid_amount` or `invalid_key_terms`. */
  create(terms: KeyTerms): Promise<IssuedKey & { readonly credits: number }>
  /**
   * The id of this key; null if it is unknown, mistyped, replaced, expired or revoked. Changes by other processes take
   * effect within a second.
   */
  verify(key: string): { readonly id: string } | null
  /**
   * Issues a new secret for the same id. The old one expires at once, or after `graceMs`. Rejects with `unknown_key`,
   * `revoked_key` or `invalid_key_terms`.
   */
  rotate(id: string, options?: { readonly graceMs?: number }): Promise<IssuedKey>
  /**
   * Revokes all secrets of a key for good. Its ledger stays, and requests in flight still settle. Rejects with
   * `unknown_key`.
   */
  revoke(id: string): Promise<void>
  /** Oldest first. */
  list(): Promise<readonly KeyRecord[]>
}
