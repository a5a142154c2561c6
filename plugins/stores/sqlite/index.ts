/** The store for one machine: keys, credits, stored answers and payments in SQLite. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { store, type Billing } from '@domesday/core/store'
import { ledgerFile, openDatabase } from './database.ts'
import { sqliteEntries } from './entries.ts'
import { faultCount } from './fault-count.ts'
import { groupCommit } from './group-commit.ts'
import { sqliteHolds } from './holds.ts'
import { sqliteAnswers, sqliteIdempotency } from './idempotency.ts'
import { sqliteInstances } from './instances.ts'
import { sqliteKeys } from './keys.ts'
import { sqliteLedger } from './ledger.ts'
import { sqlitePayments } from './payments.ts'
import { sqliteRepeats } from './repeats.ts'
import { sweeper } from './sweeper.ts'

/** Uses one file in the data folder, `ledger.db`. Several processes may open it at once. */
export const sqlite = store({
  id: 'sqlite',
  home: import.meta.dirname,
  open: ({ dataDir, warn, now }) => openBilling({ dir: dataDir, warn, ...(now && { now }) }),
})

/** Opens `ledger.db` in a data folder, creating both if missing. The options are those of `StoreParts`. */
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
  const entries = sqliteEntries(db, now)
  const repeats = sqliteRepeats(db, now)
  const group = groupCommit(db, () => {
    entries.refresh()
    repeats.refresh()
  })
  const holds = sqliteHolds(db, now, instance)
  const instances = sqliteInstances(db, now, instance)
  const answers = sqliteAnswers(db, now, instance, instances)
  const { sweep, stop } = sweeper(group, { instances, holds, answers, repeats }, warn)
  const faults = faultCount(dir)
  let closing: Promise<void> | null = null

  const close = async (): Promise<void> => {
    try {
      await Promise.all([stop(), group.close(), faults.close()])
    } finally {
      db.close()
    }
  }

  return {
    keys: sqliteKeys(db, group, entries, now),
    ledger: sqliteLedger({ db, now, group, entries, holds, answers, repeats }),
    idempotency: sqliteIdempotency(group, answers),
    payments: sqlitePayments(db, group, now, instance, instances),
    sweep,
    faults: faults.read,
    close: () => (closing ??= close()),
  }
}

const warnOfSweep = (fault: unknown): void => {
  process.emitWarning(`the sweep of the ledger failed: ${fault instanceof Error ? fault.message : String(fault)}`)
}
