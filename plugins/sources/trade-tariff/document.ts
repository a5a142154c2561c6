/** JSON:API documents: `included` has every resource once, and references may point to missing ones. */
import { many } from '@domesday/core'

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

export interface Related {
  /** The references themselves, even if the resource is missing. */
  references(of: Resource, name: string): readonly Reference[]
  all(of: Resource, name: string): readonly Resource[]
  one(of: Resource, name: string): Resource | undefined
}

export const relatedIn = ({ included = [] }: Document): Related => {
  const known = new Map(included.map((resource) => [`${resource.type}/${resource.id}`, resource]))
  const references: Related['references'] = (of, name) => many(of.relationships?.[name]?.data)
  const all: Related['all'] = (of, name) =>
    references(of, name).flatMap(({ type, id }) => known.get(`${type}/${id}`) ?? [])
  return { references, all, one: (of, name) => all(of, name)[0] }
}
