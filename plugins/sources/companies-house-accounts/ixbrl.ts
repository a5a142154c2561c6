/** Facts of inline XBRL, and of plain XBRL: what a document tags, for which period, in which unit. */
import { day, type XmlElement } from '@domesday/core'
import { elementsBelow, localName, partsOf, textOf, type Placed } from './elements.ts'

/** The period of a fact, and of which part of the whole it is. Identifiers of contexts mean nothing. */
export interface Context {
  /** The first day of a period; null of a day, such as that of a balance sheet. */
  readonly from: string | null
  /** The day, or the last one of the period. */
  readonly on: string
  /** Members by dimension, both without prefixes; a fact without any is a total. */
  readonly dimensions: Readonly<Record<string, string>>
  /** The company number, where the register’s scheme identifies the company. */
  readonly company: string | null
}

export interface XbrlFact {
  /** Without its prefix, which differs by the filer’s software. */
  readonly name: string
  readonly context: Context
  /** ISO 4217; null of anything but money. */
  readonly currency: string | null
  /** As it stands on the page. */
  readonly text: string
  /** How the text is written: the name of a transformation without prefix, in small letters without hyphens. */
  readonly format: string
  /** The power of ten of what is written. */
  readonly scale: string
  readonly negative: boolean
}

const inline = new Set(['http://www.xbrl.org/2008/inlineXBRL', 'http://www.xbrl.org/2013/inlineXBRL'])
const instance = 'http://www.xbrl.org/2003/instance'

type Parts = ReturnType<typeof partsOf>

/** Members of a context. Whatever else narrows what is meant is a dimension too. */
const dimensionsOf = (parts: Parts): Context['dimensions'] =>
  Object.fromEntries(
    [...parts('segment'), ...parts('scenario')]
      .flatMap(({ children }) => children)
      .filter((child) => typeof child !== 'string')
      .map((member) => [localName(member.attributes['dimension'] ?? member.name), localName(textOf(member))]),
  )

const contextOf = (element: XmlElement): Context | null => {
  const parts = partsOf(element)
  const dayIn = (local: string): string | null => day(parts(local).map(textOf)[0])
  const on = dayIn('instant') ?? dayIn('endDate')
  if (on === null) return null
  const company = parts('identifier')[0]
  return {
    from: dayIn('startDate'),
    on,
    dimensions: dimensionsOf(parts),
    company: company?.attributes['scheme']?.includes('companieshouse.gov.uk') === true ? textOf(company) : null,
  }
}

const currencyOf = (unit: XmlElement): string | null => {
  const measure = partsOf(unit)('measure').map(textOf)[0] ?? ''
  return /^iso4217:[A-Z]{3}$/i.test(measure) ? localName(measure).toUpperCase() : null
}

/** Pages that a name or a statement goes on over. */
const mostPages = 10

export interface Tagged {
  /** Those that the pages show first: the others repeat them in the document’s header. */
  readonly facts: readonly XbrlFact[]
  /** All that are declared, whether a fact uses them or not. */
  readonly contexts: readonly Context[]
}

/** What a document tags with the names that are wanted. */
export const readTagged = (root: XmlElement, isWanted: (name: string) => boolean): Tagged => {
  const contexts = new Map<string, Context>()
  const currencies = new Map<string, string | null>()
  const continuations = new Map<string, XmlElement>()
  const tagged: { readonly name: string; readonly placed: Placed }[] = []
  const isPlain = localName(root.name) === 'xbrl'
  for (const placed of elementsBelow(root)) {
    const { element, space, local } = placed
    const { id, name, contextRef } = element.attributes
    if (space === instance && local === 'context') {
      const context = contextOf(element)
      if (id !== undefined && context !== null) contexts.set(id, context)
    } else if (space === instance && local === 'unit' && id !== undefined) currencies.set(id, currencyOf(element))
    else if (inline.has(space)) {
      if (local === 'continuation' && id !== undefined) continuations.set(id, element)
      if ((local === 'nonFraction' || local === 'nonNumeric') && name !== undefined)
        tagged.push({ name: localName(name), placed })
    } else if (isPlain && contextRef !== undefined) tagged.push({ name: local, placed })
  }
  /** A text may go on elsewhere, on the next pages. */
  const wholeText = (element: XmlElement): string => {
    const parts = new Set<XmlElement>()
    for (
      let next: XmlElement | undefined = element;
      next !== undefined && parts.size < mostPages && !parts.has(next);
    ) {
      parts.add(next)
      next = continuations.get(next.attributes['continuedAt'] ?? '')
    }
    return Array.from(parts, textOf).join(' ').trim()
  }
  const factOf = ({ name, placed: { element } }: (typeof tagged)[number]): readonly XbrlFact[] => {
    const { contextRef = '', unitRef = '', format = '', scale = '0', sign } = element.attributes
    const context = contexts.get(contextRef)
    if (context === undefined || isNil(element)) return []
    return [
      {
        name,
        context,
        currency: currencies.get(unitRef) ?? null,
        text: wholeText(element),
        format: localName(format).toLowerCase().replaceAll('-', ''),
        scale,
        negative: sign === '-',
      },
    ]
  }
  const [shown, hidden] = [false, true].map((isHidden) =>
    tagged.filter(({ name, placed }) => isWanted(name) && placed.hidden === isHidden),
  ) as [typeof tagged, typeof tagged]
  return { facts: [...shown, ...hidden].flatMap(factOf), contexts: [...contexts.values()] }
}

const isNil = ({ attributes }: XmlElement): boolean =>
  Object.entries(attributes).some(([name, value]) => localName(name) === 'nil' && (value === 'true' || value === '1'))
