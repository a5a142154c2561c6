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
  sent,
  stated,
  text,
  wire,
  type Of,
  type Point,
  type Sent,
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

const { text: words, scalar, any, often } = sent
// Held against recorded records, as the service states no schema: one means nothing without one of its three
// references, of which none is always there. Places and registers have had other names.
export const recordsWire = wire({
  total: often(scalar),
  ...sent.unread('page_size', 'pg_sz', 'from', 'to', 'page', 'msec', 'secs_taken'),
  records: sent.must([
    {
      uid: often(words),
      reference: words,
      name: words,
      area_name: words,
      authority_name: words,
      description: words,
      address: words,
      app_state: often(words),
      app_type: often(words),
      app_size: often(words),
      start_date: often(words),
      decided_date: words,
      location: { coordinates: any, type: sent.ignored },
      lat: scalar,
      lng: scalar,
      location_y: scalar,
      location_x: scalar,
      url: words,
      link: words,
      ...sent.unread('area_id', 'authority_id', 'postcode', 'distance', 'source_url', 'consulted_date', 'altid'),
      ...sent.unread('last_changed', 'last_scraped', 'last_different', 'when_updated', 'rec_type', 'docs'),
      ...sent.unread('associated_id', 'scraper_name', 'other_fields'),
    },
  ]),
})
type Wire = Sent<typeof recordsWire>['records'][number]

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
  const place: readonly unknown[] = Array.isArray(location?.coordinates) ? location.coordinates : []
  const [east, north] = [numeric(place[0] ?? lng ?? x), numeric(place[1] ?? lat ?? y)]
  return north === null || east === null || Math.abs(north) > 90 || Math.abs(east) > 180
    ? null
    : { lat: north, lng: east }
}

export const applicationOf = (wire: Wire): Application | null => {
  const { uid, reference: other, name, url, link: page } = wire
  const reference = stated(uid) ?? stated(other) ?? stated(name)
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
        // Where the council has none it is that of the collector; where nothing is stated it is not known.
        url: url === undefined ? null : (link(url) ?? link(page)),
      }
}
