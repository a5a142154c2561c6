/** `migrate`, `backup` and `restore` of the ledger's file. */
import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { BillingError, type Actor, type Audit, type Books, type LostAnswer, type Upkeep } from '@domesday/core/store'
import { noteActs, schemaWithActs, sqliteActs } from './acts.ts'
import { audit } from './audit.ts'
import { check, copyAside, copyTo, newerSchema, openReadOnly, stamp, syncFolderOf } from './copy.ts'
import {
  checkMode,
  connect,
  forOperator,
  isBusy,
  isDamaged,
  isServed,
  ledgerFile,
  modeOf,
  passingReason,
  schemaOf,
  snapshot,
  type Mode,
} from './database.ts'
import { listedSql } from './delivery.ts'
import { keyRecords, readKeys } from './key-records.ts'
import { migrate, newest } from './migrate.ts'
import { paymentTotals } from './payment-rows.ts'
import { sqliteReports } from './reports.ts'
import { readUsage } from './usage.ts'

const unusable = (message: string): BillingError => new BillingError('unusable', message)

/** The schema that first noted lost answers. */
const schemaWithLosses = 8

/** Nobody writes to a ledger without a log: it can be read where there is no room or right for a log. */
const openWithoutLog = (file: string): DatabaseSync =>
  new DatabaseSync(new URL(`${pathToFileURL(file).href}?immutable=1`), { readOnly: true })

const hasLog = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

const openBooks = (
  file: string,
  mode: Mode | undefined,
  open = openReadOnly,
): { readonly db: DatabaseSync; readonly schema: number } => {
  const db = existsSync(file) ? open(file) : new DatabaseSync(':memory:')
  try {
    checkMode(modeOf(db), mode, file)
    const schema = schemaOf(db)
    if (schema > newest) throw newerSchema(schema)
    // Opens the log, and takes no lock.
    db.prepare('select count(*) from sqlite_schema').get()
    return { db, schema }
  } catch (fault) {
    db.close()
    if (open === openWithoutLog || passingReason(fault) === null || isBusy(fault) || hasLog(file)) throw fault
    return openBooks(file, mode, openWithoutLog)
  }
}

/** Reads the file at its own schema, without its write lock. What is not there yet is empty. */
export const readBooks = (dir: string, mode: Mode | undefined, now: () => number): Books => {
  const file = join(dir, ledgerFile)
  const { db, schema } = forOperator(file, () => openBooks(file, mode))
  const isEmpty = schema === 0
  return {
    keys: isEmpty ? noKeys : forOperator(file, () => readKeys(keyRecords(db, now, schema))),
    ledger: {
      audit: async () => (isEmpty ? noBooks(db, now()) : forOperator(file, () => snapshot(db, () => audit(db, now())))),
    },
    delivery: {
      listed: async () =>
        schema < schemaWithLosses
          ? []
          : forOperator(file, () => db.prepare(listedSql).all() as unknown as readonly LostAnswer[]),
    },
    acts: schema < schemaWithActs ? { list: async () => [] } : sqliteActs(db),
    reports: sqliteReports(db, now, async (query) => (isEmpty ? [] : snapshot(db, () => readUsage(db, query)))),
    close: async () => db.close(),
  }
}

const noKeys: Books['keys'] = {
  get: async (id) => {
    throw new BillingError('unknown_key', `there is no key ${id}`)
  },
  list: async () => [],
}

const noBooks = (db: DatabaseSync, now: number): Audit => ({
  keys: 0,
  rows: 0,
  openHolds: 0,
  outstanding: 0,
  payments: paymentTotals(db, now),
  faults: [],
})

/**
 * Throws if a process uses the ledger, or it is of the other mode. Afterwards all is in the one file: the last
 * connection to close removes the log, so a log that is left shows another connection.
 */
const settle = (file: string, mode: Mode | undefined, now: number): void => {
  try {
    const db = connect(file, mode)
    try {
      if (schemaOf(db) > 0 && isServed(db, now))
        throw unusable('a server uses the ledger: stop it first, and restore then')
    } finally {
      db.close()
    }
  } catch (fault) {
    if (!isDamaged(fault)) throw fault
    return
  }
  if (existsSync(`${file}-wal`)) throw unusable('another process has the ledger open: end it first, and restore then')
}

/** The ledger keeps its name until the new one takes it. */
const setAside = (file: string, to: string): void => {
  try {
    linkSync(file, to)
  } catch {
    // Some file systems have no links.
    renameSync(file, to)
  }
  // Of a damaged ledger, whose log was not taken in.
  for (const log of ['-wal', '-shm']) if (existsSync(file + log)) renameSync(file + log, to + log)
}

interface Restored {
  readonly from: string
  readonly replaced: string | null
  readonly by: Actor | undefined
  readonly now: () => number
}

/** Notes in the copy itself that it is put in the place of the ledger. */
const noteRestored = (aside: string, { from, replaced, by, now }: Restored): void => {
  const db = new DatabaseSync(aside)
  try {
    const details = { replaced: replaced && basename(replaced) }
    noteActs(db, now)(by, { act: 'restore', target: resolve(from), keyId: null, details })
  } finally {
    db.close()
  }
}

export const sqliteUpkeep = (dir: string, mode: Mode | undefined, now: () => number): Upkeep => {
  const file = join(dir, ledgerFile)
  const needed = (): void => {
    if (!existsSync(file)) throw unusable(`there is no ledger in ${dir}`)
  }
  return {
    migrate: async ({ now: anyway }, by) =>
      forOperator(file, () => {
        needed()
        const db = connect(file, mode)
        try {
          return migrate(db, file, { anyway, now, by })
        } finally {
          db.close()
        }
      }),

    backup: async (to) =>
      forOperator(resolve(to), () => {
        needed()
        const { schema, audit } = copyTo(file, resolve(to))
        return { file: resolve(to), schema, audit }
      }),

    restore: async (from, by) =>
      forOperator(file, () => {
        if (!existsSync(from)) throw unusable(`there is no file ${from}`)
        if (resolve(from) === resolve(file)) throw unusable(`${from} is the ledger itself`)
        // The copy of a copy would not show its damage.
        check(from)
        const aside = `${file}.new`
        try {
          const { schema, mode: kept, audit } = copyAside(from, aside)
          checkMode(kept, mode, from)
          const [fault] = audit.faults
          if (fault !== undefined) throw unusable(`the books of ${from} do not balance: ${fault}`)
          const replaced = existsSync(file) ? join(dir, `ledger-replaced-${stamp(now())}.db`) : null
          if (schema >= schemaWithActs) noteRestored(aside, { from, replaced, by, now })
          if (replaced !== null) {
            if (existsSync(replaced)) throw unusable(`${replaced} exists already: try again in a second`)
            settle(file, mode, now())
            setAside(file, replaced)
          }
          renameSync(aside, file)
          syncFolderOf(file)
          return { schema, isOld: schema < newest, replaced, audit }
        } catch (fault) {
          rmSync(aside, { force: true })
          throw fault
        }
      }),
  }
}
