/** Lists in JSON documents too large for memory, and JSON lines, item by item. */

/**
 * Calls `each` with the items of a document that is a list, or of the list in its top-level `member`. One item is in
 * memory at a time. Rejects where the document ends before its list does.
 */
export const readJsonList = async (
  pieces: AsyncIterable<string>,
  member: string | undefined,
  each: (item: unknown) => void,
): Promise<void> => {
  let depth = 0
  let list = 0
  let over = false
  let inText = false
  let escaped = false
  let naming = false
  let name = ''
  let buffered = ''
  for await (const piece of pieces) {
    let from = 0
    const item = (to: number): void => {
      const text = buffered + piece.slice(from, to)
      buffered = ''
      from = to + 1
      if (text.trim() !== '') each(parseJson(text))
    }
    for (let at = 0; at < piece.length && !over; at++) {
      const c = piece.charCodeAt(at)
      if (inText) {
        if (naming && c !== quote) name += piece[at]
        if (escaped) escaped = false
        else if (c === backslash) escaped = true
        else if (c === quote) inText = false
      } else if (c === quote) {
        inText = true
        naming = depth === 1 && list === 0
        if (naming) name = ''
      } else if (c === openBracket || c === openBrace) {
        depth++
        // The last text at the top level before a list begins there is the name of its member.
        if (list === 0 && c === openBracket && (member === undefined ? depth === 1 : depth === 2 && name === member)) {
          list = depth
          from = at + 1
        }
      } else if (c === closeBracket || c === closeBrace) {
        if (depth === list) {
          item(at)
          over = true
        }
        depth--
      } else if (c === comma && depth === list) {
        item(at)
      }
    }
    if (list !== 0 && !over) buffered += piece.slice(from)
  }
  if (list === 0)
    throw new Error(member === undefined ? 'the document is no list' : `the document has no list '${member}'`)
  if (!over) throw new Error('the document ends before its list does')
}

const [quote, comma, backslash, openBracket, closeBracket, openBrace, closeBrace] = Array.from('",\\[]{}', (c) =>
  c.charCodeAt(0),
) as [number, number, number, number, number, number, number]

/** Characters. */
const longestLine = 16_000_000

export const readJsonLines = async (pieces: AsyncIterable<string>, each: (item: unknown) => void): Promise<void> => {
  let buffered = ''
  for await (const piece of pieces) {
    const lines = (buffered + piece).split('\n')
    buffered = lines.pop()!
    if (buffered.length > longestLine) throw new Error('the document has a line without an end')
    for (const line of lines) if (line.trim() !== '') each(parseJson(line))
  }
  if (buffered.trim() !== '') each(parseJson(buffered))
}

/** Throws an error that does not quote the text, as the parser's own would: it goes to the log. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the document is not JSON')
  }
}
