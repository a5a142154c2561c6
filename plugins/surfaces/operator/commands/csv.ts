/** Rows as CSV (RFC 4180): lists with blanks between their members, objects as JSON. */
import { plainText } from '@domesday/core'
import type { CommandAnswer } from './command.ts'

/** A spreadsheet would take such a text for a formula. */
const formula = /^[=+\-@\t\r]/

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = Array.isArray(value)
    ? value.join(' ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  const plain = plainText(text)
  return formula.test(plain) ? `'${plain}` : plain
}

const cellOf = (value: unknown): string => {
  const text = textOf(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly unknown[]): string => cells.map(cellOf).join(',')

/** `names`: the columns, which an empty list has too. */
export const csvOf = (names: readonly string[], rows: readonly CommandAnswer[]): string =>
  [names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) => `${csvLine(cells)}\r\n`).join('')
