/** A new file of a dataset, which nobody reads before it is finished and put in place. */
import { DatabaseSync } from 'node:sqlite'
import { makeOwnFile } from '@domesday/core/client'
import type { Dataset } from '@domesday/core'
import { createIndexes, createTables, versionOf, writeMeta, writeParts, type ImportedPart } from './sqlite-layout.ts'
import { collectPoints, indexPoints } from './spatial-index.ts'
import { newerOf, rowWriter, type RowWriter } from './row-writer.ts'

export interface Build {
  add(key: string, part: string, row: unknown): void
  /** Runs `fill`, and removes what it added if it fails. */
  transaction<T>(fill: () => Promise<T>): Promise<T>
  /** Makes keys unique and builds the indexes. Gives the number of rows, in all and of each part. */
  finish(
    parts: readonly Omit<ImportedPart, 'rows'>[],
    facts: { readonly as_of: string; readonly stamp: string | undefined },
  ): Finished
  close(): void
}

export interface Finished {
  readonly rows: number
  readonly parts: readonly ImportedPart[]
}

export const buildFile = (path: string, dataset: Dataset): Build => {
  makeOwnFile(path)
  const db = new DatabaseSync(path, { defensive: false })
  // An unfinished file is thrown away, so it needs no journal (which a defensive connection would demand) and no sync.
  // Large pages suit rows of some hundred bytes.
  db.exec(
    'PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32000',
  )
  createTables(db, dataset)
  const places = collectPoints()
  const writer = rowWriter(db, dataset, places.add)
  let last = 0
  db.exec('BEGIN')
  return {
    add: (key, part, row) => writer.add(++last, key, part, row),
    async transaction(fill) {
      writer.flush()
      const before = last
      try {
        return await fill()
      } catch (fault) {
        if (isWriteFailure(fault)) throw fault
        writer.discard()
        db.exec(`DELETE FROM rows WHERE id > ${before}; DELETE FROM listed WHERE id > ${before}`)
        if (dataset.text) db.exec(`DELETE FROM words WHERE rowid > ${before}`)
        places.cut(before)
        last = before
        throw fault
      }
    },
    finish(parts, { as_of, stamp }) {
      writer.flush()
      createIndexes(db, dataset)
      const removed = removeDuplicates(db, dataset, writer)
      if (removed > 0) indexPoints(db)
      else places.write(db)
      const rows = last - removed
      const counted = parts.length === 1 ? [{ ...parts[0]!, rows }] : countsOf(db, parts)
      writeParts(db, counted)
      writeMeta(db, { version: versionOf(dataset), as_of, rows: String(rows), stamp })
      if (dataset.text) db.exec("INSERT INTO words(words) VALUES('optimize')")
      db.exec('COMMIT')
      if (removed > rows) db.exec('VACUUM')
      return { rows, parts: counted }
    },
    close: () => {
      if (db.isOpen) db.close()
    },
  }
}

/** Whether SQLite could not write, as on a full disk. Without a journal the file is corrupt then, and the pull ends. */
export const isWriteFailure = (fault: unknown): boolean => (fault as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR'

/** The rows of each part, counted one by one. */
const countsOf = (db: DatabaseSync, parts: readonly Omit<ImportedPart, 'rows'>[]): readonly ImportedPart[] => {
  const counts = new Map(
    db
      .prepare('SELECT part, count(*) AS n FROM rows GROUP BY part')
      .all()
      .map(({ part, n }) => [part, n as number]),
  )
  return parts.map((part) => ({ ...part, rows: counts.get(part.part) ?? 0 }))
}

/**
 * Leaves one row of each key, and gives how many it removed. Sorting all keys once is faster than a lookup for each.
 */
const removeDuplicates = (db: DatabaseSync, dataset: Dataset, writer: RowWriter): number => {
  const keys = db.prepare('SELECT key FROM rows GROUP BY key HAVING count(*) > 1').all() as { key: string }[]
  const same = db.prepare('SELECT id, part, row FROM rows WHERE key = ? ORDER BY id')
  let removed = 0
  for (const { key } of keys) {
    const rows = same
      .all(key)
      .map(({ id, part, row }) => ({ id: id as number, part: part as string, row: JSON.parse(row as string) }))
    const [first, ...others] = rows as [(typeof rows)[0], ...typeof rows]
    const stays = others.reduce((old, next) => {
      const row = newerOf(dataset, old.row, next.row)
      return { ...next, part: row === old.row ? old.part : next.part, row }
    }, first)
    for (const { id, row } of others) writer.remove(id, row)
    writer.replace(first.id, key, stays.part, first.row, stays.row)
    removed += others.length
  }
  return removed
}
