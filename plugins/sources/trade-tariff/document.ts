/** JSON:API documents: `included` has every resource once, and references may point to missing ones. */
import { many, present } from '@domesday/core'

export interface Reference {
  readonly id: string
  readonly type: string
}
export interface Resource extends Reference {
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly relationships?: Readonly<
    Record<string, { readonly data?: Reference | readonly Reference[] | null } | undefined>
  >
}
/** The values that the tariff's own duty calculator uses. */
interface Calculator {
  readonly zero_mfn_duty?: boolean
}
export interface Document {
  readonly data: Resource & { readonly meta?: { readonly duty_calculator?: Calculator } }
  readonly included?: readonly Resource[]
}

/** What each resource of a type has, as all recorded answers show: attributes, and relationships. */
const always: Readonly<Record<string, readonly [attributes: readonly string[], relationships: readonly string[]]>> = {
  chapter: [['formatted_description'], []],
  heading: [['formatted_description'], []],
  subheading: [['formatted_description'], []],
  commodity: [['formatted_description'], []],
  measure_type: [['description', 'measure_type_series_id'], []],
  duty_expression: [['base'], []],
  definition: [['status'], []],
  order_number: [[], ['definition']],
}
/** Of goods that can be declared. */
const goodsHave = {
  commodity: ['chapter', 'heading', 'ancestors', 'import_measures', 'export_measures'],
  heading: ['chapter', 'import_measures', 'export_measures'],
} as const

export interface Related {
  /** The references themselves, even if the resource is missing. */
  references(of: Resource, name: string): readonly Reference[]
  all(of: Resource, name: string): readonly Resource[]
  one(of: Resource, name: string): Resource | undefined
}

const demandOf = (resource: Resource, attributes: readonly string[], relationships: readonly string[]): void => {
  for (const name of attributes) present(resource.attributes?.[name], `${resource.type}.${name}`)
  for (const name of relationships)
    present(resource.relationships?.[name]?.data, `${resource.type}.relationships.${name}`)
}

/** Throws where a resource lacks what all of its type have. */
export const relatedIn = ({ data, included = [] }: Document): Related => {
  for (const resource of included) demandOf(resource, ...(always[resource.type] ?? [[], []]))
  if (data.type === 'commodity' || (data.type === 'heading' && data.attributes?.['declarable'] === true))
    demandOf(data, ['formatted_description'], goodsHave[data.type])
  const known = new Map(included.map((resource) => [`${resource.type}/${resource.id}`, resource]))
  const references: Related['references'] = (of, name) =>
    many(of.relationships?.[name]?.data).map((reference) => {
      present(reference.id, `${name}.id`)
      present(reference.type, `${name}.type`)
      return reference
    })
  const all: Related['all'] = (of, name) =>
    references(of, name).flatMap(({ type, id }) => known.get(`${type}/${id}`) ?? [])
  return { references, all, one: (of, name) => all(of, name)[0] }
}
