/** Designations at and around a point: areas of the planning platform and sites of Natural England in one list. */
import {
  derive,
  drawn,
  flag,
  integer,
  list,
  object,
  orNull,
  render,
  some,
  text,
  type Node,
  type Of,
  type Shape,
} from '@domesday/core'
import type { Constraints } from './constraints.ts'
import { siteFields, type Site } from './designations.ts'

/** Sites of Natural England, in the same words for their kinds. */
export interface NatureSite {
  readonly kind: string
  readonly name: string | null
  readonly reference: string | null
  /** 0 if it contains the point; null if its outline is not known. */
  readonly metres: number | null
}
export interface NatureAround {
  readonly sites: readonly NatureSite[]
  /** Kinds whose sites are not known. */
  readonly unknown: readonly string[]
  /** Nations whose land is near and whose sites are not known. */
  readonly beyond: readonly string[]
}

const designatedFields = drawn(
  object({
    ...siteFields,
    at_postcode: orNull(flag('Whether it holds the place')),
    distance_m: orNull(integer({ description: 'To its outline, 0 inside', unit: 'm' })),
    sources: list(text('Id of a source'), 'Which registers have it'),
  }),
  'map',
  {
    title: ['name', 'kind'],
    kind: 'kind',
    holds: 'at_postcode',
    distance: 'distance_m',
    more: ['grade', 'designated'],
  },
)
export interface Designated extends Of<typeof designatedFields> {}
const designatedShape: Shape<readonly Designated[]> = list(
  designatedFields,
  'What holds the place, then protected sites of nature within two kilometres, nearest first; 100 at most',
)
/** At least one of them is known. */
interface Registers {
  readonly register: Constraints | null
  readonly nature: NatureAround | null
}

const fromPlatform = ({ dataset: _, ...site }: Site): Designated => ({
  ...site,
  at_postcode: true,
  distance_m: 0,
  sources: ['planning-data'],
})
const fromNature = ({ name, kind, reference, metres }: NatureSite): Designated => ({
  name,
  kind,
  theme: 'nature',
  reference,
  grade: null,
  designated: null,
  url: null,
  at_postcode: metres === null ? null : metres === 0,
  distance_m: metres,
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
export const designatedAround = ({ register, nature }: Registers): readonly Designated[] => {
  const all = [...(register?.sites ?? []).map(fromPlatform), ...(nature?.sites ?? []).map(fromNature)]
  // Only nature sites are in both sources; article 4 directions may share a name but are already distinct. A site
  // without name and reference is never merged.
  const alike = Map.groupBy(all, (site) =>
    site.theme === 'nature' && (site.name ?? site.reference) !== null ? identity(site) : site,
  )
  return [...alike.values()]
    .map(([one, ...others]) => ({ ...one!, sources: [one!, ...others].flatMap(({ sources }) => sources) }))
    .toSorted((a, b) => (a.distance_m ?? Infinity) - (b.distance_m ?? Infinity))
}

const landscapes: readonly string[] = ['national park', 'National Landscape']
const local = 'Local Nature Reserve'

const worse: readonly string[] = ['inside a wildlife site', 'inside a protected landscape', 'beside a wildlife site']

/** How nature protection affects a point, and the site that decides. */
export interface Bearing {
  readonly bearing:
    | 'inside a wildlife site'
    | 'inside a protected landscape'
    | 'inside a local nature reserve'
    | 'beside a wildlife site'
    | 'near a wildlife site'
    | 'clear of them'
  readonly by: Designated | null
  /** Nations whose sites could make it `beside a wildlife site`; none where it is that or worse. */
  readonly beyond: readonly string[]
}
/**
 * Null if a missing answer could make it worse: the platform has all sites that contain the point, Natural England also
 * those nearby.
 */
export const bearingOf = (registers: Registers, beside: number): Bearing | null => {
  const sites = designatedAround(registers).filter(({ theme }) => theme === 'nature')
  const inside = sites.filter((site) => site.at_postcode)
  const isWild = ({ kind }: Designated): boolean => kind !== local && !landscapes.includes(kind)
  const wildlife = sites.filter(isWild)
  const worstFirst = [
    ['inside a wildlife site', inside.find(isWild)],
    ['inside a protected landscape', inside.find(({ kind }) => landscapes.includes(kind))],
    ['inside a local nature reserve', inside.find(({ kind }) => kind === local)],
    ['beside a wildlife site', wildlife.find(({ distance_m: metres }) => metres !== null && metres <= beside)],
    ['near a wildlife site', wildlife[0]],
  ] as const
  const [bearing, by = null] = worstFirst.find(([, site]) => site) ?? ['clear of them' as const]
  const complete = registers.nature?.unknown.length === 0
  const worst = bearing === 'inside a wildlife site' || (registers.register !== null && by?.at_postcode)
  const beyond = worse.includes(bearing) ? [] : (registers.nature?.beyond ?? [])
  return complete || worst ? { bearing, by, beyond } : null
}

/** All that is designated at and around a point, and how nature protection bears on it. One register must be known. */
export const designatedIn = (register: Node<Constraints>, nature: Node<NatureAround>, beside: Node<number>) => {
  const registers = some({ register, nature })
  return {
    designated: render(designatedShape, registers, designatedAround),
    bearing: derive({ registers, beside }, ({ registers, beside }) => bearingOf(registers, beside)),
  }
}
