import {
  derive,
  integer,
  maybe,
  need,
  numeric,
  partly,
  quantity,
  render,
  sent,
  some,
  source,
  stated,
  wire,
  type Node,
  type Point,
  type Query,
  type Shown,
} from '@domesday/core'
import { circle, ofCircle } from '@domesday/vocabulary-geography'
import { authorityOf, type Authority } from './authority.ts'
import { brownfieldOf, brownfieldShape, brownfieldWire, type Around } from './brownfield.ts'
import { constraintsOf, constraintsShape, type Constraints } from './constraints.ts'
import { areasWire, besides, designations, searchSent } from './designations.ts'
import {
  floodZonesOf,
  floodZonesShape,
  registeredShape,
  type AgencyZone,
  type FloodZones,
  type RegisteredFloodZone,
} from './flood-zone.ts'

export { designatedIn, type Bearing, type Designated } from './around.ts'
export type { Authority } from './authority.ts'
export type { Around, Brownfield, BrownfieldSite } from './brownfield.ts'
export { levelOf, type ConstraintLevel, type Constraints } from './constraints.ts'
export type { Site } from './designations.ts'
export type { FloodZones, RegisteredFloodZone } from './flood-zone.ts'

export const planningData = source({
  id: 'planning-data',
  title: 'Planning data platform',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    '© Crown copyright and database right; contains data of Historic England, Natural England and local planning authorities, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'England: areas that constrain building, listed buildings and brownfield land; what councils have to hand in (conservation areas, article 4, trees, brownfield) is uneven: of a set of which a council has handed in nothing, its places are not known to have none',
})

/** Without a period, ended records are included; without a limit, there are ten. WKT positions have longitude first. */
const search = (query: Query): readonly [string, Query] => ['/entity.json', { period: 'current', ...query }]
const holding = ({ lat, lng }: Point): Query => ({ latitude: lat, longitude: lng, exclude_field: 'geometry,point' })
const meeting = ({ at, metres }: Around): Query => {
  const corners = circle(at, metres, 24)
  const ring = [...corners, corners[0]!].map(({ lat, lng }) => `${lng} ${lat}`).join(',')
  return { geometry: `POLYGON((${ring}))`, geometry_relation: 'intersects' }
}

/**
 * Building constraints at a point, from all data sets of areas in one call. A data set that a council did not fill
 * reads as none.
 */
export const constraintsAtPoint = planningData.get('constraints', {
  version: 2,
  wire: areasWire,
  path: (at: Point) =>
    search({ dataset: [...designations.keys(), 'local-planning-authority'], ...holding(at), limit: 200 }),
  digest: constraintsShape,
  read: ({ entities, count }, _, unread = 0) => {
    const here = constraintsOf(entities)
    const more = (quantity(count) ?? 0) - entities.length - unread
    return more > 0 ? partly(here, `${more} more areas hold the place than are listed`) : here
  },
})

const countWire = wire({ ...searchSent, entities: sent.ignored })
/** Entries of the national list, without councils' outlines: otherwise buildings would count twice. */
export const listedBuildings = planningData.get('listed-buildings', {
  wire: countWire,
  path: (around: Around) => search({ dataset: 'listed-building', ...meeting(around), field: 'entity', limit: 1 }),
  digest: integer('Entries of the national list within the distance below'),
  read: ({ count }, around) => ofCircle(quantity(count), around, planningData),
})

/** Brownfield sites that overlap a circle, nearest first. */
export const brownfield = planningData.get('brownfield', {
  version: 2,
  wire: brownfieldWire,
  path: (around: Around) =>
    search({
      dataset: ['brownfield-land', 'brownfield-site'],
      ...meeting(around),
      exclude_field: 'geometry',
      limit: 500,
    }),
  digest: brownfieldShape,
  read: ({ entities, count }, around) =>
    ofCircle(brownfieldOf(entities, quantity(count) ?? 0, around), around, planningData),
  // We could get no live answer with brownfield land: member names are from the register's own standard.
  confidence: 'unconfirmed',
})

const zonesWire = wire({
  ...sent.unread('count', 'links'),
  entities: sent.must([
    {
      // The platform writes unknown values as empty strings: without the member nobody can tell the zone.
      'flood-risk-level': sent.mustOrNull(sent.scalar),
      'flood-risk-type': sent.scalar,
      ...besides,
      ...sent.unread(
        'entity',
        'dataset',
        'name',
        'reference',
        'organisation-entity',
        'start-date',
        'end-date',
        'point',
      ),
    },
  ]),
})
/** Null if zones contain the point but none has a level: the platform writes unknown values as empty strings. */
export const floodZone = planningData.get('flood-zone', {
  wire: zonesWire,
  path: (at: Point) => search({ dataset: 'flood-risk-zone', ...holding(at), limit: 50 }),
  digest: registeredShape,
  read: ({ entities }): RegisteredFloodZone | null => {
    const zones = entities.map((wire) => ({
      level: numeric(wire['flood-risk-level']),
      type: stated(wire['flood-risk-type']),
    }))
    const found = ([3, 2] as const).flatMap((zone) =>
      zones.filter(({ level }) => level === zone).map(({ type }) => ({ zone, type })),
    )
    return found[0] ?? (zones.length === 0 ? { zone: 1, type: null } : null)
  },
})

/** How many conservation areas an organisation has handed in: each council has some. */
export const handedIn = planningData.get('handed-in', {
  wire: countWire,
  path: (organisation: string) =>
    search({ dataset: 'conservation-area', organisation_entity: organisation, field: 'entity', limit: 1 }),
  digest: integer(),
  read: ({ count }) => quantity(count) ?? 0,
})

interface AtPoint {
  readonly constraints: Shown<Constraints>
  /** The same, for what conservation areas do not bear on. */
  readonly areas: Node<Constraints>
  readonly authority: Node<Authority>
}

/**
 * What constrains building at a point, and who decides there: null where the district of the place contradicts it, as
 * where an old authority is listed alone. That no conservation area holds a place means something only of a council
 * that has handed in its own.
 */
export const constraintsAt = (
  point: Node<Point>,
  place: Node<{ readonly local_authority: string | null }>,
): AtPoint => {
  const found = need(constraintsAtPoint, point)
  const handed = need(handedIn, found, ({ conservationArea, organisation }) =>
    conservationArea === true ? null : organisation,
  )
  const constraints = render(constraintsShape, { found, handed: maybe(handed) }, ({ found, handed }) =>
    found.conservationArea === true || found.organisation === null || (handed ?? 0) > 0
      ? found
      : partly(
          { ...found, conservationArea: null },
          `${found.authority ?? 'the council'} is not known to have handed in its conservation areas: there may be one here, and the constraint level may be higher`,
        ),
  )
  return {
    areas: found,
    constraints,
    authority: derive({ found, place }, ({ found, place }) => authorityOf(found.authority, place.local_authority)),
  }
}

/** The flood zone in both registers: the platform's beside what the Environment Agency's map says. */
export const floodZonesAt = (point: Node<Point>, agency: Node<AgencyZone>): Shown<FloodZones> =>
  render(floodZonesShape, some({ agency, platform: need(floodZone, point) }), floodZonesOf)
