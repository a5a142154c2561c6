/** The port of stores. `service.yaml` names one. `test/conformance/ledger` holds what a store must do. */
import type { Gauge } from '../contract/gauge.ts'
import type { All, Shapes } from '../contract/shape.ts'
import type { AuditTrail } from './acts.ts'
import type { Delivery } from './delivery.ts'
import type { Keys } from './keys.ts'
import type { Idempotency } from './idempotency.ts'
import type { Audit, Ledger } from './ledger.ts'
import type { Payments } from './payments.ts'
import type { Reports } from './reports.ts'
import type { Books, Upkeep } from './upkeep.ts'

/**
 * Keys, credits, stored answers and payments: in one store, because a key and its grant, and a charge and its answer,
 * share a transaction. A promise settles once its change is durable.
 */
export interface Billing {
  readonly keys: Keys
  readonly ledger: Ledger
  readonly idempotency: Idempotency
  readonly payments: Payments
  readonly delivery: Delivery
  readonly reports: Reports
  /** Names the ledger, equal for all nodes on it; absent where its data are on one machine. */
  readonly fleet?: string
  readonly acts: AuditTrail
  /**
   * Releases the holds of dead processes, and refunds what they had charged and not handed over; the store does so
   * itself every two seconds. Resolves to the number of released holds; rejects if the store is not writable.
   * If its data were replaced, it and every call that charges reject with a `Failure` until the store is opened again.
   */
  sweep(): Promise<number>
  /** Whether its database can be reached, and the like. */
  readonly gauges?: readonly Gauge[]
  /** The result of an audit, at most five minutes old. The audit may take seconds. */
  recentAudit(): Promise<Audit>
  /** Finishes queued work and closes the store. The next sweep or start releases the holds of this process. */
  close(): Promise<void>
}

/** What the service, or a command, passes to a store to open it. */
export interface StoreParts<S = unknown> {
  /** The existing data folder. A store's files belong in it, readable by this user only. */
  readonly dataDir: string
  /** Its own settings at the start. */
  readonly settings: S
  readonly env: Readonly<Record<string, string | undefined>>
  /** Called when a sweep fails; the next one retries. */
  readonly warn: (fault: unknown) => void
  /** What the data are for. A store keeps it with them, and refuses those of the other: the two never mix. */
  readonly mode?: 'sandbox' | 'live'
  /** A command may have the wrong mode: data that say none take that of a start, and it migrates none of a sandbox. */
  readonly isCommand?: boolean
  readonly log?: { warn(details: object, message: string): void }
  /** The wall clock, Unix milliseconds. */
  readonly now?: () => number
}

export interface Store<S extends Shapes = Shapes> {
  readonly port: 'store'
  readonly id: string
  /** The package's own folder, `import.meta.dirname`: its `defaults.yaml` is found there. */
  readonly home: string
  /** Shapes of its own settings: `config/stores/<id>.yaml` over its `defaults.yaml`. */
  readonly settings?: S
  /** Nodes share its data. */
  readonly isShared?: true
  /** What is wrong with the addresses in the environment, in sentences. */
  addressFaults?(env: StoreParts['env']): readonly string[]
  /**
   * Opens the store, creating what is missing. Throws or rejects if it is not usable. Data of an earlier schema are
   * migrated only if that disturbs nobody: `Upkeep.migrate` is for the others.
   */
  open(parts: StoreParts<All<S>>): Billing | Promise<Billing>
  /** For commands that only read; without it they open the store. */
  read?(parts: StoreParts<All<S>>): Books | Promise<Books>
  /** Without it, commands such as `domesday backup` name this store and refuse. */
  upkeep?(parts: StoreParts<All<S>>): Upkeep
}

export const store = <S extends Shapes>(declared: Omit<Store<S>, 'port'>): Store<S> => ({ port: 'store', ...declared })
