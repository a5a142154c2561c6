/** XML or XHTML as elements, in the order of the document. */
import type { XmlElement } from '@domesday/core'
import { Unreadable } from './http-body.ts'
import { entityDecoder } from './xml-entities.ts'

/** Levels of elements: filed accounts have twenty, and what walks a tree may do so by recursion. */
const deepest = 256

/** As the parser gives it: the children by the name of the element, and its attributes. */
interface Parsed {
  readonly [name: string]: readonly Parsed[] | string | Readonly<Record<string, string>>
}
const attributesOf = ':@',
  textOf = '#text'

const childrenOf = (parsed: readonly Parsed[]): readonly (XmlElement | string)[] => {
  const children: (XmlElement | string)[] = []
  for (const one of parsed) {
    const text = one[textOf] as string | undefined
    if (text === undefined) children.push(elementOf(one))
    // Text beside a CDATA section comes in pieces.
    else if (typeof children.at(-1) === 'string') children.push(`${children.pop() as string}${text}`)
    else if (text !== '') children.push(text)
  }
  return children
}

const elementOf = (parsed: Parsed): XmlElement => {
  const name = Object.keys(parsed)[0]!
  return {
    name,
    attributes: (parsed[attributesOf] ?? {}) as XmlElement['attributes'],
    children: childrenOf(parsed[name] as readonly Parsed[]),
  }
}

/** XHTML names its namespace; a web page, such as a proxy's error, does not. */
const isWebPage = ({ name, attributes }: XmlElement): boolean =>
  name.toLowerCase() === 'html' && attributes['xmlns'] === undefined

/** The root element. Rejects what is not well-formed, deeper than any document, or a web page. */
export const readXmlTree = async (text: string): Promise<XmlElement> => {
  const { XMLParser } = await import('fast-xml-parser')
  const unreadable = new Unreadable('answered something that is not XML')
  // A byte order mark is a blank too.
  const clean = text.trim()
  if (!clean.startsWith('<') || !clean.endsWith('>')) throw unreadable
  let parsed: readonly Parsed[]
  try {
    parsed = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseTagValue: false,
      trimValues: false,
      ignoreDeclaration: true,
      ignorePiTags: true,
      jPath: false,
      maxNestedTags: deepest,
      entityDecoder,
      // It validates first: alone it would take a tag that closes another for its own.
    }).parse(clean, true) as readonly Parsed[]
  } catch {
    throw unreadable
  }
  const roots = childrenOf(parsed).filter((child) => typeof child !== 'string')
  if (roots.length !== 1 || isWebPage(roots[0]!)) throw unreadable
  return roots[0]!
}
