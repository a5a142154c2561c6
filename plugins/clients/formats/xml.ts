/** As much XML as streaming a workbook takes: its elements of one kind, their attributes and their text. */
import { decodeEntities } from '@domesday/core'

/** In characters: a row of sixteen thousand cells. */
const longest = 4_000_000

/**
 * Whole elements that `kind` (global) matches, out of a stream. Only what `begins` one and is not whole yet is held.
 */
export async function* elements(xml: AsyncIterable<string>, begins: RegExp, kind: RegExp): AsyncGenerator<string> {
  let held = ''
  for await (const piece of xml) {
    held += piece
    let done = 0
    for (const match of held.matchAll(kind)) {
      yield match[0]
      done = match.index + match[0].length
    }
    const rest = held.slice(done)
    const open = rest.search(begins)
    held = rest.slice(open >= 0 ? open : Math.max(0, rest.lastIndexOf('<')))
    if (held.length > longest) throw new Error('the workbook has a row without an end')
  }
}

/** A reader of the attribute of that name (a pattern) in an opening tag. */
export const attribute = (name: string): ((tag: string) => string | undefined) => {
  const pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  return (tag) => {
    const found = pattern.exec(tag)
    return found ? decodeEntities(found[1] ?? found[2]!) : undefined
  }
}

export const plain = (xml: string): string => decodeEntities(xml.includes('<') ? xml.replace(/<[^>]*>/g, '') : xml)
