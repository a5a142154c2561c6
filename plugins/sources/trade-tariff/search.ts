/** The tariff's search for words: the page of a known term, or results by kind. */
import { choice, list, object, orNull, present, stated, text, type Of } from '@domesday/core'
import type { Leaf } from './goods.ts'
import { tellingWords } from './words.ts'

const kinds = ['chapters', 'headings', 'subheadings', 'commodities'] as const
export type Kind = (typeof kinds)[number]
const placeFields = object({ kind: choice(kinds), id: text() })
/** A code as the service addresses it: two digits for a chapter, four for a heading, ten, or ten with a suffix. */
export interface TariffPlace extends Of<typeof placeFields> {}

export const searchShape = object({
  exact: orNull(placeFields),
  hits: list(object({ code: text(), description: text(), place: placeFields })),
})
/**
 * `exact`: the target of a known term. `hits`: best first, descriptions with exactly these words, then codes of goods,
 * then codes that only contain some.
 */
export interface SearchResult extends Of<typeof searchShape> {}

interface Hit {
  readonly _source?: Source | null
}
interface Source {
  readonly goods_nomenclature_item_id?: string
  readonly producline_suffix?: string
  readonly description?: string
  readonly declarable?: boolean
  /** What the term refers to, in a match by reference. */
  readonly reference?: Source
}
type Match = Readonly<Record<string, readonly Hit[] | undefined>>
export interface SearchWire {
  readonly data?: {
    readonly attributes?: {
      readonly entry?: { readonly endpoint?: string; readonly id?: string | number }
      readonly goods_nomenclature_match?: Match
      readonly reference_match?: Match
    }
  }
}

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
  const { attributes } = present(data, 'data')
  const { entry, goods_nomenclature_match: goods = {}, reference_match: terms = {} } = attributes ?? {}
  if (attributes !== undefined && entry === undefined)
    present(attributes.goods_nomenclature_match, 'goods_nomenclature_match')
  const endpoint = entry?.endpoint ?? ''
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
  // Prefer codes whose own description matches. The service also matches words of all codes above, so it may rank
  // others first.
  const sought = tellingWords(words).join(' ')
  const isNamed = ({ description }: Leaf): boolean => sought !== '' && tellingWords(description).join(' ') === sought
  return {
    exact: isKind(endpoint) && entry?.id !== undefined ? { kind: endpoint, id: String(entry.id) } : null,
    hits: ranked
      .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
      .slice(0, 10)
      .map(({ declarable: _, ...hit }) => hit),
  }
}
