/** The rows that an `ask` sees. No statement stays open between two rows, so iterations may be nested or left early. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Dataset, Rows } from '@domesday/core'
import { columnOf, indexed } from './sqlite-layout.ts'
import { readPoints, type Nearest } from './spatial-index.ts'

/** Answers one question from a file. */
export type FileQuery = (answer: (rows: any, input: any) => unknown, input: unknown) => unknown

export const openQuery = (
  db: DatabaseSync,
  dataset: Dataset,
  age: { readonly asOf: string; readonly until: string },
): FileQuery => {
  let nearest: Nearest | null = null
  const rows = rowsOf(db, dataset, age, () => (nearest ??= readPoints(db)))
  const begin = db.prepare('BEGIN')
  const end = db.prepare('COMMIT')
  return (answer, input) => {
    // One transaction for the whole question: it sees one state of a file that a harvest may be appending to.
    begin.run()
    try {
      return answer(rows, input)
    } finally {
      if (db.isTransaction) end.run()
    }
  }
}

/** Rows read at a time. */
const page = 256

/** `nearest` is called by the first search for a place. */
const rowsOf = (
  db: DatabaseSync,
  dataset: Dataset,
  { asOf, until }: Pick<Rows<any>, 'asOf' | 'until'>,
  nearest: () => Nearest | null,
): Rows<any, any> => {
  const byKey = db.prepare('SELECT row FROM rows WHERE key = ?')
  const byId = db.prepare('SELECT row FROM rows WHERE id = ?')
  // A running harvest may have removed a row's place since the spatial index was built. A moved row is found at its old
  // place.
  const stillPlaced = db.prepare('SELECT row FROM rows WHERE id = ? AND lat IS NOT NULL')
  // As objects, rows take a quarter longer to read.
  stillPlaced.setReturnArrays(true)
  const after = db.prepare(`SELECT id, row FROM rows WHERE id > ? ORDER BY id LIMIT ${page}`)
  const byColumn = new Map((dataset.index ?? []).map((column) => [column, lookupIn(db, String(column))]))
  const textIndex = dataset.text ? search(db) : null

  return {
    asOf,
    until,
    key: (key) => parsed(byKey.get(key)),
    where: (column, is) => {
      const found = byColumn.get(column)
      if (!found) throw new TypeError(`dataset ${dataset.id} has no index '${String(column)}'`)
      return pages((id) => found(indexed(is), id))
    },
    *near(at, km) {
      for (const { id, km: away } of nearest()?.(at, km) ?? []) {
        const found = stillPlaced.get(id) as unknown as [row: string] | undefined
        if (found) yield Object.assign(JSON.parse(found[0]), { km: away })
      }
    },
    *text(words, order = 'best') {
      if (!textIndex) throw new TypeError(`dataset ${dataset.id} declares no text`)
      const match = matchOf(words)
      if (match !== null) for (const id of textIndex.find(match, order)) yield parsed(byId.get(id))
    },
    count(words) {
      if (!textIndex) throw new TypeError(`dataset ${dataset.id} declares no text`)
      const match = matchOf(words)
      return match === null ? 0 : textIndex.count(match)
    },
    all: () => pages((id) => after.all(id)),
  }
}

/** The next rows, after an id, that have a value in a column: in the column itself, or in its lists. */
const lookupIn = (db: DatabaseSync, name: string) => {
  if (db.prepare('SELECT 1 FROM listed WHERE name = ? LIMIT 1').get(name) === undefined) {
    const same = db.prepare(
      `SELECT id, row FROM rows WHERE ${columnOf(name)} IS ? AND id > ? ORDER BY id LIMIT ${page}`,
    )
    return (value: SQLInputValue, id: number) => same.all(value, id)
  }
  const among = db.prepare(`
    SELECT listed.id, row FROM listed JOIN rows ON rows.id = listed.id
    WHERE name = ? AND value = ? AND listed.id > ? ORDER BY listed.id LIMIT ${page}`)
  return (value: SQLInputValue, id: number) => among.all(name, value, id)
}

/** Ranking reads every hit, which takes a millisecond a thousand. */
const mostRanked = 2_000

/**
 * Searches the text index: the best rows first. Of too many hits to rank, the last imported first.
 */
const search = (db: DatabaseSync) => {
  const some = db.prepare(`SELECT rowid AS id FROM words WHERE words MATCH ? LIMIT ${mostRanked + 1}`)
  const ranked = db.prepare('SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rank')
  const latest = db.prepare(
    'SELECT rowid AS id FROM words WHERE words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
  )
  const counted = db.prepare('SELECT count(*) AS n FROM words WHERE words MATCH ?')
  const find = function* (match: string, order: 'best' | 'latest'): Generator<number> {
    if (order === 'best' && some.all(match).length <= mostRanked) {
      for (const { id } of ranked.all(match)) yield id as number
      return
    }
    // Each query costs some milliseconds however few rows it gives, so each asks for more than the one before.
    for (let before = Number.MAX_SAFE_INTEGER, most = page; ; most *= 4) {
      const ids = latest.all(match, before, most)
      for (const { id } of ids) yield id as number
      if (ids.length < most) return
      before = ids.at(-1)!['id'] as number
    }
  }
  return { find, count: (match: string): number => counted.get(match)!['n'] as number }
}

function* pages(next: (after: number) => Record<string, unknown>[]): Generator<any> {
  for (let last = 0; ;) {
    const rows = next(last)
    for (const row of rows) yield parsed(row)
    if (rows.length < page) return
    last = rows.at(-1)!['id'] as number
  }
}

const parsed = (found: Record<string, unknown> | undefined): any => (found ? JSON.parse(found['row'] as string) : null)

/** Words of a search that are used: hundreds would cost time and find nothing more. */
const mostWords = 32

/** The words as a query of the text index, each quoted so that none is an operator; null without a word. */
const matchOf = (words: string): string | null => {
  const found = words.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu)
  return (
    found &&
    found
      .slice(0, mostWords)
      .map((word) => `"${word}"`)
      .join(' ')
  )
}
