/** Checked copies of a ledger, and what can be read of one without changing it. */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BillingError, makeOwnFile, type Audit } from '@domesday/core/store'
import { audit } from './audit.ts'
import { isDamaged, modeOf, schemaOf, snapshot, type Mode } from './database.ts'
import { migrations } from './schema.ts'

export interface Checked {
  readonly schema: number
  /** Null in a file of a release that did not note it. */
  readonly mode: Mode | null
  readonly audit: Audit
}

const readTimeoutMs = 5_000

export const openReadOnly = (file: string): DatabaseSync =>
  new DatabaseSync(file, { readOnly: true, timeout: readTimeoutMs })

const integrityOf = (db: DatabaseSync): string =>
  String(db.prepare('pragma integrity_check(1)').get()?.['integrity_check'])

/** Throws unless the file is a sound ledger of a schema that this release knows. The audit may have faults. */
export const check = (file: string): Checked => {
  if (!existsSync(file)) throw new BillingError('unusable', `there is no file ${file}`)
  let db: DatabaseSync | undefined
  try {
    db = openReadOnly(file)
    const opened = db
    return snapshot(opened, () => {
      const schema = schemaOf(opened)
      if (schema === 0) throw new BillingError('unusable', `${file} is no ledger`)
      if (schema > migrations.length) throw newerSchema(schema, file)
      const integrity = integrityOf(opened)
      if (integrity !== 'ok') throw new BillingError('unusable', `${file} is damaged: ${integrity}`)
      return { schema, mode: modeOf(opened), audit: audit(opened) }
    })
  } catch (fault) {
    if (fault instanceof BillingError) throw fault
    throw new BillingError('unusable', `${file} cannot be read as a ledger: ${(fault as Error).message}`)
  } finally {
    db?.close()
  }
}

export const newerSchema = (schema: number, file = 'the ledger'): BillingError =>
  new BillingError(
    'unusable',
    `${file} has schema ${schema}, this release supports up to ${migrations.length}: a newer release wrote it`,
  )

const sync = (path: string): void => {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Windows cannot sync a folder. */
export const syncFolderOf = (file: string): void => {
  if (process.platform !== 'win32') sync(dirname(resolve(file)))
}

/** No process uses a copy, whatever uses the ledger that it was made from. */
const endInstances = (file: string): void => {
  const db = new DatabaseSync(file)
  try {
    if (db.prepare(`select 1 from sqlite_schema where name = 'instances'`).get() !== undefined)
      db.exec('update instances set beat_at = 0')
  } finally {
    db.close()
  }
}

/**
 * Writes a copy of the committed data under another name, checks and syncs it. SQLite writes it, in one read
 * transaction, and does not sync it.
 */
export const copyAside = (from: string, aside: string): Checked => {
  rmSync(aside, { force: true })
  // SQLite fills an empty file, and keeps its mode.
  makeOwnFile(aside)
  try {
    const source = openReadOnly(from)
    try {
      source.prepare('vacuum into ?').run(aside)
    } finally {
      source.close()
    }
    endInstances(aside)
    const checked = check(aside)
    sync(aside)
    return checked
  } catch (fault) {
    rmSync(aside, { force: true })
    throw isDamaged(fault) ? new BillingError('unusable', `${from} is damaged: ${(fault as Error).message}`) : fault
  }
}

/** A checked copy under a name that no file has yet. */
export const copyTo = (from: string, to: string): Checked => {
  const taken = (): BillingError => new BillingError('unusable', `${to} exists already: a copy never replaces a file`)
  if (existsSync(to)) throw taken()
  if (!existsSync(dirname(to))) throw new BillingError('unusable', `there is no folder ${dirname(to)}`)
  const aside = `${to}.new`
  const checked = copyAside(from, aside)
  try {
    // A link, unlike a rename, never replaces a file that was made meanwhile.
    linkSync(aside, to)
    rmSync(aside)
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    if (code === 'EEXIST' || existsSync(to)) {
      rmSync(aside, { force: true })
      throw taken()
    }
    // Some file systems have no links.
    renameSync(aside, to)
  }
  syncFolderOf(to)
  return checked
}

/** For names of files: `2026-01-31T12-00-00Z`. */
export const stamp = (now: number): string =>
  new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
