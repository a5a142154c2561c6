/** Planning applications in the upstream's wire format, generated from the figures of `places.yaml`; deterministic. */
import { type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { numberIn, page, yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Place extends Point {
  readonly name: string
  readonly id: number
  readonly yearly: number
  readonly large: number
  readonly states: Readonly<Record<string, number>>
}
const places = yamlRows<Place>(import.meta.dirname, 'places.yaml')

const today = Date.parse('2026-10-15T00:00:00Z')
const dayBefore = (days: number): string => new Date(today - days * 86_400_000).toISOString().slice(0, 10)

const kinds = [
  ['Full', 'Small', 'Single-storey rear extension and replacement windows', 'FU'],
  ['Full', 'Medium', 'Change of use of first floor from offices to four flats', 'FU'],
  ['Trees', 'Small', 'Crown lift of one lime to four metres', 'TR'],
  ['Advertising', 'Small', 'One internally lit fascia sign and one hanging sign', 'ADV'],
  ['Heritage', 'Small', 'Repair of sash windows and railings to a listed building', 'LBC'],
  ['Full', 'Small', 'Rear dormer and two rooflights to form a bedroom in the roof', 'FU'],
  ['Conditions', 'Small', 'Discharge of conditions on materials and drainage', 'COND'],
  ['Full', 'Small', 'Installation of solar panels and an air source heat pump', 'FU'],
  ['Telecoms', 'Medium', 'Replacement of a 12 m mast with one of 18 m and four cabinets', 'TEL'],
] as const
const large = [
  'Outline',
  'Large',
  'Demolition of a warehouse and building of 96 flats with shops at ground level',
  'OUT',
] as const
const decideIn = 62 // days

/** A number in [0, 1), the same for the same seeds. */
const chance = (...seeds: readonly number[]): number => {
  let hash = 2166136261
  for (const seed of seeds) hash = Math.imul(hash ^ seed, 16777619) ^ (hash >>> 13)
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}
const stateAt = (states: Place['states'], at: number): string => {
  let left = at * 100
  return Object.entries(states).find(([, share]) => (left -= share) < 0)?.[0] ?? 'Other'
}

const applicationOf = (place: Place, index: number) => {
  const age = Math.floor((365 * (index + 0.5)) / place.yearly)
  const spaced = place.large > 0 && index % Math.ceil(place.yearly / place.large) === 1
  const [type, size, description, letters] = spaced
    ? large
    : kinds[Math.floor(chance(place.id, index, 1) * kinds.length)]!
  // Applications older than a decision takes are decided.
  const drawn = stateAt(place.states, chance(place.id, index, 2)),
    open = /Undecided|Referred/.test(drawn)
  const state = age < decideIn / 2 ? 'Undecided' : open && age > 3 * decideIn ? 'Conditions' : drawn
  const far = 1000 * Math.sqrt(chance(place.id, index, 3)),
    angle = 2 * Math.PI * chance(place.id, index, 4)
  const located = index % 11 !== 5
  const lat = place.lat + (far * Math.cos(angle)) / 111_320,
    lng = place.lng + (far * Math.sin(angle)) / (111_320 * Math.cos((place.lat * Math.PI) / 180))
  const uid = `26/${String(90_000 + place.yearly - index).padStart(5, '0')}/${letters}`
  return {
    at: { lat, lng },
    age,
    wire: {
      name: `${place.name}/${uid}`,
      uid,
      reference: null,
      area_id: place.id,
      area_name: place.name,
      address: `${index + 1} Sample Street ${place.name}`,
      postcode: null,
      description,
      app_state: state,
      app_type: type,
      app_size: size,
      // A typing error: a day in the future.
      start_date: index === 3 ? dayBefore(age - 3650) : dayBefore(age),
      decided_date: /Undecided|Referred|Unresolved/.test(state) ? null : dayBefore(Math.max(0, age - decideIn)),
      consulted_date: null,
      location: located ? { type: 'Point', coordinates: [Number(lng.toFixed(6)), Number(lat.toFixed(6))] } : null,
      distance: null as number | null,
      link: `https://www.planit.org.uk/planapplic/${place.name}/${uid}/`,
      url: `https://planning.example.org/${place.name.toLowerCase()}/${uid}`,
      last_changed: `${dayBefore(Math.max(0, age - 5))}T04:12:33.120`,
      other_fields: { n_documents: 4 + (index % 9) },
    },
  }
}
const applications = places.flatMap((place) =>
  Array.from({ length: place.yearly }, (_, index) => applicationOf(place, index)),
)

export const answer: SampleAnswer = ({ path, query }) => {
  if (path !== '/api/applics/json') return null
  const centre = { lat: numberIn(query, 'lat', NaN), lng: numberIn(query, 'lng', NaN) },
    reach = numberIn(query, 'krad', NaN) * 1000
  if (Number.isNaN(centre.lat + centre.lng + reach)) return { status: 400, json: { error: 'Invalid parameters' } }
  const found = applications
    .map((one) => ({ ...one, metres: metresBetween(centre, one.at) }))
    .filter(({ metres, age }) => metres <= reach && age <= numberIn(query, 'recent', 36_500))
    .toSorted((a, b) => b.wire.start_date.localeCompare(a.wire.start_date, 'en'))
  const size = numberIn(query, 'pg_sz', 300),
    from = (numberIn(query, 'page', 1) - 1) * size
  const { items, total } = page(found, from, size)
  return {
    json: {
      from,
      to: from + items.length - 1,
      page_size: items.length,
      total,
      records: items.map(({ wire, metres }) => ({ ...wire, distance: Number((metres / 1000).toFixed(3)) })),
    },
  }
}
