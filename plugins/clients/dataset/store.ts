/** Writes rows into a dataset's tables: the row itself, and all that it is looked up by. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Dataset, Point } from '@domesday/core'
import { columnOf, indexed } from './layout.ts'

export interface Store {
  /** Writes a row under a number of its own, at some time before `flush` returns. */
  add(id: number, key: string, part: string, row: unknown): void
  flush(): void
  /** Forgets what was added since the last `flush` and is not written yet. */
  discard(): void
  replace(id: number, key: string, part: string, old: unknown, row: unknown): void
  remove(id: number, row: unknown): void
}

/** Rows to a statement: fewer, larger steps into SQLite are a tenth faster, and more gain nothing. */
const together = 8

/** `placed` is told of every place that is written. */
export const storeOf = (
  db: DatabaseSync,
  dataset: Dataset,
  placed: (id: number, at: Point) => void = () => {},
): Store => {
  const names = (dataset.index ?? []).map(String)
  const columns = ['id', 'key', 'part', 'lat', 'lng', ...names.map(columnOf), 'row']
  const one = `(${columns.map(() => '?').join(', ')})`
  const statement = (rows: number) =>
    db.prepare(`INSERT INTO rows(${columns.join(', ')}) VALUES ${Array(rows).fill(one).join(', ')}`)
  const insert = statement(1)
  const insertMany = statement(together)
  const update = db.prepare(`UPDATE rows SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`)
  const erase = db.prepare('DELETE FROM rows WHERE id = ?')
  const list = db.prepare('INSERT OR IGNORE INTO listed VALUES(?, ?, ?)')
  const unlist = db.prepare('DELETE FROM listed WHERE name = ? AND value = ? AND id = ?')
  const index = dataset.text ? db.prepare('INSERT INTO words(rowid, body) VALUES(?, ?)') : null
  const unindex = dataset.text ? db.prepare('DELETE FROM words WHERE rowid = ?') : null
  let waiting: SQLInputValue[] = []

  const values = (into: SQLInputValue[], id: number, key: string, part: string, row: any): void => {
    const place = placeOf(dataset, row)
    if (place) placed(id, place)
    into.push(id, key, part, place?.lat ?? null, place?.lng ?? null)
    for (const name of names) into.push(Array.isArray(row[name]) ? null : indexed(row[name]))
    into.push(JSON.stringify(row))
  }
  const lists = (row: any, each: (name: string, value: SQLInputValue) => void): void => {
    for (const name of names) if (Array.isArray(row[name])) for (const value of row[name]) each(name, indexed(value))
  }
  const besides = (id: number, row: any): void => {
    lists(row, (name, value) => list.run(name, value, id))
    index?.run(
      id,
      dataset.text!(row)
        .filter((text) => text)
        .join('\n')
        .normalize('NFC'),
    )
  }
  const flush = (): void => {
    for (let at = 0; at < waiting.length; at += columns.length) insert.run(...waiting.slice(at, at + columns.length))
    waiting = []
  }

  return {
    add(id, key, part, row) {
      values(waiting, id, key, part, row)
      if (waiting.length === together * columns.length) {
        insertMany.run(...waiting)
        waiting = []
      }
      besides(id, row)
    },
    flush,
    discard: () => {
      waiting = []
    },
    replace(id, key, part, old, row) {
      const changed: SQLInputValue[] = []
      values(changed, id, key, part, row)
      update.run(...changed, id)
      lists(old, (name, value) => unlist.run(name, value, id))
      unindex?.run(id)
      besides(id, row)
    },
    remove(id, row) {
      erase.run(id)
      lists(row, (name, value) => unlist.run(name, value, id))
      unindex?.run(id)
    },
  }
}

/** A place that is no place on Earth is none. */
const placeOf = (dataset: Dataset, row: unknown) => {
  const place = dataset.place?.(row)
  return place && Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : null
}

/** Of two rows with one key, the one that stays. */
export const newerOf = (dataset: Dataset, old: unknown, next: unknown): unknown =>
  dataset.newer ? dataset.newer(old, next) : next

/**
 * Reads wire rows one by one. Those that `row` leaves out are not taken; those it fails on are skipped, but not if
 * they are many.
 */
export const readerOf = (dataset: Dataset, part: string, each: (key: string, row: unknown) => void) => {
  const count = { seen: 0, taken: 0, spoilt: 0 }
  const read = (wire: unknown): void => {
    count.seen++
    let row: unknown
    let key: unknown
    try {
      row = dataset.row(wire, part)
      key = row === null ? null : dataset.key(row)
    } catch (fault) {
      count.spoilt++
      if (count.spoilt > 10 && count.spoilt > count.seen / 100)
        throw new Error(`too many rows cannot be read: ${(fault as Error).message}`, { cause: fault })
      return
    }
    // Without the expected column a row has no key: it is none.
    if (typeof key !== 'string' || key === '') return
    count.taken++
    each(key, row)
  }
  return { count, read }
}
