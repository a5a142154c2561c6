/**
 * Rows of a sheet of a workbook, streamed: the largest that is published as one unpacks to more than a gigabyte of
 * XML. Cells are texts as in a CSV, numbers as they are stored.
 */
import type { DatasetFile } from '@domesday/core'
import { readOds } from './ods.ts'
import { decodeStream } from './text.ts'
import { bytesOf, entriesOf } from './unzip.ts'
import { readXlsx } from './xlsx.ts'

/** A workbook: a zip of XML documents. `text` is null for one that is not there. */
export interface Workbook {
  readonly text: (name: string) => AsyncIterable<string> | null
  /** Whether this is the sheet to read. */
  readonly wanted: (sheet: string) => boolean
}

export const readWorkbook = async (
  path: string,
  { as, sheet }: DatasetFile,
  each: (cells: string[]) => void,
): Promise<void> => {
  const entries = new Map((await entriesOf(path)).map((entry) => [entry.fileName, entry]))
  const workbook: Workbook = {
    text: (name) => {
      const entry = entries.get(name)
      return entry ? decodeStream(() => bytesOf(path, entry)) : null
    },
    wanted: (name) => sheet === undefined || (typeof sheet === 'string' ? name === sheet : sheet.test(name)),
  }
  await (as === 'ods' ? readOds : readXlsx)(workbook, each)
}

export const noSheet = (): Error => new Error('the workbook has no such sheet')
/** No sheet is wider. A hostile one may say so in a few bytes. */
export const mostColumns = 16_384
