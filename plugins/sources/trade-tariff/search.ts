/** The tariff's search for words: the page of a known term, or results by kind. */
import { choice, list, object, orNull, sent, stated, text, wire, type Of, type Sent } from '@domesday/core'
import { tellingWords } from './words.ts'

const kinds = ['chapters', 'headings', 'subheadings', 'commodities'] as const
export type Kind = (typeof kinds)[number]
/** The best first. */
export const fits = ['named', 'all', 'some'] as const
const placeFields = object({ kind: choice(kinds), id: text() })
/** A code as the service addresses it: two digits for a chapter, four for a heading, ten, or ten with a suffix. */
export interface TariffPlace extends Of<typeof placeFields> {}

export const searchShape = object({
  exact: orNull(placeFields),
  // Null where the service lists none at all, not even an empty one.
  hits: orNull(
    list(
      object({
        code: text(),
        description: text(),
        place: placeFields,
        fit: choice(fits, 'Its description is these words alone; it has all of them, with those above it; or some'),
      }),
    ),
  ),
})
/**
 * `exact`: the target of a known term. `hits`: best first, descriptions with exactly these words, then codes of goods,
 * then codes that only contain some.
 */
export interface SearchResult extends Of<typeof searchShape> {}
export type Hit = NonNullable<SearchResult['hits']>[number]

const { must, any, scalar, text: words } = sent
// Held against the serializers of trade-tariff-backend: an entry, or results by kind. Hits are as its search engine has
// them, and the publisher states no schema of theirs.
export const searchWire = wire({
  data: must({
    ...sent.unread('id', 'type'),
    attributes: must({
      type: sent.ignored,
      entry: { endpoint: words, id: scalar },
      goods_nomenclature_match: any,
      reference_match: any,
    }),
  }),
})
type SearchWire = Sent<typeof searchWire>
interface Source {
  readonly goods_nomenclature_item_id?: unknown
  readonly producline_suffix?: string
  readonly description?: unknown
  readonly declarable?: boolean
  /** From the chapter down to itself. */
  readonly ancestor_descriptions?: readonly unknown[]
  /** What the term refers to, in a match by reference. */
  readonly reference?: Source
}
type Match = Readonly<Record<string, readonly { readonly _source?: Source | null }[] | undefined>>

const isKind = (word: string): word is Kind => (kinds as readonly string[]).includes(word)

const placeOf = (kind: Kind, code: string, { producline_suffix: suffix = '80', declarable }: Source): TariffPlace =>
  kind === 'chapters'
    ? { kind, id: code.slice(0, 2) }
    : kind === 'headings'
      ? { kind, id: code.slice(0, 4) }
      : declarable === true
        ? { kind: 'commodities', id: code }
        : { kind: 'subheadings', id: `${code}-${suffix}` }

export const readSearch = ({ data }: SearchWire, words: string): SearchResult => {
  const { entry, goods_nomenclature_match: matched, reference_match: byTerm } = data.attributes
  const goods = (matched ?? {}) as Match,
    terms = (byTerm ?? {}) as Match
  const endpoint = entry?.endpoint ?? ''
  const sought = tellingWords(words)
  // The service also finds codes that have some of the words only.
  const fitOf = (description: string, { ancestor_descriptions: above = [] }: Source): Hit['fit'] => {
    const own = tellingWords(description)
    if (sought.length > 0 && own.join(' ') === sought.join(' ')) return 'named'
    const all = new Set([...own, ...above.flatMap((one) => tellingWords(stated(one) ?? ''))])
    return sought.every((word) => all.has(word)) ? 'all' : 'some'
  }
  const hitsOf = (match: Match, kind: Kind) =>
    (match[kind] ?? []).flatMap(({ _source }) => {
      const source = _source?.reference ?? _source ?? {}
      const code = stated(source.goods_nomenclature_item_id)
      return code === null
        ? []
        : [
            {
              code,
              description: stated(source.description) ?? '',
              place: placeOf(kind, code, source),
              // A term that refers to it stands for all its words.
              fit: _source?.reference ? ('all' as const) : fitOf(stated(source.description) ?? '', source),
              declarable: source.declarable === true,
            },
          ]
    })
  const commodities = [...hitsOf(goods, 'commodities'), ...hitsOf(terms, 'commodities')]
  const ranked = [
    ...commodities.filter(({ declarable }) => declarable),
    ...hitsOf(terms, 'headings'),
    ...hitsOf(goods, 'headings'),
    ...commodities.filter(({ declarable }) => !declarable),
    ...hitsOf(terms, 'chapters'),
    ...hitsOf(goods, 'chapters'),
  ]
  return {
    exact: isKind(endpoint) && stated(entry?.id) !== null ? { kind: endpoint, id: stated(entry?.id)! } : null,
    // Prefer codes whose own description matches. The service also matches words of all codes above, so it may rank
    // others first.
    hits: matched
      ? ranked
          .toSorted((a, b) => Number(b.fit === 'named') - Number(a.fit === 'named'))
          .slice(0, 10)
          .map(({ declarable: _, ...hit }) => hit)
      : null,
  }
}
