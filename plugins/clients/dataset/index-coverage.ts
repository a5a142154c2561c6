/**
 * How much the indexes of a dataset cover. If an upstream renames a column, the index on it would be empty: that is
 * found before the new file replaces the old.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Dataset } from '@domesday/core'
import { columnOf } from './sqlite-layout.ts'

const place = 'a place'
/** The indexes of a dataset: on its place, and on its columns. */
const indexesOf = ({ place: at, index = [] }: Dataset): readonly string[] => [
  ...(at ? [place] : []),
  ...index.map(String),
]

/** How many rows of a file have a value in each index. */
export const coverageOf = (db: DatabaseSync, dataset: Dataset, part: string): ReadonlyMap<string, number> =>
  new Map(
    indexesOf(dataset).map((index) => {
      const filled =
        index === place
          ? 'lat IS NOT NULL'
          : `${columnOf(index)} IS NOT NULL OR id IN (SELECT id FROM listed WHERE name = ?)`
      const { n } = db
        .prepare(`SELECT count(*) AS n FROM rows WHERE part = ? AND (${filled})`)
        .get(part, ...(index === place ? [] : [index]))!
      return [index, n as number]
    }),
  )

/** Tracks which indexes are still empty. An index is no longer checked once a row has a value in it. */
export const trackEmptyIndexes = (dataset: Dataset) => {
  const empty = new Set(indexesOf(dataset))
  const isFilled = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
  return {
    empty: empty as ReadonlySet<string>,
    add(row: any): void {
      for (const index of empty) if (isFilled(index === place ? dataset.place!(row) : row[index])) empty.delete(index)
    },
  }
}

/** Fewer rows may lose their values by chance. */
const many = 10

/** In words, an index that covered many rows and is empty now; null where there is none. */
export const emptiedIndex = (before: ReadonlyMap<string, number>, empty: ReadonlySet<string>): string | null => {
  for (const [index, rows] of before)
    if (rows >= many && empty.has(index)) return `no row with ${index} where there were ${rows}`
  return null
}
