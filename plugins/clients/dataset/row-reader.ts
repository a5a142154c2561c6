/** Turns wire rows into rows, and counts them. */
import type { Dataset, DatasetFile, Wire } from '@domesday/core'
import { rowCheck } from '@domesday/client-formats'

/** Unreadable rows that a file may have, and the share of them beyond that. */
const mostUnreadable = 10
const mostUnreadableShare = 0.01

const become = (likely: string | undefined): string => (likely === undefined ? '' : `; did it become “${likely}”?`)

/** A row lacks what every row has. */
export class FieldMissing extends Error {
  readonly field: string
  constructor(field: string, likely?: string) {
    super(`there is no ${field}${become(likely)}`)
    this.field = field
  }
}

/** What was read so far. `odd`: the first row that could not be read, counted from 1. */
interface Count {
  seen: number
  taken: number
  unreadable: number
  odd: { readonly row: number; readonly fault: Error } | null
}

/**
 * Gives a function that reads wire rows one by one. Rows that `row` leaves out are not taken. Rows that it throws on
 * are skipped; too many of them are an error, and so are all of them.
 */
export const rowReader = (
  dataset: Dataset,
  part: string,
  each: (key: string, row: unknown) => void,
  { wire: sent, as }: { readonly wire?: Wire<any>; readonly as?: DatasetFile['as'] } = {},
) => {
  const checked = sent ? rowCheck(sent, as !== 'xml') : null
  const count: Count = { seen: 0, taken: 0, unreadable: 0, odd: null }
  const skip = (fault: Error): void => {
    count.odd ??= { row: count.seen, fault }
    count.unreadable++
    if (count.unreadable > mostUnreadable && count.unreadable > count.seen * mostUnreadableShare)
      throw new Error(`too many rows cannot be read: ${fault.message}`, { cause: fault })
  }
  const read = (wire: unknown): void => {
    count.seen++
    const lacking = checked?.lackedBy(wire) ?? null
    if (lacking !== null) return skip(new FieldMissing(lacking, checked!.likely(lacking)))
    let row: unknown
    let key: unknown
    try {
      row = dataset.row(wire, part)
      key = row === null ? null : dataset.key(row)
    } catch (fault) {
      return skip(fault instanceof Error ? fault : new Error(String(fault)))
    }
    // A row without the column of its key is none.
    if (typeof key !== 'string' || key === '') return
    count.taken++
    each(key, row)
  }
  /** Throws where no row was taken of those that were read, and where none has a column that nearly all have. */
  const finish = (): void => {
    if (count.taken === 0 && count.odd !== null) {
      const { fault } = count.odd
      throw new Error(`none of its rows can be read: ${fault.message}`, { cause: fault })
    }
    // First: without such a column no row may be one that is kept.
    const gone = checked?.gone()
    if (gone !== undefined) throw new Error(`there is no column ${gone}${become(checked!.likely(gone))}`)
    if (count.taken === 0) throw new Error('the file holds no rows')
  }
  /** Rows that a check of the whole page has left out. */
  const leaveOut = (rows: number, lacking: string): void => {
    for (let i = 0; i < rows; i++) {
      count.seen++
      skip(new FieldMissing(lacking))
    }
  }
  return { count, read, leaveOut, finish }
}
