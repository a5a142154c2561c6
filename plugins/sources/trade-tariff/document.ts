/** JSON:API documents: `included` has every resource once, and references may point to missing ones. */
import { sent, wire, type Sent } from '@domesday/core'

export interface Reference {
  readonly id: string
  readonly type: string
}
/** What has attributes, and refers to others. */
export interface Linked {
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly relationships?: Readonly<
    Record<string, { readonly data?: Reference | readonly Reference[] | null } | undefined>
  >
}
export interface Resource extends Reference, Linked {}

const { must, often, any, text: words } = sent
// Held against the serializers of trade-tariff-backend. `included` mixes some twenty types, each with attributes of its
// own: code looks at them.
export const documentWire = wire({
  data: must({
    id: sent.ignored,
    type: must(words),
    attributes: must({
      goods_nomenclature_item_id: must(words),
      description: words,
      description_plain: words,
      formatted_description: often(words),
      ...sent.unread(
        'declarable',
        'producline_suffix',
        'number_indents',
        'bti_url',
        'consigned',
        'consigned_from',
        'basic_duty_rate',
        'meursing_code',
        'validity_start_date',
        'validity_end_date',
        'has_chemicals',
        'chapter_note',
        'forum_url',
        'goods_nomenclature_sid',
      ),
    }),
    relationships: must(any),
    // What the tariff's own duty calculator uses.
    meta: {
      duty_calculator: {
        zero_mfn_duty: sent.flag,
        ...sent.unread(
          'applicable_additional_codes',
          'applicable_measure_units',
          'applicable_vat_options',
          'entry_price_system',
          'meursing_code',
          'source',
          'trade_defence',
        ),
      },
    },
  }),
  included: [{ id: must(words), type: must(words), attributes: any, relationships: any, meta: sent.ignored }],
})
export interface Document extends Sent<typeof documentWire> {}

export interface Related {
  readonly data: Linked
  /** The references themselves, even if the resource is missing. A relationship that is not stated has none. */
  references(of: Linked, name: string): readonly Reference[]
  all(of: Linked, name: string): readonly Resource[]
  one(of: Linked, name: string): Resource | undefined
  find(reference: Reference): Resource | undefined
  /** Whether a relationship is stated, if only to say that there is none. */
  states(of: Linked, name: string): boolean
}

const dataOf = (of: Linked, name: string) => of.relationships?.[name]?.data
export const relatedIn = ({ data, included }: Document): Related => {
  const known = new Map((included ?? []).map((resource) => [`${resource.type}/${resource.id}`, resource as Resource]))
  const references: Related['references'] = (of, name) =>
    [dataOf(of, name) ?? []].flat().map((reference) => {
      // JSON:API: what is referred to has both, or nobody can tell what it is.
      if (typeof reference.type !== 'string' || typeof reference.id !== 'string')
        throw new TypeError(`there is a reference without its type or id in data.relationships.${name}`)
      return reference
    })
  const find: Related['find'] = ({ type, id }) => known.get(`${type}/${id}`)
  const all: Related['all'] = (of, name) => references(of, name).flatMap((one) => find(one) ?? [])
  return {
    data: data as Linked,
    references,
    find,
    all,
    one: (of, name) => all(of, name)[0],
    states: (of, name) => dataOf(of, name) !== undefined,
  }
}

/** Another document lacks what every one of its type lists. */
export const listing = ({ data, all }: Related, name: string): readonly Resource[] => {
  if (dataOf(data, name) === undefined) throw new TypeError(`there is no data.relationships.${name} in it`)
  return all(data, name)
}

/** How many it refers to, present or not. */
export const countIn = (related: Related, name: string): number => {
  listing(related, name)
  return related.references(related.data, name).length
}
