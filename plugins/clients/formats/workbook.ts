/**
 * Rows of a sheet of a workbook, streamed: the largest that is published decompresses to more than a gigabyte of XML.
 * Cells are texts as in a CSV, numbers as they are stored.
 */
import type { DatasetFile } from '@domesday/core'
import { readOds } from './ods-rows.ts'
import type { Workbook } from './sheet.ts'
import { decodeStream } from './text-stream.ts'
import { entriesOf, entryBytes } from './unzip.ts'
import { readXlsx } from './xlsx-rows.ts'

export const readWorkbook = async (
  path: string,
  { as, sheet }: DatasetFile,
  each: (cells: string[]) => void,
): Promise<void> => {
  const entries = new Map((await entriesOf(path)).map((entry) => [entry.fileName, entry]))
  const workbook: Workbook = {
    text: (name) => {
      const entry = entries.get(name)
      return entry ? decodeStream(() => entryBytes(path, entry)) : null
    },
    wanted: (name) => sheet === undefined || (typeof sheet === 'string' ? name === sheet : sheet.test(name)),
  }
  await (as === 'ods' ? readOds : readXlsx)(workbook, each)
}
