/** Elements of a document with their namespaces, which tell what an element is: its prefix does not. */
import type { XmlElement } from '@domesday/core'

export interface Placed {
  readonly element: XmlElement
  /** The address of its namespace; empty where it has none. */
  readonly space: string
  /** Its name without the prefix. */
  readonly local: string
  /** It is in a part of the document that its pages do not show. */
  readonly hidden: boolean
}

export const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).trim()

type Spaces = Readonly<Record<string, string>>

/** The namespaces by prefix: those around an element, and those that it declares. */
const spacesOf = ({ attributes }: XmlElement, around: Spaces): Spaces => {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return around
  return { ...around, ...Object.fromEntries(declared.map(([name, space]) => [name.slice(6), space.trim()])) }
}

/** Where a walk stands among the children of an element. */
interface Level {
  readonly children: XmlElement['children']
  readonly spaces: Spaces
  readonly hidden: boolean
  at: number
}

/** An element and all below it, in the order of the document. */
export function* elementsBelow(root: XmlElement): Generator<Placed> {
  const levels: Level[] = [{ children: [root], spaces: {}, hidden: false, at: 0 }]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const element = level.children[level.at++]
    if (element === undefined) levels.pop()
    if (element === undefined || typeof element === 'string') continue
    const spaces = spacesOf(element, level.spaces)
    const local = localName(element.name)
    const prefix = element.name.slice(0, Math.max(0, element.name.indexOf(':')))
    const hidden = level.hidden || local === 'hidden'
    yield { element, space: spaces[prefix] ?? '', local, hidden }
    levels.push({ children: element.children, spaces, hidden, at: 0 })
  }
}

/** Characters of a text, and elements within one: enough for a number, a name or a context. What has more is none. */
const most = 1_000

/** The elements within one, by local name; the first of them where there are more than any context has. */
export const partsOf = (element: XmlElement): ((local: string) => readonly XmlElement[]) => {
  const parts = Array.from(elementsBelow(element).take(most))
  return (local) => parts.flatMap((part) => (part.local === local ? part.element : []))
}

/** The text of an element and of those within it, without `ix:exclude`, such as a page number. Of a long one empty. */
export const textOf = (element: XmlElement): string => {
  const waiting: (XmlElement | string)[] = [element]
  let text = ''
  for (let seen = 0; waiting.length > 0; seen++) {
    const next = waiting.pop()!
    if (typeof next === 'string') text += next
    else if (next.children.length > most) return ''
    else if (localName(next.name) !== 'exclude') waiting.push(...next.children.toReversed())
    if (seen > most || text.length > most) return ''
  }
  return text.trim()
}
