/** The text of an HTTP body as plain values, tolerant of what upstreams send. Large parsers load on first use. */
import { fromJson, type BodyFormat } from '@domesday/core'
import { Unreadable } from './http-body.ts'
import { entityDecoder } from './xml-entities.ts'
import { readXmlTree } from './xml-tree.ts'

/**
 * - `json`: the value; in a list of objects an entry of null is left out
 * - `xml`: an object; attributes have an `@` before their name, text beside them is `#text`, a repeated element is a
 *   list, every value is text, namespace prefixes stay
 * - `tree`: the root as an `XmlElement`; also XHTML
 * - `csv`: one object a row, by the trimmed names of the header row; every value is text
 * - `text`: the text
 */
export const readAs = (as: BodyFormat, text: string): unknown => {
  switch (as) {
    case 'json':
      return readJson(text)
    case 'xml':
      return readXml(text)
    case 'tree':
      return readXmlTree(text)
    case 'csv':
      return readCsv(text)
    case 'text':
      return text
  }
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

const readJson = (text: string): unknown => {
  try {
    return fromJson(withoutMark(text))
  } catch {
    // The parser's own message quotes the body.
    throw new Unreadable('answered something that is not JSON')
  }
}

/**
 * Whether a document ends with its root element, that is, was not cut off. Full validation would take half as long as
 * parsing.
 */
export const isWholeXml = (text: string, root: string): boolean => {
  let end = text.trimEnd()
  while (end.endsWith('-->')) end = end.slice(0, end.lastIndexOf('<!--')).trimEnd()
  return end.endsWith('/>') || (end.endsWith('>') && end.slice(end.lastIndexOf('</') + 2, -1).trimEnd() === root)
}

export const readXml = async (text: string): Promise<Record<string, unknown>> => {
  const { XMLParser } = await import('fast-xml-parser')
  const unreadable = new Unreadable('answered something that is not XML')
  const clean = withoutMark(text)
  if (!clean.trimStart().startsWith('<')) throw unreadable
  let document: Record<string, unknown>
  try {
    document = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      parseTagValue: false,
      ignoreDeclaration: true,
      ignorePiTags: true,
      entityDecoder,
    }).parse(clean) as Record<string, unknown>
  } catch {
    throw unreadable
  }
  const [root, ...others] = Object.keys(document)
  if (root === undefined || others.length > 0 || root.toLowerCase() === 'html' || !isWholeXml(clean, root))
    throw unreadable
  return document
}

const readCsv = async (text: string): Promise<readonly Readonly<Record<string, string>>[]> => {
  const { default: papaparse } = await import('papaparse')
  const clean = withoutMark(text)
  // An error page would be read as a table of one column.
  if (/^\s*[<{]/.test(clean)) throw new Unreadable('answered something that is not CSV')
  return papaparse.parse<Record<string, string>>(clean, {
    header: true,
    delimiter: ',',
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim(),
  }).data
}
