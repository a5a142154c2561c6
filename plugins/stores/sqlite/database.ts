/** Opens, creates and migrates the ledger's file. */
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeOwnFile, makeOwnFolder } from '@domesday/core/store'
import { migrations } from './schema.ts'

/** In the data folder. */
export const ledgerFile = 'ledger.db'

/**
 * At the start another process may migrate the file. Later, waiting would block the event loop: see group-commit.ts.
 */
const startTimeoutMs = 5_000
const lockTimeoutMs = 20

/**
 * Opens the ledger's file, creating or migrating it. Commits survive a loss of power. Throws if a newer release wrote
 * the file.
 */
export const openDatabase = (file: string): DatabaseSync => {
  makeOwnFolder(dirname(file))
  // SQLite's name for a database without a file.
  if (file !== ':memory:') makeOwnFile(file)
  const db = new DatabaseSync(file, { timeout: startTimeoutMs, enableForeignKeyConstraints: true })
  try {
    useWal(db)
    // Sync the WAL at each commit. On macOS a plain fsync leaves data in the drive's cache.
    db.exec('pragma synchronous = full; pragma fullfsync = on')
    migrate(db)
    db.exec(`pragma busy_timeout = ${lockTimeoutMs}`)
    return db
  } catch (fault) {
    db.close()
    throw fault
  }
}

const codeOf = (fault: unknown): number => (fault instanceof Error && 'errcode' in fault ? Number(fault.errcode) : 0)

/** SQLite: another process holds the lock. */
export const isBusy = (fault: unknown): boolean => (codeOf(fault) & 0xff) === 5

/** SQLite: a unique index already has such a row. */
export const isDuplicate = (fault: unknown): boolean => codeOf(fault) === 2067

/**
 * If two connections switch a new file to WAL at once, SQLite fails one of them without waiting for the busy timeout:
 * retry.
 */
const useWal = (db: DatabaseSync): void => {
  const until = performance.now() + startTimeoutMs
  for (;;) {
    try {
      const mode = db.prepare('pragma journal_mode = wal').get()?.['journal_mode']
      if (mode !== 'wal')
        throw new Error(
          `the ledger needs a write-ahead log, but on this file system SQLite supports only '${String(mode)}'`,
        )
      return
    } catch (fault) {
      if (!isBusy(fault) || performance.now() > until) throw fault
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** Several reads of one snapshot, whatever another process commits meanwhile. */
export const snapshot = <T>(db: DatabaseSync, read: () => T): T => {
  db.exec('begin')
  try {
    return read()
  } finally {
    db.exec('commit')
  }
}

const migrate = (db: DatabaseSync): void => {
  db.exec('begin immediate')
  try {
    const applied = Number(db.prepare('pragma user_version').get()?.['user_version'])
    if (applied > migrations.length) {
      throw new Error(
        `the ledger has schema ${applied}, this release supports up to ${migrations.length}: a newer release wrote it`,
      )
    }
    for (const step of migrations.slice(applied)) db.exec(step)
    db.exec(`pragma user_version = ${migrations.length}`)
    db.exec('commit')
  } catch (fault) {
    if (db.isTransaction) db.exec('rollback')
    throw fault
  }
}
