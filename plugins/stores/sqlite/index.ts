import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sqliteKeys, type Keys } from './keys.ts'
import { openDatabase } from './database.ts'
import { groupCommit } from './group-commit.ts'
import { holds } from './holds.ts'
import { answers, idempotency } from './idempotency.ts'
import { instances } from './instances.ts'
import { movements } from './movements.ts'
import { payments, type Payments } from './payments.ts'
import type { Idempotency, Ledger } from '../../../core/credits/ledger.ts'
import { repeats } from './repeats.ts'
import { sqliteLedger } from './ledger.ts'
import { sweeper } from './sweeper.ts'

/**
 * Keys, their credits and their kept answers: one store, as issuing a key and its grant, or a charge and its answer,
 * are one transaction.
 */
export interface Billing {
  readonly keys: Keys
  readonly ledger: Ledger
  readonly idempotency: Idempotency
  readonly payments: Payments
  /** Transactions committed by this process, and the steps that were in them. */
  readonly written: { readonly transactions: number; readonly steps: number }
  /**
   * One round of clearing up behind dead processes, which otherwise runs every two seconds. Answers how many holds
   * have lapsed.
   */
  sweep(): Promise<number>
  /**
   * Finishes what is queued and closes the store; what this process still holds lapses with the next start or sweep.
   */
  close(): Promise<void>
}

/**
 * Opens `ledger.db` in a data folder, creating both where they are missing. Several processes may have it open at
 * once, a command beside a running server for one. `now` is the wall clock in Unix milliseconds; `warn` hears of a
 * failed sweep.
 */
export const openBilling = ({
  dir,
  now = Date.now,
  warn = warnOfSweep,
}: {
  readonly dir: string
  readonly now?: () => number
  readonly warn?: (fault: unknown) => void
}): Billing => {
  const db = openDatabase(join(dir, 'ledger.db'))
  const instance = randomUUID()
  const moved = movements(db, now)
  const repeated = repeats(db, now)
  const begun = (): void => {
    moved.begin()
    repeated.begun()
  }
  const group = groupCommit(db, begun)
  const held = holds(db, now, instance)
  const beating = instances(db, now, instance)
  const kept = answers(db, now, instance, beating)
  const sweeping = sweeper(group, { instances: beating, holds: held, answers: kept, repeats: repeated }, warn)
  let closing: Promise<void> | null = null

  const close = async (): Promise<void> => {
    try {
      const left = sweeping.leave()
      await group.close()
      await left
    } finally {
      db.close()
    }
  }

  return {
    keys: sqliteKeys(db, group, moved, now),
    ledger: sqliteLedger({ db, now, group, movements: moved, holds: held, answers: kept, repeats: repeated }),
    idempotency: idempotency(group, kept),
    payments: payments(db, group, now, instance, beating),
    written: group.written,
    sweep: sweeping.sweep,
    close: () => (closing ??= close()),
  }
}

const warnOfSweep = (fault: unknown): void => {
  process.emitWarning(`the ledger could not be swept: ${fault instanceof Error ? fault.message : String(fault)}`)
}
