/** Opens the ledger's file; migrate.ts brings it to the schema of this release. */
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BillingError, makeOwnFile, makeOwnFolder } from '@domesday/core/store'

/** In the data folder. */
export const ledgerFile = 'ledger.db'

/**
 * At the start another process may migrate the file. Later, waiting would block the event loop: see group-commit.ts.
 */
const startTimeoutMs = 5_000
const lockTimeoutMs = 20

/** SQLite's `application_id` of the ledger's file says what it is for. Releases before 3.2 left it 0. */
const applicationIds = { live: 0x444f4d4c, sandbox: 0x444f4d53 } as const
export type Mode = keyof typeof applicationIds

const pragma = (db: DatabaseSync, name: string): number => Number(db.prepare(`pragma ${name}`).get()?.[name])

/** The number of migrations that the file has seen; 0 for a new one. */
export const schemaOf = (db: DatabaseSync): number => pragma(db, 'user_version')

export const modeOf = (db: DatabaseSync): Mode | null => {
  const id = pragma(db, 'application_id')
  return id === applicationIds.live ? 'live' : id === applicationIds.sandbox ? 'sandbox' : null
}

/** A file that has a mode keeps it. */
export const noteMode = (db: DatabaseSync, mode: Mode): void => {
  if (modeOf(db) === null) db.exec(`pragma application_id = ${applicationIds[mode]}`)
}

const forMode = (mode: Mode): string => (mode === 'live' ? 'a live service' : 'a sandbox')

/** Throws where the file says that it is of the other mode. */
export const checkMode = (found: Mode | null, wanted: Mode | undefined, file: string): void => {
  if (found !== null && wanted !== undefined && found !== wanted)
    throw new BillingError('unusable', `${file} is the ledger of ${forMode(found)}, and this is ${forMode(wanted)}`)
}

/**
 * Opens the ledger's file, or an empty one, and changes nothing in it. Commits survive a loss of power. Throws where it
 * is of the other mode.
 */
export const connect = (file: string, mode?: Mode): DatabaseSync => {
  makeOwnFolder(dirname(file))
  // SQLite's name for a database without a file.
  if (file !== ':memory:') makeOwnFile(file)
  const db = new DatabaseSync(file, { timeout: startTimeoutMs, enableForeignKeyConstraints: true })
  try {
    checkMode(modeOf(db), mode, file)
    useWal(db)
    // Sync the WAL at each commit. On macOS a plain fsync leaves data in the drive's cache.
    db.exec('pragma synchronous = full; pragma fullfsync = on')
    return db
  } catch (fault) {
    db.close()
    throw fault
  }
}

/** From now on waiting for a lock would block the event loop: see group-commit.ts. */
export const waitBriefly = (db: DatabaseSync): void => {
  db.exec(`pragma busy_timeout = ${lockTimeoutMs}`)
}

/** Whether a process uses the ledger: see instances.ts. */
export const isServed = (db: DatabaseSync, now: number): boolean =>
  db.prepare('select 1 from instances where beat_at between ? and ?').get(now - deadAfterMs, now + deadAfterMs) !==
  undefined

/** An instance without a heartbeat for this long counts as dead. Its holds are released within seven seconds. */
export const deadAfterMs = 5_000

const codeOf = (fault: unknown): number => (fault instanceof Error && 'errcode' in fault ? Number(fault.errcode) : 0)

/** SQLite: another process holds the lock. */
export const isBusy = (fault: unknown): boolean => (codeOf(fault) & 0xff) === 5

/** SQLite: the file is corrupt, or no database. */
export const isDamaged = (fault: unknown): boolean => [11, 26].includes(codeOf(fault) & 0xff)

/** SQLite's codes for what is the machine's doing and may pass, each with what an operator does about it. */
const passing: ReadonlyMap<number, readonly [reason: string, advice: string]> = new Map([
  [5, ['another process has locked it', 'try again when that has ended']],
  [8, ['it is read-only', 'check its mode, and that of its folder']],
  [10, ['its disk failed or is full', 'make room there, and check the disk']],
  [13, ['its disk is full', 'make room there']],
  [14, ['it cannot be opened', 'check its owner and mode, and those of its folder']],
])

/** Why the ledger cannot be written for now; null for any other fault. */
export const passingReason = (fault: unknown): string | null => passing.get(codeOf(fault) & 0xff)?.[0] ?? null

/** For an operator: a fault of SQLite as a sentence that says what to do. Other faults stay as they are. */
const operatorFault = (fault: unknown, file: string): unknown => {
  const known = passing.get(codeOf(fault) & 0xff)
  if (known === undefined && !isDamaged(fault)) return fault
  const [reason, advice] = known ?? ['it is damaged, or no ledger', 'put a copy in its place with domesday restore']
  return new BillingError('unusable', `the ledger ${file} cannot be used: ${reason}; ${advice}`, { cause: fault })
}

/** Runs `work` with faults for an operator. */
export const forOperator = <T>(file: string, work: () => T): T => {
  try {
    return work()
  } catch (fault) {
    throw operatorFault(fault, file)
  }
}

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
