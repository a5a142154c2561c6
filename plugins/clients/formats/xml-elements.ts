/** The little of XML that streaming needs: elements of one kind, their attributes and their text. */
import { decodeEntities } from '@domesday/core'

/** Characters; enough for a row of sixteen thousand cells. */
const longest = 4_000_000

/**
 * The whole elements that `kind` (a global pattern) matches, from a stream. `begins` finds the start of one that is not
 * whole yet, which is all that is buffered.
 */
export async function* elements(xml: AsyncIterable<string>, begins: RegExp, kind: RegExp): AsyncGenerator<string> {
  let buffered = ''
  for await (const piece of xml) {
    buffered += piece
    let done = 0
    for (const match of buffered.matchAll(kind)) {
      yield match[0]
      done = match.index + match[0].length
    }
    const rest = buffered.slice(done)
    const open = rest.search(begins)
    buffered = rest.slice(open >= 0 ? open : Math.max(0, rest.lastIndexOf('<')))
    if (buffered.length > longest) throw new Error('the document has a row without an end')
  }
}

/** Reads an attribute, by a pattern of its name, from an opening tag. */
export const attribute = (name: string): ((tag: string) => string | undefined) => {
  const pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  return (tag) => {
    const found = pattern.exec(tag)
    return found ? decodeEntities(found[1] ?? found[2]!) : undefined
  }
}

/** The text of an element, without its markup. */
export const textContent = (xml: string): string =>
  decodeEntities(xml.includes('<') ? xml.replace(/<[^>]*>/g, '') : xml)
