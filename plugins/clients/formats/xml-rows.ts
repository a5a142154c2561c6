/** Rows of an XML document too large for memory, one element at a time. */
import { isWholeXml, readXml } from './read-values.ts'
import { elements, textContent } from './xml-elements.ts'

/** Characters; more than the closing tag of a root and what may follow it. */
const longestEnd = 1_000

/** The texts of simple elements: of those above the first row, such as the day of the file. */
const textsIn = (xml: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(xml.matchAll(/<([A-Za-z_][\w.-]*)>([^<]*)<\/\1>/g), ([, name, text]) => [name!, textContent(text!)]),
  )

/**
 * Calls `each` with every element of a name, and with the texts above the first of them as members of each. Rejects
 * where the document ends before its root does.
 */
export const readXmlRows = async (
  pieces: AsyncIterable<string>,
  name: string,
  each: (row: unknown) => void,
): Promise<void> => {
  const begins = new RegExp(`<${name}[\\s/>]`)
  const whole = new RegExp(`<${name}(?:\\s[^>]*[^>/])?(?:/>|>[^]*?</${name}\\s*>)`, 'g')
  let above: Readonly<Record<string, string>> | null = null
  let start = '',
    end = ''
  const watched = async function* () {
    for await (const piece of pieces) {
      if (above === null) start += piece
      end = (end + piece).slice(-longestEnd)
      yield piece
    }
  }
  for await (const element of elements(watched(), begins, whole)) {
    above ??= textsIn(start.slice(0, start.search(begins)))
    const { [name]: row } = await readXml(element)
    each(typeof row === 'object' ? { ...above, ...row } : { ...above })
  }
  const root = /<([A-Za-z_][\w:.-]*)/.exec(start)?.[1]
  if (root === undefined) throw new Error('the document is not XML')
  if (!isWholeXml(end, root)) throw new Error('the document ends before its root does')
}
