/** Rows of cells, of a CSV or a sheet, as objects by the names of the header row. */
import type { DatasetFile } from '@domesday/core'

/** Gives a function that takes one row of cells after the other. Cells that are not there are empty. */
export const byHeader = ({ columns, skip = 0, header }: DatasetFile, each: (wire: Wire) => void) => {
  let wireOf = columns ? compiled(columns) : null
  let above = skip
  return (cells: readonly string[]): void => {
    if (above > 0) above--
    else if (wireOf !== null) {
      if (cells.length > 1 || (cells[0] !== undefined && cells[0] !== '')) each(wireOf(cells))
    } else if (header === undefined || cells[0]?.trim() === header) {
      wireOf = compiled(cells.map((name) => name.trim()))
    }
  }
}

type Wire = Record<string, string>

/**
 * What makes an object of a row of cells. It is compiled from the names, because writing properties whose names are
 * data takes a microsecond a row, ten times as long. A name can only ever be a literal.
 */
const compiled = (names: readonly string[]): ((cells: readonly string[]) => Wire) =>
  new Function(
    'cells',
    `return { ${unique(names)
      .map((name, at) => `${JSON.stringify(name)}: cells[${at}] ?? ''`)
      .join(', ')} }`,
  ) as never

/** A name that comes again is numbered. */
const unique = (names: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name}_${times}`
  })
}
