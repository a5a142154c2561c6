/** Rows as CSV (RFC 4180). */
type Cell = string | number | null | undefined

/** A spreadsheet would take such a text for a formula. */
const formula = /^[=+\-@\t\r]/

const cellOf = (cell: Cell): string => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly Cell[]): string => cells.map(cellOf).join(',')
