/** The port of the audit trail: what an operator changed, one row for each act. Rows are never changed or removed. */

/** Who acts: an operator's name, and the interface that was used. */
export interface Actor {
  readonly who: string
  readonly surface: 'cli' | 'api'
}

export type ActName =
  | 'keys create'
  | 'keys set'
  | 'keys rotate'
  | 'keys revoke'
  | 'keys top-up'
  | 'ledger refund'
  | 'ledger adjust'
  | 'ledger erase'
  | 'ledger move'
  | 'migrate'
  | 'restore'
  | OtherAct['act']

/**
 * What is noted of an act. A call that changes nothing, such as a second one with the same reference, is none; an
 * erasure is always one, as proof that it was made.
 */
export interface Act extends Actor {
  /** Rises from act to act: the place from which a list goes on. */
  readonly seq: number
  /** Unix milliseconds. */
  readonly at: number
  readonly act: ActName
  /**
   * The id of a key or of a request, the hash of an erased subject, the name of a signing key; what all data were
   * restored from or moved to, or the schema that they were migrated to. Never a secret.
   */
  readonly target: string
  /** The key that it concerned, if any. */
  readonly keyId: string | null
  /** `before` and `after` of changed terms; `credits`, `reference`, `remaining` and the like. */
  readonly details: Readonly<Record<string, unknown>>
}

/** An act on what the store does not keep. */
export interface OtherAct extends Pick<Act, 'target' | 'details'> {
  readonly act: 'evidence forget' | 'keys rotate-signing'
}

export interface ActsWanted {
  /** Unix milliseconds: from `since` on, and before `until`. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly keyId?: string | undefined
  /** Only acts before this `seq`. */
  readonly before?: number | undefined
  /** By default 100. */
  readonly limit?: number | undefined
}

export interface Acts {
  /** Newest first. */
  list(wanted?: ActsWanted): Promise<readonly Act[]>
}

export interface AuditTrail extends Acts {
  /** Records an act on data outside the store. Acts on its own data are recorded in their transaction. */
  note(by: Actor, act: OtherAct): Promise<void>
}
