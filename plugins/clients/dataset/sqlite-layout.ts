/** The tables of a dataset's SQLite file. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Dataset, Path } from '@domesday/core'

/** To be raised when the tables below change. */
const format = 1

/** The version that a file must have to be read: of the tables, and of what the dataset declares about its rows. */
export const versionOf = (dataset: Dataset): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        format,
        dataset.version ?? 1,
        dataset.index ?? [],
        Boolean(dataset.place),
        Boolean(dataset.text),
      ]),
    )
    .digest('hex')
    .slice(0, 16)

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const columnOf = (name: string): string => quoted(`by_${name}`)

/**
 * `rows` has each row as JSON, and the columns that it is found by. A column of lists is null there: its values are in
 * `listed`. `words` is a text index without the text; `points` is the spatial index.
 */
export const createTables = (db: DatabaseSync, dataset: Dataset): void =>
  db.exec(`
  CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE parts(part TEXT PRIMARY KEY, address TEXT NOT NULL, at TEXT NOT NULL, taken INTEGER NOT NULL, rows INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE rows(id INTEGER PRIMARY KEY, key TEXT NOT NULL, part TEXT NOT NULL, lat REAL, lng REAL,
    ${(dataset.index ?? []).map((name) => `${columnOf(String(name))},`).join(' ')} row TEXT NOT NULL);
  CREATE TABLE listed(name TEXT, value, id INTEGER, PRIMARY KEY(name, value, id)) WITHOUT ROWID;
  CREATE TABLE points(ids BLOB NOT NULL, tree BLOB NOT NULL);
  ${dataset.text ? "CREATE VIRTUAL TABLE words USING fts5(body, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');" : ''}
`)

/** The index on keys is not unique: without a journal SQLite cannot undo a statement that fails. */
export const createIndexes = (db: DatabaseSync, dataset: Dataset): void => {
  db.exec('CREATE INDEX rows_by_key ON rows(key)')
  for (const name of dataset.index ?? [])
    db.exec(`CREATE INDEX ${quoted(`rows_by_column_${String(name)}`)} ON rows(${columnOf(String(name))})`)
}

/** A value as its index column holds it. */
export const indexed = (value: unknown): SQLInputValue => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || value === undefined) return null
  throw new TypeError('an indexed column holds texts, numbers, flags, or lists of them')
}

/**
 * Facts about the file. `until`, `cursor` and `skipped` are a harvest's: how far the feed was read, where an unfinished
 * pull continues, the pages that were skipped, and the members that its pages have.
 */
export interface FileMeta {
  version: string
  as_of: string
  rows: string
  stamp: string
  until: string
  cursor: string
  skipped: string
  members: string
}

/** A page that could not be read, since which day of the source's world, and why. */
export interface Skipped {
  readonly path: Path
  readonly since: string
  readonly why: string
}

export const readSkipped = ({ skipped }: Partial<FileMeta>): readonly Skipped[] =>
  skipped ? (JSON.parse(skipped) as Skipped[]) : []

export const readMeta = (db: DatabaseSync): Partial<FileMeta> =>
  Object.fromEntries(
    db
      .prepare('SELECT name, value FROM meta')
      .all()
      .map(({ name, value }) => [name, value]),
  ) as Partial<FileMeta>

/** An undefined value is removed. */
export const writeMeta = (
  db: DatabaseSync,
  facts: { readonly [K in keyof FileMeta]?: FileMeta[K] | undefined },
): void => {
  const put = db.prepare('INSERT INTO meta VALUES(?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const drop = db.prepare('DELETE FROM meta WHERE name = ?')
  for (const [name, value] of Object.entries(facts))
    if (value === undefined) drop.run(name)
    else put.run(name, value)
}

/** One file as it was imported. `taken` counts its rows, `rows` those left once keys are unique. */
export interface ImportedPart {
  readonly part: string
  readonly address: string
  readonly at: string
  readonly taken: number
  readonly rows: number
}

export const readParts = (db: DatabaseSync): ImportedPart[] =>
  db.prepare('SELECT part, address, at, taken, rows FROM parts ORDER BY part').all() as unknown as ImportedPart[]

export const writeParts = (db: DatabaseSync, parts: readonly ImportedPart[]): void => {
  const put = db.prepare('INSERT INTO parts(part, address, at, taken, rows) VALUES(?, ?, ?, ?, ?)')
  for (const { part, address, at, taken, rows } of parts) put.run(part, address, at, taken, rows)
}

/** Calls `use` with the dataset's file, or with null if it is missing, damaged or of another version. */
export const withFile = <T>(path: string, dataset: Dataset, use: (db: DatabaseSync | null) => T): T => {
  const db = existsSync(path) ? opened(path, dataset) : null
  try {
    return use(db && current(db, dataset) ? db : null)
  } finally {
    db?.close()
  }
}

/**
 * Opens a dataset's file to read it. The file of a harvest may have a journal that a dead process left, which only a
 * connection that may write can roll back. `timeout`: milliseconds to wait for a lock, during which this thread blocks.
 */
export const openToRead = (path: string, { pull }: Dataset, timeout = 5_000): DatabaseSync => {
  const growing = 'first' in pull
  const db = new DatabaseSync(path, { readOnly: !growing, timeout })
  if (growing) db.exec('PRAGMA query_only = ON')
  return db
}

const opened = (path: string, dataset: Dataset): DatabaseSync | null => {
  try {
    return openToRead(path, dataset)
  } catch {
    return null
  }
}

const current = (db: DatabaseSync, dataset: Dataset): boolean => {
  try {
    return readMeta(db).version === versionOf(dataset)
  } catch {
    return false
  }
}
