/** Rows of cells, of a CSV or a sheet, as objects by the names in the header row. */
import type { DatasetFile } from '@domesday/core'

/**
 * Gives a function that takes the rows one by one. Missing cells are empty texts. A row of blanks, such as a sheet has
 * at its end when it is saved as CSV, is none.
 */
export const byHeader = ({ columns, skip = 0, header }: DatasetFile, each: (wire: Wire) => void) => {
  let wireOf = columns ? compiled(columns) : null
  let above = skip
  return (cells: readonly string[]): void => {
    if (above > 0) above--
    else if (wireOf !== null) {
      if (cells.some(isFilled)) each(wireOf(cells))
    } else if (header === undefined || cells[0]?.trim() === header) {
      wireOf = compiled(cells.map((name) => name.trim()))
    }
  }
}

const isFilled = (cell: string): boolean => cell !== ''

type Wire = Record<string, string>

/**
 * Makes an object of a row of cells. It is compiled from the names, because assigning computed properties takes ten
 * times as long, a microsecond a row. `JSON.stringify` makes every name a literal, so no name can become code.
 */
const compiled = (names: readonly string[]): ((cells: readonly string[]) => Wire) =>
  new Function(
    'cells',
    `return { ${unique(names)
      .map((name, at) => `${JSON.stringify(name)}: cells[${at}] ?? ''`)
      .join(', ')} }`,
  ) as never

/** Repeated names are numbered. */
const unique = (names: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name}_${times}`
  })
}
