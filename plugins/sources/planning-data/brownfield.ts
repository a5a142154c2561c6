/** Sites on the councils' registers of brownfield land: previously developed, and suitable for homes. */
import {
  date,
  day,
  drawn,
  figure,
  flag,
  integer,
  list,
  object,
  orNull,
  point,
  quantity,
  rounded,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Point,
  type Sent,
  type Shape,
} from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { besides, searchSent } from './designations.ts'

/** A circle. */
export interface Around {
  readonly at: Point
  readonly metres: number
}

const siteFields = drawn(
  object({
    reference: orNull(text('Of the council’s register')),
    address: orNull(text('Of the site')),
    hectares: orNull(figure('ha', 'Area of the site')),
    homes_min: orNull(integer('Homes that it could hold at least, net')),
    homes_max: orNull(integer('Homes that it could hold at most, net')),
    permission: orNull(text('permissioned, not permissioned, pending decision …')),
    permission_type: orNull(text('full planning permission, outline planning permission, permission in principle …')),
    permission_date: orNull(date('Day of the permission')),
    ownership: orNull(text('owned by a public authority, not owned by a public authority, mixed ownership …')),
    deliverable: orNull(flag('Whether homes could stand there within five years')),
    hazardous: orNull(flag('Whether hazardous substances are, or were, on the site')),
    distance_m: orNull(integer({ description: 'As the crow flies', unit: 'm' })),
    coordinates: orNull(point()),
  }),
  'map',
  { title: ['address', 'reference'], kind: 'permission', distance: 'distance_m', at: 'coordinates' },
)
export interface BrownfieldSite extends Of<typeof siteFields> {}
const siteShape: Shape<BrownfieldSite> = siteFields

const brownfieldFields = object({
  radius_m: integer({ description: 'Sites are looked for within this distance', unit: 'm' }),
  total: integer('All of them'),
  hectares: orNull(figure('ha', 'Of those that state it, all together; null where none does')),
  // The most of a site says nothing of its least.
  homes_min: orNull(integer('Of those that state it, all together; null where none does')),
  sites: list(siteShape, 'Nearest first, at most five hundred'),
})
export interface Brownfield extends Of<typeof brownfieldFields> {}
export const brownfieldShape: Shape<Brownfield> = brownfieldFields

/** A WKT point: longitude first. */
const pointOf = (raw: unknown): Point | null => {
  const [, lng, lat] = /^\s*POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)/i.exec(stated(raw) ?? '') ?? []
  // Some registers have metres of the national grid.
  return lat === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180
    ? null
    : { lat: Number(lat), lng: Number(lng) }
}
// Some councils write the register's codes, others words.
const words = (raw: unknown): string | null => stated(raw)?.replaceAll('-', ' ').toLowerCase() ?? null
const yes = (raw: unknown): boolean | null => ({ yes: true, y: true, no: false, n: false })[words(raw) ?? ''] ?? null

/** Some registers have calculated numbers with decimals. */
const whole = (raw: unknown): number | null => {
  const homes = quantity(raw)
  return homes === null ? null : Math.round(homes)
}

const { scalar, text: said } = sent
/** The extra members are those that the platform's specification lists for the two data sets. */
export const brownfieldWire = wire({
  ...searchSent,
  entities: sent.must([
    {
      ...besides,
      entity: sent.must(scalar),
      reference: scalar,
      'organisation-entity': scalar,
      name: scalar,
      point: said,
      'end-date': said,
      hectares: scalar,
      'site-address': scalar,
      'minimum-net-dwellings': scalar,
      'maximum-net-dwellings': scalar,
      'planning-permission-status': said,
      'planning-permission-type': said,
      'planning-permission-date': said,
      'ownership-status': said,
      deliverable: said,
      'hazardous-substances': said,
      ...sent.unread('planning-permission-history', 'site', 'site-categories', 'site-plan-url', 'categories'),
      ...sent.unread('brownfield-land', 'brownfield-site', 'latitude', 'longitude', 'geography', 'legislation'),
      ...sent.unread('documentation-url', 'dataset', 'start-date'),
    },
  ]),
})
type Wire = Sent<typeof brownfieldWire>['entities'][number]

const siteOf = (wire: Wire, at: Point): BrownfieldSite => {
  const { name, 'site-address': address } = wire
  const point = pointOf(wire.point)
  return {
    reference: stated(wire['reference']),
    address: stated(address) ?? stated(name),
    hectares: quantity(wire['hectares']),
    homes_min: whole(wire['minimum-net-dwellings']),
    // Registers leave the most out where it is also the least.
    homes_max: whole(wire['maximum-net-dwellings']) ?? whole(wire['minimum-net-dwellings']),
    permission: words(wire['planning-permission-status']),
    permission_type: words(wire['planning-permission-type']),
    permission_date: day(wire['planning-permission-date']),
    ownership: words(wire['ownership-status']),
    deliverable: yes(wire['deliverable']),
    hazardous: yes(wire['hazardous-substances']),
    distance_m: point && Math.round(metresBetween(at, point)),
    coordinates: point,
  }
}

/** One data set has a site as a point, another as an outline, with the same council reference. */
const identityOf = ({ entity, reference, 'organisation-entity': organisation }: Wire): string =>
  `${String(organisation)} ${stated(reference) ?? String(entity)}`

/** `total` is what the platform counts: it may be more than it lists. */
export const brownfieldOf = (entities: readonly Wire[], total: number, { at, metres }: Around): Brownfield => {
  const standing = entities.filter((wire) => stated(wire['end-date']) === null)
  const once = [...Map.groupBy(standing, identityOf).values()].map(([wire]) => wire!)
  const sites = once
    .map((wire) => siteOf(wire, at))
    .toSorted((a, b) => (a.distance_m ?? Infinity) - (b.distance_m ?? Infinity))
  const sum = (of: 'hectares' | 'homes_min'): number | null => {
    const known = sites.flatMap((site) => site[of] ?? [])
    return known.length === 0 && sites.length > 0
      ? null
      : rounded(
          known.reduce((sum, one) => sum + one, 0),
          2,
        )
  }
  return {
    radius_m: metres,
    total: Math.max(sites.length, total - (entities.length - once.length)),
    hectares: sum('hectares'),
    homes_min: sum('homes_min'),
    sites,
  }
}
