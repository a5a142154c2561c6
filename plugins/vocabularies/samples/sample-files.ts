/** Reads compact rows from a file beside `samples/rows.ts`: `yamlRows<Stop>(import.meta.dirname, 'stops.yaml')`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { parse } from 'yaml'

/** The list in a YAML 1.2 file. Throws with the file's name if it is no list or does not parse. */
export const yamlRows = <Row>(folder: string, file: string): readonly Row[] => {
  const path = join(folder, file)
  const rows: unknown = withPath(path, () => parse(readFileSync(path, 'utf8')))
  if (!Array.isArray(rows)) throw new TypeError(`${path}: a list of rows is needed`)
  return rows
}

/**
 * The rows of a CSV file, keyed by its header. Values are text. Throws with file and line on a malformed row.
 */
export const csvRows = <Row extends Readonly<Record<string, string>>>(folder: string, file: string): readonly Row[] => {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  const {
    data,
    errors: [fault],
  } = Papa.parse<Row>(text, { header: true, skipEmptyLines: 'greedy', delimiter: ',' })
  if (fault) throw new SyntaxError(`${path}: row ${(fault.row ?? 0) + 1}: ${fault.message}`)
  return data
}

const withPath = <T>(path: string, read: () => T): T => {
  try {
    return read()
  } catch (fault) {
    throw new SyntaxError(`${path}: ${(fault as Error).message}`, { cause: fault })
  }
}
