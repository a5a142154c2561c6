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

/** An element and all below it, in the order of the document. */
export function* elementsBelow(root: XmlElement): Generator<Placed> {
  const waiting: { readonly element: XmlElement; readonly spaces: Spaces; readonly hidden: boolean }[] = [
    { element: root, spaces: {}, hidden: false },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element } = next
    const spaces = spacesOf(element, next.spaces)
    const local = localName(element.name)
    const prefix = element.name.slice(0, Math.max(0, element.name.indexOf(':')))
    const hidden = next.hidden || local === 'hidden'
    yield { element, space: spaces[prefix] ?? '', local, hidden }
    for (const child of element.children.toReversed())
      if (typeof child !== 'string') waiting.push({ element: child, spaces, hidden })
  }
}

/** Characters, and elements: enough for any number or name, and for the first words of a note. */
const most = 1_000

/** The text of an element and of those within it, without `ix:exclude`, such as a page number. Empty where it is long. */
export const textOf = (element: XmlElement): string => {
  const waiting: (XmlElement | string)[] = [element]
  let text = ''
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen > most || text.length > most) return ''
    const next = waiting.pop()!
    if (typeof next === 'string') text += next
    else if (next.children.length > most) return ''
    else if (localName(next.name) !== 'exclude') waiting.push(...next.children.toReversed())
  }
  return text.trim()
}
