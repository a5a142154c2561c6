/** Turns wire rows into rows, and counts them. */
import type { Dataset } from '@domesday/core'

/** Unreadable rows that a file may have, and the share of them beyond that. */
const mostUnreadable = 10
const mostUnreadableShare = 0.01

/**
 * Gives a function that reads wire rows one by one. Rows that `row` leaves out are not taken. Rows that it throws on
 * are skipped; too many of them are an error.
 */
export const rowReader = (
  dataset: Dataset,
  part: string,
  each: (key: string, row: unknown) => void,
  demands: readonly string[] = [],
) => {
  const count = { seen: 0, taken: 0, unreadable: 0 }
  const read = (wire: unknown): void => {
    count.seen++
    let row: unknown
    let key: unknown
    try {
      for (const name of demands) if (!Object.hasOwn(wire as object, name)) throw new Error(`there is no ${name}`)
      row = dataset.row(wire, part)
      key = row === null ? null : dataset.key(row)
    } catch (fault) {
      count.unreadable++
      if (count.unreadable > mostUnreadable && count.unreadable > count.seen * mostUnreadableShare)
        throw new Error(`too many rows cannot be read: ${(fault as Error).message}`, { cause: fault })
      return
    }
    // A row without the column of its key is none.
    if (typeof key !== 'string' || key === '') return
    count.taken++
    each(key, row)
  }
  return { count, read }
}
