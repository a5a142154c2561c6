/**
 * How many rows of a file can be found by each of the ways in which the dataset is looked up: its place and its index
 * columns.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Dataset } from '@domesday/core'
import { columnOf } from './layout.ts'

export type Lookups = ReadonlyMap<string, number>

const place = 'a place'
const waysOf = ({ place: at, index = [] }: Dataset): readonly string[] => [...(at ? [place] : []), ...index.map(String)]

export const lookupsIn = (db: DatabaseSync, dataset: Dataset, part: string): Lookups =>
  new Map(
    waysOf(dataset).map((way) => {
      const filled =
        way === place
          ? 'lat IS NOT NULL'
          : `${columnOf(way)} IS NOT NULL OR id IN (SELECT id FROM listed WHERE name = ?)`
      return [
        way,
        db
          .prepare(`SELECT count(*) AS n FROM rows WHERE part = ? AND (${filled})`)
          .get(part, ...(way === place ? [] : [way]))!['n'] as number,
      ]
    }),
  )

/** Looks at rows only until each way has one that is found by it: a million rows would have to wait for more. */
export const seekLookups = (dataset: Dataset) => {
  const unseen = new Set(waysOf(dataset))
  const isFilled = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
  return {
    unseen: unseen as ReadonlySet<string>,
    see(row: any): void {
      for (const way of unseen) if (isFilled(way === place ? dataset.place!(row) : row[way])) unseen.delete(way)
    },
  }
}

/** Fewer may go by chance. */
const many = 10

/**
 * A column that has a new name leaves its rows, and takes away what they are found by. Gives what none of them has
 * any more, in words.
 */
export const lost = (before: Lookups, unseen: ReadonlySet<string>): string | null => {
  for (const [way, were] of before)
    if (were >= many && unseen.has(way)) return `no row with ${way} where there were ${were}`
  return null
}
