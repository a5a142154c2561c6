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
  partly,
  quantity,
  sent,
  stated,
  table,
  text,
  wire,
  type Of,
  type Partly,
  type Sent,
  type Shape,
} from '@domesday/core'
import { codeOf, kinds, kindOf, typeInWords } from './types.ts'

const lawFields = object({
  title: text('As enacted or made; the site adds “(repealed)”'),
  type: text('Short code of legislation.gov.uk: ukpga, uksi, asp, ssi, asc, wsi, nia, nisr …'),
  type_name: orNull(text('The same in words; null for a type that is not known here')),
  year: orNull(text('Calendar year')),
  made: orNull(date('When it was enacted or made')),
  // A law that was repealed in part has no such words.
  ended: orNull(text('“repealed”, “revoked 1.3.2000” …, in the words of its title; null where that does not say so')),
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
  total: orNull(integer('All that match, over all types; null if the feed does not count them and goes on')),
  primary: orNull(integer('Acts and Measures among all that match; null if the feed has no counts by type')),
  types: list(typeCountShape, 'All that match by type, most first; empty if the feed has no counts by type'),
  years: table(integer(), 'All that match by year; empty if the feed does not say'),
}
const feed = object(feedFields)
export interface Feed extends Of<typeof feed> {}
export const feedShape: Shape<Feed> = feed

const { text: words, scalar, any, must, unread } = sent
/**
 * Held against Atom, which requires a root and of each entry an id and a title, and the publisher's pages on its feeds.
 * The newest feeds may have no counts.
 */
export const feedWire = wire({
  feed: must({
    entry: [
      {
        id: must(words),
        // A text, or a block with a span for each language.
        title: must(any),
        'ukm:Year': { '@Value': scalar },
        'ukm:CreationDate': { '@Date': words },
        ...unread('link', 'updated', 'published', 'author', 'summary', 'category', 'content'),
        ...unread('ukm:DocumentMainType', 'ukm:Number', 'ukm:ISBN', 'ukm:AlternativeNumber', 'ukm:DocumentStatus'),
      },
    ],
    'leg:facets': {
      'leg:facetTypes': { 'leg:facetType': [{ '@type': must(words), '@value': must(scalar), ...unread('@href') }] },
      'leg:facetYears': { 'leg:facetYear': [{ '@year': must(scalar), '@total': must(scalar), ...unread('@href') }] },
      ...unread('leg:facetHundreds', '#text'),
    },
    'leg:morePages': scalar,
    'openSearch:itemsPerPage': scalar,
    // `openSearch:totalResults` counts only this page.
    ...unread(
      'openSearch:totalResults',
      'openSearch:startIndex',
      'openSearch:Query',
      'leg:page',
      'id',
      'link',
      'title',
    ),
    ...unread('updated', '#text', '@xmlns', '@xmlns:leg', '@xmlns:ukm', '@xmlns:theme', '@xmlns:openSearch'),
    ...unread('@xmlns:parameters'),
  }),
  ...unread('?xml'),
})
type WireFeed = Sent<typeof feedWire>['feed']
type Entry = NonNullable<WireFeed['entry']>[number]
interface Block {
  readonly '#text'?: unknown
  readonly div?: { readonly span?: Span | readonly Span[] } | null
}
interface Span {
  readonly '@xml:lang'?: unknown
  readonly '#text'?: unknown
}

/** Plain text, or a block with one span per language: take the English one, else the first. */
const titleOf = (raw: unknown): string | null => {
  const block = raw as Block | null
  const spans = many(block?.div?.span)
  const isTold = spans.length === 1 || spans.every((one) => one['@xml:lang'] !== undefined)
  const span = spans.find((one) => one['@xml:lang'] === 'en') ?? (isTold ? spans[0] : undefined)
  return stated(raw) ?? stated(block?.['#text']) ?? stated(span?.['#text'])
}

/** `http://www.legislation.gov.uk/id/ukpga/2015/30` is the work; without `/id` it is the page. */
const identity = /^https?:\/\/www\.legislation\.gov\.uk\/(?:id\/)?(([a-z]+)\/[^\s<>"]+)$/

/** `Data Protection Act 1984 (repealed 1.3.2000)`: the site writes it after the title, with a day where it has one. */
const endedIn = (title: string): string | null =>
  /\(((?:repealed|revoked|expired|abolished|superseded)\b[^()]*)\)\s*(?:\([^()]*\))?$/i.exec(title)?.[1]?.trim() ?? null

const lawOf = (entry: Entry): readonly Law[] => {
  const [, place, type] = identity.exec(entry.id) ?? []
  const title = titleOf(entry.title)
  if (place === undefined || type === undefined || title === null) return []
  return [
    {
      title,
      type,
      type_name: typeInWords(type),
      // The path of an old Act has a regnal year.
      year: stated(entry['ukm:Year']?.['@Value']),
      made: day(entry['ukm:CreationDate']?.['@Date']),
      ended: endedIn(title),
      url: `https://www.legislation.gov.uk/${place}`,
    },
  ]
}

const typeCount = (longName: string, count: number): TypeCount => {
  const type = codeOf(longName)
  return { type, type_name: typeInWords(type), kind: kindOf(longName), count }
}

/** Entries of a page, where the feed does not say. */
const usualPage = 20
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Of several things that are not known of a feed, the first. */
const knownOf = (feed: Feed, ...unknown: readonly (string | false)[]): Feed | Partly<Feed> => {
  const why = unknown.find((one) => one !== false)
  return why ? partly(feed, why) : feed
}

export const readFeed = ({ feed }: { readonly feed: WireFeed }): Feed | Partly<Feed> => {
  const entries = feed.entry ?? [],
    facets = feed['leg:facets'] ?? {}
  const laws = entries.flatMap(lawOf)
  // A type with a bar in its name overlaps with other types.
  const types = (facets['leg:facetTypes']?.['leg:facetType'] ?? []).flatMap((facet) => {
    const count = quantity(facet['@value'])
    return count === null || facet['@type'].includes('|') ? [] : [typeCount(facet['@type'], count)]
  })
  const years = (facets['leg:facetYears']?.['leg:facetYear'] ?? []).flatMap((facet) => {
    const count = quantity(facet['@total'])
    return count === null ? [] : [[String(facet['@year']), count] as const]
  })
  const more = numeric(feed['leg:morePages']),
    perPage = numeric(feed['openSearch:itemsPerPage']) ?? usualPage
  const mayGoOn = types.length === 0 && (more === null ? entries.length >= perPage : more > 0)
  return knownOf(
    {
      laws,
      // How many more pages there are is no count: the site tells of a dozen at most.
      total: types.length > 0 ? sum(types.map(({ count }) => count)) : mayGoOn ? null : laws.length,
      primary:
        types.length > 0
          ? sum(types.filter(({ kind }) => kind === 'act').map(({ count }) => count))
          : entries.length === 0
            ? 0
            : null,
      types: types.toSorted((a, b) => b.count - a.count),
      years: Object.fromEntries(years),
    },
    types.some(({ count }) => count > 0) && entries.length === 0 && 'the feed counts laws and lists none',
    mayGoOn && 'the feed does not count what matches',
    laws.length < entries.length && `${entries.length - laws.length} of ${entries.length} entries are of no known form`,
  )
}
