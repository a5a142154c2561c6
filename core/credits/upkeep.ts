/** The port of upkeep: what an operator does to all data of a store at once, and reads without changing any. */
import type { Actor, Acts } from './acts.ts'
import type { Delivery } from './delivery.ts'
import type { Keys } from './keys.ts'
import type { Audit, Ledger } from './ledger.ts'
import type { Reports } from './reports.ts'

/** A store that is only read: no migration, heartbeat or write lock. An earlier schema can be read too. */
export interface Books {
  readonly keys: Pick<Keys, 'get' | 'list'>
  readonly ledger: Pick<Ledger, 'audit'>
  readonly delivery: Pick<Delivery, 'listed'>
  readonly acts: Acts
  readonly reports: Reports
  close(): Promise<void>
}

export interface Migration {
  readonly from: number
  readonly to: number
  /** The file with the data as they were; null if there was nothing to do. */
  readonly copy: string | null
  readonly audit: Audit
}

export interface Backup {
  readonly file: string
  readonly schema: number
  readonly audit: Audit
}

export interface Restoration {
  readonly schema: number
  /** Whether the data must be migrated before the next start. */
  readonly isOld: boolean
  /** The file with the data that were replaced; null if there were none. */
  readonly replaced: string | null
  readonly audit: Audit
}

/**
 * Each step rejects with a `BillingError` (`unusable`) that says what to do, and then has changed nothing. With `by`, a
 * change is noted in the audit trail of the data as they are then, where their schema has one.
 */
export interface Upkeep {
  /** Migrates after a checked copy. Refuses while a process uses the store, unless `now`. */
  migrate(options: { readonly now: boolean }, by?: Actor): Promise<Migration>
  /** Writes a checked, consistent copy while the store is in use, and never over a file that exists. */
  backup(file: string): Promise<Backup>
  /** Puts a checked copy in the place of the data. Refuses while a process uses the store. */
  restore(file: string, by?: Actor): Promise<Restoration>
}
