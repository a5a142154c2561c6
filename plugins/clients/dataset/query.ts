/**
 * What an `ask` sees of an imported dataset. Nothing stays open between two rows, so iterations may be nested, or
 * left in the middle.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Dataset, Rows } from '@domesday/core'
import { columnOf, indexed } from './layout.ts'
import { readPoints, type Nearest } from './points.ts'

/** Puts one question to a file. */
export type Answer = (answer: (rows: any, input: any) => unknown, input: unknown) => unknown

export const answering = (
  db: DatabaseSync,
  dataset: Dataset,
  age: { readonly asOf: string; readonly until: string },
): Answer => {
  let nearest: Nearest | null = null
  const rows = rowsOf(db, dataset, age, () => (nearest ??= readPoints(db)))
  const begin = db.prepare('BEGIN')
  const end = db.prepare('COMMIT')
  return (answer, input) => {
    // One lock for the whole question, and one state of a file that a harvest may be appending to.
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

/** `nearest` is called at the first question for a place. */
const rowsOf = (
  db: DatabaseSync,
  dataset: Dataset,
  { asOf, until }: Pick<Rows<any>, 'asOf' | 'until'>,
  nearest: () => Nearest | null,
): Rows<any, any> => {
  const byKey = db.prepare('SELECT row FROM rows WHERE key = ?')
  const byId = db.prepare('SELECT row FROM rows WHERE id = ?')
  // A harvest that is under way may have taken a row's place since the spatial index was built; one that it moved is
  // found where it was.
  const stillPlaced = db.prepare('SELECT row FROM rows WHERE id = ? AND lat IS NOT NULL')
  // As objects, rows take a quarter longer to read.
  stillPlaced.setReturnArrays(true)
  const after = db.prepare(`SELECT id, row FROM rows WHERE id > ? ORDER BY id LIMIT ${page}`)
  const having = new Map((dataset.index ?? []).map((column) => [column, lookUp(db, String(column))]))
  const holding = dataset.text ? search(db) : null

  return {
    asOf,
    until,
    key: (key) => parsed(byKey.get(key)),
    where: (column, is) => {
      const found = having.get(column)
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
      if (!holding) throw new TypeError(`dataset ${dataset.id} declares no text`)
      const match = matchOf(words)
      if (match !== null) for (const id of holding.find(match, order)) yield parsed(byId.get(id))
    },
    count(words) {
      if (!holding) throw new TypeError(`dataset ${dataset.id} declares no text`)
      const match = matchOf(words)
      return match === null ? 0 : holding.count(match)
    },
    all: () => pages((id) => after.all(id)),
  }
}

/** The next rows after one that hold a value, in a column of its own or in lists. */
const lookUp = (db: DatabaseSync, name: string) => {
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

/** To rank is to read every hit, a millisecond a thousand. */
const mostRanked = 2_000

/**
 * What a question to the text index finds: the rows, best first; those of a broad question, whose rank says little,
 * from the last.
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
    // To go on from a row costs some milliseconds, so each step is larger than the one before.
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

/** As many words as are looked for: a query of a few hundred would only be a burden. */
const mostWords = 32

/**
 * The words as a question to the text index. Each is quoted, so that none is read as an operator; null where there is
 * none.
 */
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
