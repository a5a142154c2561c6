/** Rows of a CSV, streamed. */
import { Readable } from 'node:stream'
import type { DatasetFile } from '@domesday/core'

/** Characters. */
const longestRow = 4_000_000

/** Calls `each` with the cells of every row. Rejects where the text ends within a row, as half a download does. */
export const readCsv = async (
  pieces: AsyncIterable<string>,
  { delimiter = ',' }: DatasetFile,
  each: (cells: string[]) => void,
): Promise<void> => {
  const { default: papa } = await import('papaparse')
  let ended = true
  let widths = [0, 0]
  let open = 0
  const lines = Readable.from(
    (async function* () {
      for await (const text of withoutReturns(pieces)) {
        ended = text.endsWith('\n')
        open += text.length
        yield text
      }
    })(),
  )
  try {
    await new Promise<void>((resolve, reject) =>
      papa.parse<string[], NodeJS.ReadableStream>(lines, {
        delimiter,
        newline: '\n',
        chunk: ({ data, errors }) => {
          if (errors.some(({ code }) => code === 'MissingQuotes'))
            throw new Error('the table ends in the middle of a cell')
          // The parser reads an unfinished row again with each piece, so one that never ends would take hours.
          if (data.length > 0) open = 0
          else if (open > longestRow) throw new Error('the table has a row without an end')
          for (const cells of data) each(cells)
          widths = [...widths, ...data.slice(-2).map(({ length }) => length)].slice(-2)
        },
        complete: () => resolve(),
        error: reject,
      }),
    )
  } finally {
    lines.destroy()
  }
  if (!ended && widths[1]! < widths[0]!) throw new Error('the table ends in the middle of a row')
}

/** All line ends as \n: some tables have one kind above the header and another below. */
async function* withoutReturns(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let buffered = ''
  for await (const piece of pieces) {
    let text = buffered + piece
    buffered = text.endsWith('\r') ? '\r' : ''
    if (buffered !== '') text = text.slice(0, -1)
    if (text !== '') yield text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  }
  if (buffered !== '') yield '\n'
}
