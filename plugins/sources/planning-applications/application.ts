/** A planning application: as registers have it, and as seen from a point. */
import {
  choice,
  date,
  day,
  drawn,
  integer,
  link,
  list,
  numeric,
  object,
  orNull,
  point,
  stated,
  text,
  type Of,
  type Point,
  type Shape,
} from '@domesday/core'

const applicationFields = {
  // Of the council: 26/04033/FU.
  reference: text('The authority’s reference'),
  description: orNull(text('What is applied for')),
  status: choice(['approved', 'refused', 'pending', 'withdrawn', 'other'], {
    description: 'How it stands',
    tones: { good: ['approved'], fair: ['pending'], bad: ['refused'] },
  }),
  // Registers have typing errors: days to come are dropped.
  date: orNull(date('When it was made, or else decided')),
  decided: orNull(date('Day of the decision, where it is stated')),
  type: orNull(text('Full, Outline, Trees, Heritage …')),
  size: orNull(text('Small, Medium or Large')),
  address: orNull(text('Of the site')),
  authority: orNull(text('The register it is in')),
  coordinates: orNull(point()),
  url: orNull(text('Its page')),
}
const applicationShape = object(applicationFields)
/** A planning application. Values missing in the council's register are null. */
export interface Application extends Of<typeof applicationShape> {}
export type Status = Application['status']

const total = integer('All of them')
const applicationsFields = object({ total, items: list(applicationShape, 'The newest hundred') })
export interface Applications extends Of<typeof applicationsFields> {}
export const applicationsShape: Shape<Applications> = applicationsFields

const nearFields = drawn(
  object({
    ...applicationFields,
    distance_m: orNull(integer({ description: 'As the crow flies', unit: 'm' })),
  }),
  'events',
  { on: 'date', title: 'description', word: 'status', more: ['type', 'size', 'address', 'distance_m', 'url'] },
)
/** An application with its distance from a point; null if its position is unknown. */
export interface ApplicationNear extends Of<typeof nearFields> {}
export const nearShape: Shape<ApplicationNear> = nearFields
/** What was looked for, and how much there is. */
export const searchFields = {
  radius_m: integer({ description: 'Applications are looked for within this distance', unit: 'm' }),
  days: integer({ description: 'Made or decided in so many days', unit: 'days' }),
  total,
}
const aroundFields = object({ ...searchFields, items: list(nearShape, 'Around the place, newest first') })
export interface ApplicationsAround extends Of<typeof aroundFields> {}
export const aroundShape: Shape<ApplicationsAround> = aroundFields

export interface Wire {
  readonly name?: string | null
  readonly uid?: string | null
  readonly reference?: string | null
  readonly area_name?: string | null
  readonly authority_name?: string | null
  readonly description?: string | null
  readonly address?: string | null
  readonly app_state?: string | null
  readonly app_type?: string | null
  readonly app_size?: string | null
  readonly start_date?: string | null
  readonly decided_date?: string | null
  readonly location?: { readonly coordinates?: readonly unknown[] | null } | null
  readonly lat?: unknown
  readonly lng?: unknown
  readonly location_y?: unknown
  readonly location_x?: unknown
  readonly url?: string | null
  readonly link?: string | null
}

const statuses: Readonly<Record<string, Status>> = {
  permitted: 'approved',
  conditions: 'approved',
  rejected: 'refused',
  withdrawn: 'withdrawn',
  undecided: 'pending',
  referred: 'pending',
  unresolved: 'pending',
}

const pointOf = ({ location, lat, lng, location_y: y, location_x: x }: Wire): Point | null => {
  const [east, north] = [
    numeric(location?.coordinates?.[0] ?? lng ?? x),
    numeric(location?.coordinates?.[1] ?? lat ?? y),
  ]
  return north === null || east === null || Math.abs(north) > 90 || Math.abs(east) > 180
    ? null
    : { lat: north, lng: east }
}

export const applicationOf = (wire: Wire): Application | null => {
  const reference = stated(wire.uid) ?? stated(wire.reference) ?? stated(wire.name)
  return reference === null
    ? null
    : {
        reference,
        description: stated(wire.description),
        status: statuses[stated(wire.app_state)?.toLowerCase() ?? ''] ?? 'other',
        date: day(wire.start_date) ?? day(wire.decided_date),
        decided: day(wire.decided_date),
        type: stated(wire.app_type),
        size: stated(wire.app_size),
        address: stated(wire.address),
        authority: stated(wire.area_name) ?? stated(wire.authority_name),
        coordinates: pointOf(wire),
        url: link(wire.url) ?? link(wire.link),
      }
}
