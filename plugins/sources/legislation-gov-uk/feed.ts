/** The search feeds of legislation.gov.uk: Atom with extra elements. */
import {
  choice,
  date,
  day,
  integer,
  list,
  many,
  numeric,
  object,
  orNull,
  quantity,
  stated,
  table,
  text,
  type Of,
  type Shape,
  present,
} from '@domesday/core'
import { codeOf, kinds, kindOf, typeInWords } from './types.ts'

const lawFields = object({
  title: text('As enacted or made'),
  type: text('Short code of legislation.gov.uk: ukpga, uksi, asp, ssi, asc, wsi, nia, nisr …'),
  type_name: orNull(text('The same in words; null for a type that is not known here')),
  year: orNull(text('Calendar year')),
  made: orNull(date('When it was enacted or made')),
  url: text({ description: 'Its page', format: 'uri' }),
})
export interface Law extends Of<typeof lawFields> {}
const lawShape: Shape<Law> = lawFields

const typeCountFields = object({
  type: text('Short code; for a type that is not known here, its long name'),
  type_name: orNull(text('The same in words; null for a type that is not known here')),
  kind: choice(
    kinds,
    'An Act or Measure of a legislature; an instrument, rule or order made under one; a law of the European Union; a draft',
  ),
  count: integer('All that match, in force or not: the feed does not say which are'),
})
export interface TypeCount extends Of<typeof typeCountFields> {}
const typeCountShape: Shape<TypeCount> = typeCountFields

export const feedFields = {
  laws: list(lawShape, 'The first twenty that match, by relevance'),
  total: integer('All that match, over all types'),
  primary: orNull(integer('Acts and Measures among all that match; null if the feed has no counts by type')),
  types: list(typeCountShape, 'All that match by type, most first; empty if the feed has no counts by type'),
  years: table(integer(), 'All that match by year; empty if the feed does not say'),
}
const feed = object(feedFields)
export interface Feed extends Of<typeof feed> {}
export const feedShape: Shape<Feed> = feed

type Element = Readonly<Record<string, unknown>>
const element = (raw: unknown): Element => (typeof raw === 'object' && raw !== null ? (raw as Element) : {})
const elements = (raw: unknown): readonly Element[] => many(raw).map(element)

/** Plain text, or a block with one span per language: take the English one, else the first. */
const titleOf = (raw: unknown): string | null => {
  const plain = stated(raw) ?? stated(element(raw)['#text'])
  if (plain !== null) return plain
  if (raw === undefined || raw === null) return null
  const spans = elements(present(element(present(element(raw)['div'], 'div'))['span'], 'span'))
  const english = spans.find((span) => present(span['@xml:lang'], '@xml:lang') === 'en') ?? spans[0]
  return stated(present(english?.['#text'], '#text'))
}

/** `http://www.legislation.gov.uk/id/ukpga/2015/30` is the work; without `/id` it is the page. */
const identity = /^https?:\/\/www\.legislation\.gov\.uk\/(?:id\/)?(([a-z]+)\/[^\s<>"]+)$/

const lawOf = (entry: Element): readonly Law[] => {
  const [, place, type] = identity.exec(stated(entry['id']) ?? '') ?? []
  const title = titleOf(entry['title'])
  if (place === undefined || type === undefined || title === null) return []
  return [
    {
      title,
      type,
      type_name: typeInWords(type),
      // The path of an old Act has a regnal year.
      year: stated(element(entry['ukm:Year'])['@Value']),
      made: day(element(entry['ukm:CreationDate'])['@Date']),
      url: `https://www.legislation.gov.uk/${place}`,
    },
  ]
}

const typeCount = (longName: string, count: number): TypeCount => {
  const type = codeOf(longName)
  return { type, type_name: typeInWords(type), kind: kindOf(longName), count }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Throws if this is not a feed: if the site takes us for a robot, it answers 200 with a web page. */
export const readFeed = (document: Element): Feed => {
  if (!('feed' in document)) throw new Error('not a feed')
  const feed = element(document['feed']),
    facets = element(feed['leg:facets'])
  const laws = elements(feed['entry']).flatMap(lawOf)
  // A type with a bar in its name overlaps with other types.
  const types = elements(element(facets['leg:facetTypes'])['leg:facetType']).flatMap((facet) => {
    const type = stated(facet['@type']),
      count = quantity(facet['@value'])
    return type === null || count === null || type.includes('|') ? [] : [typeCount(type, count)]
  })
  const years = elements(element(facets['leg:facetYears'])['leg:facetYear']).flatMap((facet) => {
    const year = stated(facet['@year']),
      count = quantity(facet['@total'])
    return year === null || count === null ? [] : [[year, count] as const]
  })
  // One that counts by type lists what it counts, and has a type for each year.
  if (types.length > 0) present(feed['entry'], 'entry')
  if (Object.keys(years).length > 0) present(types[0], 'leg:facetTypes')
  // openSearch:totalResults counts only this page.
  const beyond = (numeric(feed['leg:morePages']) ?? 0) * (numeric(feed['openSearch:itemsPerPage']) ?? 0)
  return {
    laws,
    total: types.length > 0 ? sum(types.map(({ count }) => count)) : laws.length + beyond,
    primary:
      types.length > 0
        ? sum(types.filter(({ kind }) => kind === 'act').map(({ count }) => count))
        : laws.length === 0
          ? 0
          : null,
    types: types.toSorted((a, b) => b.count - a.count),
    years: Object.fromEntries(years),
  }
}
