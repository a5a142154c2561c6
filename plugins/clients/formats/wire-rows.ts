/** A downloaded file as wire rows. */
import { createReadStream } from 'node:fs'
import type { DatasetFile } from '@domesday/core'
import { readXml } from './read-values.ts'
import { readCsv } from './csv-rows.ts'
import { parseJson, readJsonLines, readJsonList } from './json-rows.ts'
import { byHeader } from './header-row.ts'
import { decodeStream, wholeText, type Bytes } from './text-stream.ts'
import { entriesOf, entryBytes } from './unzip.ts'
import { readWorkbook } from './workbook.ts'
import { readXmlRows } from './xml-rows.ts'

/** Calls `each` with every wire row. Rejects where the file is not what is declared, or is cut short. */
export const readRows = async (path: string, file: DatasetFile, each: (wire: unknown) => void): Promise<void> => {
  if (file.as === 'xlsx' || file.as === 'ods') return readWorkbook(path, file, byHeader(file, each))
  for (const bytes of await bodiesOf(path, file)) await readBody(decodeStream(bytes, file.encoding), file, each)
}

const readBody = async (
  text: AsyncIterable<string>,
  file: DatasetFile,
  each: (wire: unknown) => void,
): Promise<void> => {
  const { as, rows } = file
  if (as === 'csv') return readCsv(text, file, byHeader(file, each))
  if (as === 'jsonl') return readJsonLines(text, each)
  if (as === 'json' && typeof rows !== 'function') return readJsonList(text, rows, each)
  if (as === 'xml' && typeof rows === 'string') return readXmlRows(text, rows, each)
  const document = as === 'json' ? parseJson(await wholeText(text)) : await readXml(await wholeText(text))
  const list = typeof rows === 'function' ? rows(document) : document
  if (!Array.isArray(list)) throw new Error('the document holds no list of rows')
  list.forEach(each)
}

const bodiesOf = async (path: string, { zip }: DatasetFile): Promise<Bytes[]> => {
  if (zip === undefined) return [() => createReadStream(path, { highWaterMark: 1 << 16 })]
  const entries = (await entriesOf(path)).filter(({ fileName: name }) =>
    typeof zip === 'string' ? name === zip : zip.test(name),
  )
  if (entries.length === 0) throw new Error('the zip holds no such entry')
  return entries.map((entry) => () => entryBytes(path, entry))
}
