/** Food premises in the upstream's wire format, generated from the densities of `places.yaml`; deterministic. */
import { type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { page, numberIn, yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Place extends Point {
  readonly mile: number
  readonly thinning: number
  readonly postcode: string
  readonly authority: string
  readonly code: string
  readonly scheme: 'FHRS' | 'FHIS'
  readonly streets: readonly string[]
}

const places = yamlRows<Place>(import.meta.dirname, 'places.yaml')
const reach = 5200 // metres around a place within which there are premises
const metresInMile = 1609.344

// Out of a hundred; the keys are parts of RatingKey.
const ratings = {
  FHRS: [
    ['5', 68],
    ['4', 13],
    ['3', 7],
    ['2', 2],
    ['1', 3],
    ['0', 1],
    ['AwaitingInspection', 4],
    ['Exempt', 2],
  ],
  FHIS: [
    ['Pass', 86],
    ['Improvement Required', 6],
    ['Pass and Eat Safe', 1],
    ['Awaiting Inspection', 5],
    ['Exempt', 2],
  ],
} as const
const types = [
  ['Restaurant/Cafe/Canteen', 1, 34],
  ['Retailers - other', 4613, 20],
  ['Takeaway/sandwich shop', 7844, 14],
  ['Pub/bar/nightclub', 7843, 10],
  ['Other catering premises', 7841, 7],
  ['Hospitals/Childcare/Caring Premises', 7835, 7],
  ['School/college/university', 7845, 4],
  ['Hotel/bed & breakfast/guest house', 7842, 2],
  ['Mobile caterer', 7846, 2],
] as const
const names = [
  'Marrowby',
  'Tansy Lane',
  'Copperwick',
  'Hollowell',
  'Brindlemere',
  'Saffron Gate',
  'Osterley Vane',
  'Pipkin & Rye',
  'Larkspur',
  'Quenby',
]
const kinds = ['Kitchen', 'Café', 'Stores', 'Bakery', 'Tavern', 'Grill', 'Larder', 'House']

const chance = (...seeds: readonly number[]): number => {
  let hash = 2166136261
  for (const seed of seeds) hash = Math.imul(hash ^ seed, 16777619) ^ (hash >>> 13)
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

/** The entry for a number in [0, 1), by the cumulative shares of the entries. */
const pick = <T extends readonly [...unknown[], number]>(entries: readonly T[], chance: number): T => {
  const whole = entries.reduce((sum, entry) => sum + (entry.at(-1) as number), 0)
  let left = chance * whole
  return entries.find((entry) => (left -= entry.at(-1) as number) < 0) ?? entries[0]!
}

const premises = (place: Place, index: number, i: number) => {
  const metres = 1609 * ((i + chance(index, i)) / place.mile) ** (1 / place.thinning)
  const angle = 2 * Math.PI * chance(index, i, 1)
  const [type, typeId] = pick(types, chance(index, i, 2))
  const [value] = pick<readonly [string, number]>(ratings[place.scheme], chance(index, i, 3))
  const rated = /^\d$|^Pass|^Improvement/.test(value)
  const worst = rated ? ({ 5: 5, 4: 5, 3: 10, 2: 15, 1: 20, 0: 25 }[value] ?? null) : null
  const at = {
    lat: place.lat + (metres * Math.cos(angle)) / 111_320,
    lng: place.lng + (metres * Math.sin(angle)) / (111_320 * Math.cos((place.lat * Math.PI) / 180)),
  }
  return {
    at,
    wire: {
      FHRSID: 99_000_000 + index * 10_000 + i,
      ChangesByServerID: 0,
      LocalAuthorityBusinessID: `S/${place.code}/${String(i).padStart(6, '0')}`,
      BusinessName: `${names[Math.floor(chance(index, i, 4) * names.length)]} ${kinds[Math.floor(chance(index, i, 5) * kinds.length)]}`,
      BusinessType: type,
      BusinessTypeID: typeId,
      AddressLine1: '',
      AddressLine2: `${1 + Math.floor(chance(index, i, 6) * 180)} ${place.streets[Math.floor(chance(index, i, 7) * place.streets.length)]}`,
      AddressLine3: place.authority,
      AddressLine4: '',
      PostCode: type === 'Mobile caterer' ? '' : place.postcode,
      Phone: '',
      RatingValue: value,
      RatingKey: `${place.scheme.toLowerCase()}_${value.toLowerCase().replaceAll(' ', '_')}_en-gb`,
      RatingDate: rated ? `20${23 + (i % 4)}-0${1 + (i % 9)}-1${i % 10}T00:00:00` : '1901-01-01T00:00:00',
      LocalAuthorityCode: place.code,
      LocalAuthorityName: place.authority,
      LocalAuthorityWebSite: '',
      LocalAuthorityEmailAddress: '',
      scores: { Hygiene: worst, Structural: worst, ConfidenceInManagement: worst },
      SchemeType: place.scheme,
      geocode: { longitude: at.lng.toFixed(6), latitude: at.lat.toFixed(6) },
      RightToReply: '',
      NewRatingPending: chance(index, i, 8) < 0.02,
      // Upstream fills the inner one with zeros.
      meta: {
        dataSource: null,
        extractDate: '0001-01-01T00:00:00',
        itemCount: 0,
        returncode: null,
        totalCount: 0,
        totalPages: 0,
        pageSize: 0,
        pageNumber: 0,
      },
      links: [
        { rel: 'self', href: `https://api.ratings.food.gov.uk/establishments/${99_000_000 + index * 10_000 + i}` },
      ],
    },
  }
}

const everything = places.flatMap((place, index) =>
  Array.from({ length: Math.round(place.mile * (reach / 1609) ** place.thinning) }, (_, i) =>
    premises(place, index, i),
  ),
)

export const answer: SampleAnswer = ({ method, path, query, headers }) => {
  if (method !== 'GET' || path !== '/Establishments') return null
  if (headers['x-api-version'] !== '2')
    return { status: 404, json: { Message: "The API 'Establishments' doesn't exist" } }
  const centre = { lat: numberIn(query, 'latitude', NaN), lng: numberIn(query, 'longitude', NaN) }
  const miles = numberIn(query, 'maxDistanceLimit', NaN)
  if (Number.isNaN(centre.lat + centre.lng + miles)) {
    return { status: 403, json: { Message: 'This is a CPU intensive query: please use one of the documented filters' } }
  }
  const size = Math.min(numberIn(query, 'pageSize', 10), 5000)
  const number = numberIn(query, 'pageNumber', 1)
  const near = everything
    .map(({ at, wire }) => ({ wire, Distance: metresBetween(centre, at) / metresInMile }))
    .filter(({ Distance }) => Distance <= miles)
    .toSorted((a, b) => a.Distance - b.Distance)
  const { items, total } = page(near, (number - 1) * size, size)
  return {
    json: {
      establishments: items.map(({ wire, Distance }) => ({ ...wire, Distance })),
      meta: {
        dataSource: 'ElasticSearch',
        extractDate: '2026-10-15T03:10:00',
        itemCount: items.length,
        returncode: 'OK',
        totalCount: total,
        totalPages: Math.ceil(total / size),
        pageSize: size,
        pageNumber: number,
      },
      links: [{ rel: 'self', href: `https://api.ratings.food.gov.uk${path}?${query}` }],
    },
  }
}
