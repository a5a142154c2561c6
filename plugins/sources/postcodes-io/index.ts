import {
  derive,
  list,
  need,
  NoSuch,
  noSuch,
  notCovered,
  numeric,
  object,
  orNull,
  point,
  present,
  source,
  stated,
  table,
  text,
  type Node,
  type Of,
  type Point,
  type Shape,
  type Shown,
} from '@domesday/core'

export const postcodesIo = source({
  id: 'postcodes-io',
  title: 'Postcodes.io',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains OS data © Crown copyright and database right; contains Royal Mail data © Royal Mail copyright and database right; source: Office for National Statistics licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'Postcode products of the Office for National Statistics are under the Open Government Licence, with three credits together (OS, Royal Mail, ONS). Northern Ireland is apart.',
    url: 'https://postcodes.io/docs/licences/',
  },
  parts: {
    'northern-ireland': {
      title: 'postcodes of Northern Ireland',
      charging: 'licence_needed',
      terms: {
        words:
          '“If you also use the Northern Ireland data (postcodes starting with ‘BT’), you need a separate licence for commercial use direct from Land and Property Services.”',
        url: 'https://www.ons.gov.uk/methodology/geography/licences',
      },
    },
  },
  coverage:
    'Every live UK postcode, with the Channel Islands and the Isle of Man; terminated ones with the month they ended',
})

const gss = () => orNull(text('GSS code'))
const placeFields = object({
  postcode: text('In its usual form'),
  outcode: text('The part before the blank'),
  nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
  region: text('One of the nine English regions, or else the nation'),
  local_authority: orNull(text('District or unitary authority')),
  county: orNull(text('County, where there are two tiers')),
  ward: orNull(text('Electoral ward')),
  parish: orNull(text('Civil parish or community')),
  constituency: orNull(text('Westminster constituency, boundaries of 2024')),
  police: orNull(text('Police force area')),
  lsoa: orNull(text('Neighbourhood of about 1,500 people, census of 2021')),
  msoa: orNull(text('Neighbourhood of about 8,000 people, census of 2021')),
  codes: object({
    local_authority: gss(),
    county: gss(),
    ward: gss(),
    constituency: gss(),
    lsoa: gss(),
    lsoa11: orNull(text('GSS code of 2011, for datasets that still use it')),
    msoa: gss(),
    oa: gss(),
    icb: gss(),
  }),
  // The islands and some postcodes without a place have no grid reference.
  point: orNull(point()),
})
/** The location of a postcode. Codes are GSS codes; names that mean "does not apply" are null. */
export interface Place extends Of<typeof placeFields> {}
const placeShape: Shape<Place> = placeFields

interface Wire {
  readonly postcode: string
  readonly outcode?: string | null
  readonly country?: string | null
  readonly region?: string | null
  readonly latitude?: number | null
  readonly longitude?: number | null
  readonly admin_district?: string | null
  readonly admin_county?: string | null
  readonly admin_ward?: string | null
  readonly parish?: string | null
  readonly parliamentary_constituency?: string | null
  readonly parliamentary_constituency_2024?: string | null
  readonly pfa?: string | null
  readonly lsoa?: string | null
  readonly msoa?: string | null
  readonly lsoa21?: string | null
  readonly msoa21?: string | null
  readonly codes?: Readonly<Record<string, string | null | undefined>>
}
interface Terminated {
  readonly year_terminated: number
  readonly month_terminated: number
}

/** Pseudo codes (E99999999, L99999999, M99999999 …) and "(pseudo) …" names mean "does not apply". */
const real = (name: string | null | undefined): string | null =>
  stated(name && !/^\(pseudo\)|^[A-Z]99999999$/.test(name) ? name : null)

/** By the first letters of the postcode. */
const outside: Readonly<Record<string, string>> = {
  BT: 'Northern Ireland',
  GY: 'Channel Islands',
  JE: 'Channel Islands',
  IM: 'Isle of Man',
}
/** A short answer has no country. If it cannot be derived, the nation is one that no source covers. */
const nationOf = ({ country, postcode }: Wire): string =>
  stated(country) ?? outside[postcode.slice(0, 2)] ?? 'United Kingdom'

const positionOf = ({ latitude, longitude }: Pick<Wire, 'latitude' | 'longitude'>): Point | null => {
  const lat = numeric(latitude),
    lng = numeric(longitude)
  return lat === null || lng === null ? null : { lat, lng }
}

const read = ({ result: w }: { readonly result: Wire }) => ({
  postcode: present(stated(w.postcode) ?? undefined, 'postcode'),
  outcode: stated(w.outcode) ?? w.postcode.split(' ')[0]!,
  nation: nationOf(w),
  region: real(w.region) ?? nationOf(w),
  local_authority: real(w.admin_district),
  county: real(w.admin_county),
  ward: real(w.admin_ward),
  parish: real(w.parish),
  constituency: real(w.parliamentary_constituency_2024 ?? w.parliamentary_constituency),
  police: real(w.pfa),
  lsoa: real(w.lsoa21 ?? w.lsoa),
  msoa: real(w.msoa21 ?? w.msoa),
  codes: {
    local_authority: real(w.codes?.['admin_district']),
    county: real(w.codes?.['admin_county']),
    ward: real(w.codes?.['admin_ward']),
    constituency: real(w.codes?.['parliamentary_constituency_2024'] ?? w.codes?.['parliamentary_constituency']),
    lsoa: real(w.codes?.['lsoa21'] ?? w.codes?.['lsoa']),
    lsoa11: real(w.codes?.['lsoa11']),
    msoa: real(w.codes?.['msoa21'] ?? w.codes?.['msoa']),
    oa: real(w.codes?.['oa21']),
    icb: real(w.codes?.['icb']),
  },
  point: positionOf(w),
})

const monthName = (month: number): string =>
  new Date(Date.UTC(2000, month - 1)).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })

const partOf = (postcode: string): string | null => (/^\s*BT/i.test(postcode) ? 'northern-ireland' : null)

/** One postcode. Unknown and withdrawn ones are a 404 upstream; a withdrawn one has the month in which it ended. */
export const lookup = postcodesIo.get('lookup', {
  part: partOf,
  path: (postcode: string) => `/postcodes/${encodeURIComponent(postcode.replace(/\s/g, ''))}`,
  digest: placeShape,
  read,
  none: ({ status, body }, postcode): NoSuch | undefined => {
    if (status !== 404) return undefined
    const { terminated } = JSON.parse(body) as { terminated?: Terminated }
    return terminated
      ? noSuch(`${postcode} was withdrawn in ${monthName(terminated.month_terminated)} ${terminated.year_terminated}.`)
      : noSuch(`There is no postcode ${postcode}.`)
  },
})

/** Live postcodes with the same beginning: suggestions for a typing error. */
export const similar = postcodesIo.get('similar', {
  path: (start: string) => ['/postcodes', { q: start, limit: 5 }],
  digest: list(text()),
  read: ({ result }: { readonly result?: readonly Wire[] | null }) =>
    (present(result, 'result') ?? []).map(({ postcode }) => postcode),
})

/** Outcodes around one, itself first, by distance: at most forty, which reach some six kilometres in central London. */
export const outcodesAround = postcodesIo.get('outcodes', {
  path: (outcode: string) => [`/outcodes/${encodeURIComponent(outcode)}/nearest`, { radius: 25_000, limit: 40 }],
  digest: list(text()),
  read: ({ result }: { readonly result?: readonly { readonly outcode: string }[] | null }) =>
    (present(result, 'result') ?? []).map(({ outcode }) => outcode),
  none: ({ status }) => (status === 404 ? null : undefined),
})

interface Bulk {
  readonly result?:
    | readonly { readonly query: string; readonly result: Pick<Wire, 'latitude' | 'longitude'> | null }[]
    | null
}
/** At most a hundred postcodes. Unknown ones and ones without a grid reference are left out. */
const hundred = postcodesIo.get('hundred', {
  path: () => ['/postcodes', { filter: 'postcode,longitude,latitude' }],
  post: (postcodes: readonly string[]) => ({ json: { postcodes } }),
  digest: table(point()),
  read: ({ result }: Bulk): Readonly<Record<string, Point>> =>
    Object.fromEntries(
      (present(result, 'result') ?? []).flatMap(({ query, result }) => {
        const point = result && positionOf(result)
        return point ? [[query, point]] : []
      }),
    ),
})

/** Positions of postcodes, by the postcode as asked. */
export const positions = postcodesIo.run(
  'positions',
  async (postcodes: readonly string[], { ask }): Promise<Readonly<Record<string, Point>>> => {
    const hundreds = Array.from({ length: Math.ceil(postcodes.length / 100) }, (_, i) =>
      postcodes.slice(i * 100, (i + 1) * 100),
    )
    return Object.assign({}, ...(await Promise.all(hundreds.map((some) => ask(hundred, some))))) as Readonly<
      Record<string, Point>
    >
  },
  { digest: table(point()) },
)

const known = postcodesIo.run(
  'place',
  async (postcode: string, { ask }): Promise<Place | NoSuch> => {
    const place = await ask(lookup, postcode)
    if (!(place instanceof NoSuch) || /withdrawn/.test(place.detail)) return place
    const near = await ask(similar, postcode.slice(0, -1)).catch(() => [])
    return noSuch(
      place.detail,
      near.map((one) => ({ id: one, label: one })),
    )
  },
  { part: partOf, digest: placeShape },
)

/** The place that all postcode endpoints start from, or a 404 with the reason and similar postcodes. */
export const placeOf = (asked: Node<{ readonly postcode: string }>): Shown<Place> =>
  need(known, asked, ({ postcode }) => postcode)

/** The point of a place. For a postcode without one, every source asked by point is `not_covered`. */
export const pointOf = (place: Node<Place>): Node<Point> =>
  derive(place, ({ point, postcode }) => point ?? notCovered(`${postcode} has no coordinates`))
