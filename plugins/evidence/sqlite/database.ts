/** Opens `evidence.db` in the data folder at the schema of this release. */
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BillingError, makeOwnFile, makeOwnFolder } from '@domesday/core/evidence'
import { migrations } from './schema.ts'

export const fileIn = (dataDir: string): string => join(dataDir, 'evidence.db')

/** Milliseconds. Only the thread of the store waits. */
const lockTimeout = 5_000

const schemaOf = (db: DatabaseSync): number => Number(db.prepare('pragma user_version').get()?.['user_version'])

export const inTransaction = <T>(db: DatabaseSync, work: () => T): T => {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (fault) {
    if (db.isTransaction) db.exec('rollback')
    throw fault
  }
}

const migrate = (db: DatabaseSync): void => {
  if (schemaOf(db) === migrations.length) return
  inTransaction(db, () => {
    const from = schemaOf(db)
    if (from > migrations.length)
      throw new Error(`it has schema ${from}, and this release knows ${migrations.length}: use the newer release`)
    for (const migration of migrations.slice(from)) db.exec(migration)
    db.exec(`pragma user_version = ${migrations.length}`)
  })
}

/**
 * A power failure may lose the last commits, and nothing else. Deleted data is overwritten, so that what was erased is
 * not left in the file.
 */
export const openDatabase = (dataDir: string): DatabaseSync => {
  const file = fileIn(dataDir)
  makeOwnFolder(dirname(file))
  makeOwnFile(file)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { timeout: lockTimeout })
    db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on')
    migrate(db)
    return db
  } catch (fault) {
    db?.close()
    const why = fault instanceof Error ? fault.message : String(fault)
    throw new BillingError('unusable', `the evidence ${file} cannot be used: ${why}`, { cause: fault })
  }
}
