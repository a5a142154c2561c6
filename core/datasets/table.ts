/** Rows of cells, of a CSV or a sheet, as objects by the names of the header row. */
import type { DatasetFile } from '../contract/dataset.ts'

/** Gives a function that takes one row of cells after the other. Cells that are not there are empty. */
export const byHeader = ({ columns, skip = 0, header }: DatasetFile, each: (wire: Record<string, string>) => void) => {
  let names = columns ? unique(columns) : null
  let blank = names && blankOf(names)
  let above = skip
  return (cells: readonly string[]): void => {
    if (above > 0) {
      above--
    } else if (names === null) {
      if (header !== undefined && cells[0]?.trim() !== header) return
      names = unique(cells.map((name) => name.trim()))
      blank = blankOf(names)
    } else if (cells.length > 1 || (cells[0] !== undefined && cells[0] !== '')) {
      const wire = { ...blank! }
      for (let at = 0, last = Math.min(names.length, cells.length); at < last; at++) wire[names[at]!] = cells[at]!
      each(wire)
    }
  }
}

/** Copied for each row: V8 fills an object of known shape several times as fast as it grows one. */
const blankOf = (names: readonly string[]): Record<string, string> => JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, '']))))

/** A name that comes again is numbered. */
const unique = (names: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name}_${times}`
  })
}
