/** The store for one machine: keys, credits, stored answers and payments in SQLite. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Failure, store, type Billing, type StoreParts } from '@domesday/core/store'
import { recoveredCharges } from '@domesday/store-parts/recovered'
import { refundsBy } from '@domesday/store-parts/refunds'
import { noteActs, sqliteActs } from './acts.ts'
import { connect, forOperator, ledgerFile, waitBriefly } from './database.ts'
import { sqliteDeliveries, sqliteDelivery } from './delivery.ts'
import { sqliteEntries } from './entries.ts'
import { groupCommit } from './group-commit.ts'
import { sqliteHolds } from './holds.ts'
import { sqliteAnswers, sqliteIdempotency } from './idempotency.ts'
import { inPlace } from './in-place.ts'
import { sqliteInstances } from './instances.ts'
import { keyRecords } from './key-records.ts'
import { sqliteKeys } from './keys.ts'
import { sqliteLedger } from './ledger.ts'
import { ensureSchema, newest, type Opening } from './migrate.ts'
import { paymentAgeing } from './payment-ageing.ts'
import { sqlitePayments } from './payments.ts'
import { recentAudit } from './recent-audit.ts'
import { sqliteRepeats } from './repeats.ts'
import { sqliteReports } from './reports.ts'
import { sqliteSold } from './sold.ts'
import { sqliteSpending } from './spending.ts'
import { sqliteSubjects } from './subjects.ts'
import { sweeper } from './sweeper.ts'
import { readBooks, sqliteUpkeep } from './upkeep.ts'
import { usageThread } from './usage-thread.ts'

/** Uses one file in the data folder, `ledger.db`. Several processes may open it at once. */
export const sqlite = store({
  id: 'sqlite',
  home: import.meta.dirname,
  open: ({ dataDir, ...parts }) => openBilling({ dir: dataDir, ...parts }),
  read: ({ dataDir, mode, now = Date.now }) => readBooks(dataDir, mode, now),
  upkeep: ({ dataDir, mode, now = Date.now }) => sqliteUpkeep(dataDir, mode, now),
})

/** Opens the file at the schema of this release, or throws what to do. */
const openDatabase = (file: string, opening: Opening) => {
  const db = connect(file, opening.mode)
  try {
    ensureSchema(db, file, opening)
    waitBriefly(db)
    return db
  } catch (fault) {
    db.close()
    throw fault
  }
}

/** Opens `ledger.db` in a data folder, creating both if missing. The options are those of `StoreParts`. */
export const openBilling = ({
  dir,
  now = Date.now,
  warn = warnOfSweep,
  mode,
  isCommand = false,
}: Pick<StoreParts, 'now' | 'mode' | 'isCommand'> & {
  readonly dir: string
  readonly warn?: (fault: unknown) => void
}): Billing => {
  const file = join(dir, ledgerFile)
  const db = forOperator(file, () => openDatabase(file, { mode, isCommand, now: now() }))
  const checkFile = inPlace(file)
  const instance = randomUUID()
  const entries = sqliteEntries(db, now, sqliteSpending(db, now))
  const repeats = sqliteRepeats(db, now)
  const sold = sqliteSold(db, now)
  const holds = sqliteHolds(db, now, instance)
  const instances = sqliteInstances(db, now, instance)
  const answers = sqliteAnswers(db, now, instance, instances)
  const subjects = sqliteSubjects(db, now)
  const deliveries = sqliteDeliveries(db, now, instance, { entries, answers, repeats, sold })
  const recovered = recoveredCharges()
  const records = keyRecords(db, now, newest)
  const note = noteActs(db, now)
  const group = groupCommit(db, {
    begun: () => {
      checkFile()
      entries.refresh()
      repeats.refresh()
    },
    ending: deliveries.write,
    failed: deliveries.unwrite,
  })
  const { sweep, stop } = sweeper(
    group,
    { instances, holds, answers, repeats, sold, subjects, deliveries, recovered, payments: paymentAgeing(db, now) },
    warn,
  )
  const audit = recentAudit(dir)
  const usage = usageThread(dir)
  let closing: Promise<void> | null = null

  const close = async (): Promise<void> => {
    try {
      await Promise.all([stop().catch(unlessReplaced), group.close(), audit.close(), usage.close()])
    } finally {
      db.close()
    }
  }

  return {
    keys: sqliteKeys(db, group, entries, { now, checkFile, records, note }),
    ledger: sqliteLedger({
      db,
      now,
      group,
      entries,
      holds,
      answers,
      repeats,
      sold,
      subjects,
      deliveries,
      records,
      note,
    }),
    idempotency: sqliteIdempotency(group, answers),
    payments: sqlitePayments(db, { group, now, instance, instances, subjects, entries }),
    delivery: sqliteDelivery(group, deliveries, recovered, refundsBy(now)),
    acts: {
      ...sqliteActs(db),
      note: (by, act) => group.run(() => note(by, { ...act, keyId: null })),
    },
    reports: sqliteReports(db, now, usage.read),
    sweep,
    recentAudit: audit.read,
    close: () => (closing ??= close()),
  }
}

/** A process whose ledger is gone has nothing to sign off from. */
const unlessReplaced = (fault: unknown): void => {
  if (!(fault instanceof Failure)) throw fault
}

const warnOfSweep = (fault: unknown): void => {
  process.emitWarning(`the sweep of the ledger failed: ${fault instanceof Error ? fault.message : String(fault)}`)
}
