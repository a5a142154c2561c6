/** Rows as CSV (RFC 4180): lists with blanks between their members, objects as JSON. */
import type { CommandAnswer } from './command.ts'

const cellOf = (value: unknown): string => {
  const text =
    value === null || value === undefined
      ? ''
      : Array.isArray(value)
        ? value.join(' ')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `names`: the columns, which an empty list has too. */
export const csvOf = (names: readonly string[], rows: readonly CommandAnswer[]): string =>
  [names.map(cellOf), ...rows.map((row) => names.map((name) => cellOf(row[name])))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
