import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { store, type Billing } from '@domesday/core/store'
import { auditing } from './auditing.ts'
import { ledgerFile, openDatabase } from './database.ts'
import { groupCommit } from './group-commit.ts'
import { holds } from './holds.ts'
import { answers, idempotency } from './idempotency.ts'
import { instances } from './instances.ts'
import { sqliteKeys } from './keys.ts'
import { sqliteLedger } from './ledger.ts'
import { movements } from './movements.ts'
import { payments } from './payments.ts'
import { repeats } from './repeats.ts'
import { sweeper } from './sweeper.ts'

/** Everything in one file of the data folder, `ledger.db`. Several processes may have it open at once. */
export const sqlite = store({
  id: 'sqlite',
  home: import.meta.dirname,
  open: ({ dataDir, warn, now }) => openBilling({ dir: dataDir, warn, ...(now && { now }) }),
})

/** Opens `ledger.db` in a data folder, creating both where they are missing. The options are those of `StoreParts`. */
export const openBilling = ({
  dir,
  now = Date.now,
  warn = warnOfSweep,
}: {
  readonly dir: string
  readonly now?: () => number
  readonly warn?: (fault: unknown) => void
}): Billing => {
  const db = openDatabase(join(dir, ledgerFile))
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
  const audits = auditing(dir)
  let closing: Promise<void> | null = null

  const close = async (): Promise<void> => {
    try {
      const left = sweeping.leave()
      await Promise.all([group.close(), audits.close()])
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
    sweep: sweeping.sweep,
    faults: audits.faults,
    close: () => (closing ??= close()),
  }
}

const warnOfSweep = (fault: unknown): void => {
  process.emitWarning(`the ledger could not be swept: ${fault instanceof Error ? fault.message : String(fault)}`)
}
