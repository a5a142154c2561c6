/** Brings the ledger's file to the schema of this release. */
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { BillingError, type Actor, type Audit } from '@domesday/core/store'
import { noteActs } from './acts.ts'
import { audit } from './audit.ts'
import { copyTo, newerSchema, stamp } from './copy.ts'
import { isServed, modeOf, noteMode, schemaOf, type Mode } from './database.ts'
import { migrations } from './schema.ts'

export const newest = migrations.length

/** Runs `work` with the write lock. */
const locked = <T>(db: DatabaseSync, work: () => T): T => {
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

const step = (db: DatabaseSync, from: number): void => {
  for (const migration of migrations.slice(from)) db.exec(migration)
  db.exec(`pragma user_version = ${newest}`)
}

/** The copy is made by another connection while this one has the write lock: no charge comes between. */
const stepWithCopy = (db: DatabaseSync, file: string, from: number, now: number): { copy: string; audit: Audit } => {
  const copy = join(dirname(file), `ledger-schema-${from}-${stamp(now)}.db`)
  const before = copyTo(file, copy).audit
  step(db, from)
  const after = audit(db)
  const [fault] = after.faults.filter((one) => !before.faults.includes(one))
  if (fault !== undefined)
    throw new BillingError('unusable', `the migration was undone, because the books no longer balanced: ${fault}`)
  return { copy, audit: after }
}

const isUnused = (db: DatabaseSync): boolean => db.prepare('select 1 from keys limit 1').get() === undefined

export interface Opening {
  readonly mode: Mode | undefined
  readonly isCommand: boolean
  readonly now: number
}

/**
 * For a start or a command that writes: creates the schema in a new file. An earlier one is migrated only where nobody
 * is charged for it, an unused ledger or a sandbox's, and no other process uses it. A ledger of an early release says
 * no mode, and takes that of a start: a command may have forgotten `--live`.
 */
export const ensureSchema = (db: DatabaseSync, file: string, opening: Opening): void => {
  const { mode, isCommand } = opening
  if (schemaOf(db) !== newest) bringUp(db, file, opening)
  else if (mode !== undefined && !isCommand) noteMode(db, mode)
}

const bringUp = (db: DatabaseSync, file: string, { mode, isCommand, now }: Opening): void =>
  locked(db, () => {
    const schema = schemaOf(db)
    if (schema > newest) throw newerSchema(schema)
    const isOwn = schema === 0 || !isCommand || modeOf(db) === mode
    if (mode !== undefined && isOwn) noteMode(db, mode)
    if (schema === newest) return
    if (schema === 0) return step(db, 0)
    const quietly = (mode === 'sandbox' && isOwn) || isUnused(db)
    if (!quietly || isServed(db, now))
      throw new BillingError(
        'unusable',
        `the ledger has schema ${schema}, this release needs ${newest}: stop every server that uses it, and run domesday migrate${mode === 'live' ? ' --live' : ''}`,
      )
    if (isUnused(db)) step(db, schema)
    else stepWithCopy(db, file, schema, now)
  })

/** For the operator's command. Throws while a process uses the ledger, unless `anyway`. */
export const migrate = (
  db: DatabaseSync,
  file: string,
  { anyway, now, by }: { readonly anyway: boolean; readonly now: () => number; readonly by: Actor | undefined },
) =>
  locked(db, () => {
    const from = schemaOf(db)
    if (from > newest) throw newerSchema(from)
    if (from === newest) return { from, to: newest, copy: null, audit: audit(db) }
    if (!anyway && isServed(db, now()))
      throw new BillingError(
        'unusable',
        `a server uses the ledger at schema ${from}, and would fail after the migration: stop it first, or say --now`,
      )
    const { copy, audit: after } = stepWithCopy(db, file, from, now())
    noteActs(db, now)(by, {
      act: 'migrate',
      target: `schema ${newest}`,
      keyId: null,
      details: { from, to: newest, copy: basename(copy) },
    })
    return { from, to: newest, copy, audit: after }
  })
