/** A new file of a dataset, written from nothing: nobody reads it before it is finished and put in place. */
import { DatabaseSync } from 'node:sqlite'
import { makeOwnFile } from '@domesday/core/client'
import type { Dataset } from '@domesday/core'
import { createIndexes, createTables, versionOf, writeMeta, writeParts, type Part } from './layout.ts'
import { collectPoints, indexPoints } from './points.ts'
import { newerOf, storeOf, type Store } from './store.ts'

export interface Build {
  add(key: string, part: string, row: unknown): void
  /** Runs `fill`; if that fails, what it added is taken out again. */
  attempt<T>(fill: () => Promise<T>): Promise<T>
  /** Makes keys unique and builds the indexes. Gives the number of rows, in all and of each part. */
  finish(
    parts: readonly Omit<Part, 'rows'>[],
    facts: { readonly as_of: string; readonly stamp: string | undefined },
  ): Finished
  close(): void
}

export interface Finished {
  readonly rows: number
  readonly parts: readonly Part[]
}

export const buildFile = (path: string, dataset: Dataset): Build => {
  makeOwnFile(path)
  const db = new DatabaseSync(path, { defensive: false })
  // No journal, which a defensive connection would insist on, and no waiting for the disk: a file that is not
  // finished is thrown away. Large pages suit rows of some hundred bytes.
  db.exec(
    'PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32000',
  )
  createTables(db, dataset)
  const places = collectPoints()
  const store = storeOf(db, dataset, places.add)
  let last = 0
  db.exec('BEGIN')
  return {
    add: (key, part, row) => store.add(++last, key, part, row),
    async attempt(fill) {
      store.flush()
      const before = last
      try {
        return await fill()
      } catch (fault) {
        if (isSpoilt(fault)) throw fault
        store.discard()
        db.exec(`DELETE FROM rows WHERE id > ${before}; DELETE FROM listed WHERE id > ${before}`)
        if (dataset.text) db.exec(`DELETE FROM words WHERE rowid > ${before}`)
        places.cut(before)
        last = before
        throw fault
      }
    },
    finish(parts, { as_of, stamp }) {
      store.flush()
      createIndexes(db, dataset)
      const unwanted = uniteKeys(db, dataset, store)
      if (unwanted > 0) indexPoints(db)
      else places.write(db)
      const rows = last - unwanted
      const counted = parts.length === 1 ? [{ ...parts[0]!, rows }] : countsOf(db, parts)
      writeParts(db, counted)
      writeMeta(db, { version: versionOf(dataset), as_of, rows: String(rows), stamp })
      if (dataset.text) db.exec("INSERT INTO words(words) VALUES('optimize')")
      db.exec('COMMIT')
      if (unwanted > rows) db.exec('VACUUM')
      return { rows, parts: counted }
    },
    close: () => {
      if (db.isOpen) db.close()
    },
  }
}

/**
 * Whether SQLite could not write, as on a full disk: without a journal all of the file is spoilt then, and the pull
 * cannot go on.
 */
export const isSpoilt = (fault: unknown): boolean => (fault as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR'

/** How many rows each part has left: a look at every row. */
const countsOf = (db: DatabaseSync, parts: readonly Omit<Part, 'rows'>[]): readonly Part[] => {
  const counts = new Map(
    db
      .prepare('SELECT part, count(*) AS n FROM rows GROUP BY part')
      .all()
      .map(({ part, n }) => [part, n as number]),
  )
  return parts.map((part) => ({ ...part, rows: counts.get(part.part) ?? 0 }))
}

/**
 * Of rows with one key one stays. Gives how many went. Sorting all keys once is quicker than looking each up as it
 * comes.
 */
const uniteKeys = (db: DatabaseSync, dataset: Dataset, store: Store): number => {
  const keys = db.prepare('SELECT key FROM rows GROUP BY key HAVING count(*) > 1').all() as { key: string }[]
  const same = db.prepare('SELECT id, part, row FROM rows WHERE key = ? ORDER BY id')
  let unwanted = 0
  for (const { key } of keys) {
    const rows = same
      .all(key)
      .map(({ id, part, row }) => ({ id: id as number, part: part as string, row: JSON.parse(row as string) }))
    const [first, ...others] = rows as [(typeof rows)[0], ...typeof rows]
    const stays = others.reduce((old, next) => {
      const row = newerOf(dataset, old.row, next.row)
      return { ...next, part: row === old.row ? old.part : next.part, row }
    }, first)
    for (const { id, row } of others) store.remove(id, row)
    store.replace(first.id, key, stays.part, first.row, stays.row)
    unwanted += others.length
  }
  return unwanted
}
