/** Designations at and around a point: areas of the planning platform and sites of Natural England in one list. */
import type { NatureAround, NatureSite } from '@domesday/source-natural-england'
import type { Constraints, Site } from '@domesday/source-planning-data'

export interface Designated {
  readonly name: string | null
  readonly kind: string
  readonly theme: 'heritage' | 'nature' | 'policy'
  readonly reference: string | null
  readonly grade: string | null
  readonly designated: string | null
  readonly url: string | null
  /** 0 if it contains the point. */
  readonly metres: number | null
  readonly sources: readonly string[]
}

const fromPlatform = ({ dataset: _, ...site }: Site): Designated => ({ ...site, metres: 0, sources: ['planning-data'] })
const fromNature = ({ hectares: _, ...site }: NatureSite): Designated => ({
  ...site,
  theme: 'nature',
  grade: null,
  designated: null,
  url: null,
  sources: ['natural-england'],
})

/** The sources' references differ but their names match; woods without a name are matched by reference. */
const identity = ({ kind, name, reference }: Designated): string =>
  `${kind} ${
    name
      ?.toUpperCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() ?? reference
  }`

/** Each site once: sites that contain the point first, then the nearest. */
export const designatedAround = (register: Constraints | null, nature: NatureAround | null): readonly Designated[] => {
  const all = [...(register?.sites ?? []).map(fromPlatform), ...(nature?.sites ?? []).map(fromNature)]
  // Only nature sites are in both sources; article 4 directions may share a name but are already distinct. A site
  // without name and reference is never merged.
  const alike = Map.groupBy(all, (site) =>
    site.theme === 'nature' && (site.name ?? site.reference) !== null ? identity(site) : site,
  )
  return [...alike.values()]
    .map(([one, ...others]) => ({ ...one!, sources: [one!, ...others].flatMap(({ sources }) => sources) }))
    .toSorted((a, b) => (a.metres ?? Infinity) - (b.metres ?? Infinity))
}

const landscapes: readonly string[] = ['national park', 'National Landscape']
const local = 'Local Nature Reserve'

export type Bearing =
  | 'inside a wildlife site'
  | 'inside a protected landscape'
  | 'inside a local nature reserve'
  | 'beside a wildlife site'
  | 'near a wildlife site'
  | 'clear of them'

/**
 * How nature protection affects a point, and the site that decides. Null if a missing answer could make it worse: the
 * platform has all sites that contain the point, Natural England also those nearby.
 */
export const bearingOf = (
  register: Constraints | null,
  nature: NatureAround | null,
  beside: number,
): { readonly bearing: Bearing; readonly by: Designated | null } | null => {
  const sites = designatedAround(register, nature).filter(({ theme }) => theme === 'nature')
  const wildlife = sites.filter(({ kind }) => kind !== local && !landscapes.includes(kind))
  const inside = ({ metres }: Designated): boolean => metres === 0
  const worstFirst: readonly (readonly [Bearing, Designated | undefined])[] = [
    ['inside a wildlife site', wildlife.find(inside)],
    ['inside a protected landscape', sites.find((site) => inside(site) && landscapes.includes(site.kind))],
    ['inside a local nature reserve', sites.find((site) => inside(site) && site.kind === local)],
    ['beside a wildlife site', wildlife.find(({ metres }) => metres !== null && metres <= beside)],
    ['near a wildlife site', wildlife[0]],
  ]
  const [bearing, by = null] = worstFirst.find(([, site]) => site) ?? ['clear of them' as const]
  const complete = nature !== null && nature.unknown.length === 0
  const worst = bearing === 'inside a wildlife site' || (register !== null && by?.metres === 0)
  return complete || worst ? { bearing, by } : null
}
