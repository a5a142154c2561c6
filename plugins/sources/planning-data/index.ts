import {
  integer,
  need,
  numeric,
  quantity,
  render,
  some,
  source,
  stated,
  type Node,
  type Point,
  type Query,
  type Shown,
  partly,
  maybe,
  sent,
  wire,
} from '@domesday/core'
import { circle } from '@domesday/vocabulary-geography'
import { brownfieldOf, brownfieldShape, type Around } from './brownfield.ts'
import { constraintsOf, constraintsShape, type Constraints } from './constraints.ts'
import { designations, type Wire } from './designations.ts'
import {
  floodZonesOf,
  floodZonesShape,
  registeredShape,
  type AgencyZone,
  type FloodZones,
  type RegisteredFloodZone,
} from './flood-zone.ts'

export { designatedIn, type Bearing, type Designated } from './around.ts'
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
    'England: areas that constrain building, listed buildings and brownfield land; what councils have to hand in (article 4, trees, brownfield) is uneven',
})

interface Found {
  readonly entities?: readonly Wire[] | null
  readonly count?: number | string | null
}

/** Throws without a list: an empty list means no match, but a missing one must not read as land without constraints. */
const entitiesIn = ({ entities }: Found): readonly Wire[] => {
  if (!entities) throw new TypeError('no list of entities')
  return entities
}

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
  demands: ['entities[].name', 'entities[].dataset'],
  path: (at: Point) =>
    search({ dataset: [...designations.keys(), 'local-planning-authority'], ...holding(at), limit: 200 }),
  digest: constraintsShape,
  read: (wire: Found) => constraintsOf(entitiesIn(wire)),
})

/** Entries of the national list, without councils' outlines: otherwise buildings would count twice. */
export const listedBuildings = planningData.get('listed-buildings', {
  demands: ['count'],
  path: (around: Around) => search({ dataset: 'listed-building', ...meeting(around), field: 'entity', limit: 1 }),
  digest: integer('Entries of the national list within the distance below'),
  read: (wire: Found) => quantity(wire.count) ?? entitiesIn(wire).length,
})

/** Brownfield sites that overlap a circle, nearest first. */
export const brownfield = planningData.get('brownfield', {
  demands: ['entities[].reference', 'entities[].point'],
  path: (around: Around) =>
    search({
      dataset: ['brownfield-land', 'brownfield-site'],
      ...meeting(around),
      exclude_field: 'geometry',
      limit: 500,
    }),
  digest: brownfieldShape,
  read: (wire: Found, around) => brownfieldOf(entitiesIn(wire), quantity(wire.count) ?? 0, around),
  // We could get no live answer with brownfield land: member names are from the register's own standard.
  confidence: 'unconfirmed',
})

/** Null if zones contain the point but none has a level: the platform writes unknown values as empty strings. */
export const floodZone = planningData.get('flood-zone', {
  demands: ['entities[].flood-risk-level'],
  path: (at: Point) => search({ dataset: 'flood-risk-zone', ...holding(at), limit: 50 }),
  digest: registeredShape,
  read: (wire: Found): RegisteredFloodZone | null => {
    const zones = entitiesIn(wire).map((wire) => ({
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
  wire: wire({ count: sent.must(sent.scalar), entities: sent.ignored, links: sent.ignored }),
  path: (organisation: string) =>
    search({ dataset: 'conservation-area', organisation_entity: organisation, field: 'entity', limit: 1 }),
  digest: integer(),
  read: ({ count }) => quantity(count) ?? 0,
})

/** That no conservation area holds a place means something only of a council that has handed in its own. */
export const constraintsAt = (point: Node<Point>): Shown<Constraints> => {
  const found = need(constraintsAtPoint, point)
  const handed = need(handedIn, found, ({ conservationArea, organisation }) =>
    conservationArea === true ? null : organisation,
  )
  return render(constraintsShape, { found, handed: maybe(handed) }, ({ found, handed }) =>
    found.conservationArea === true || found.organisation === null || (handed ?? 0) > 0
      ? found
      : partly(
          { ...found, conservationArea: null },
          `${found.authority ?? 'the council'} is not known to have handed in its conservation areas: there may be one here`,
        ),
  )
}

/** The flood zone in both registers: the platform's beside what the Environment Agency's map says. */
export const floodZonesAt = (point: Node<Point>, agency: Node<AgencyZone>): Shown<FloodZones> =>
  render(floodZonesShape, some({ agency, platform: need(floodZone, point) }), floodZonesOf)
