/**
 * The port of a store. A package brings one, and `service.yaml` names it. What a store must do, beyond these types, is
 * in `test/conformance/ledger`.
 */
import type { All, Shapes } from '../contract/shape.ts'
import type { Keys } from './keys.ts'
import type { Idempotency } from './idempotency.ts'
import type { Ledger } from './ledger.ts'
import type { Payments } from './payments.ts'

/**
 * Where keys, credits, stored answers and payments are kept: one store, as a key and its grant, or a charge and its
 * answer, are one transaction. A promise settles once its change is durable.
 */
export interface Billing {
  readonly keys: Keys
  readonly ledger: Ledger
  readonly idempotency: Idempotency
  readonly payments: Payments
  /**
   * One round of clearing up behind dead processes, which the store makes every two seconds by itself. Answers how many
   * holds have lapsed; rejects where the store cannot be written.
   */
  sweep(): Promise<number>
  /** Number of faults that an audit of the ledger finds, at most five minutes old. The audit may take seconds. */
  faults(): Promise<number>
  /** Answers what is queued and closes the store. What this process still holds lapses with the next sweep or start. */
  close(): Promise<void>
}

/** What a store is given when the service, or a command beside it, opens it. */
export interface StoreParts<S = unknown> {
  /** The data folder, which is there. A store that keeps files keeps them in it, for this user alone. */
  readonly dataDir: string
  /** Its own settings, as they are at the start. */
  readonly settings: S
  readonly env: Readonly<Record<string, string | undefined>>
  /** Told of a sweep that failed; the next one makes up for it. */
  readonly warn: (fault: unknown) => void
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
  /** Opens it, creating what is missing. Throws or rejects where it cannot be used. */
  open(parts: StoreParts<All<S>>): Billing | Promise<Billing>
}

export const store = <S extends Shapes>(declared: Omit<Store<S>, 'port'>): Store<S> => ({ port: 'store', ...declared })
