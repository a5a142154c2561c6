/** The place of a postcode: the record of the service, and what is made of it. */
import {
  numeric,
  object,
  orNull,
  point,
  present,
  stated,
  subject,
  text,
  type Of,
  type Point,
  type Shape,
} from '@domesday/core'

const gss = () => orNull(text('GSS code'))
const placeFields = object({
  postcode: subject('postcode', text('In its usual form')),
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
export const placeShape: Shape<Place> = placeFields

export interface Wire {
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
  readonly lsoa11?: string | null
  readonly lsoa21?: string | null
  readonly msoa21?: string | null
  readonly oa21?: string | null
  readonly icb?: string | null
  readonly codes?: Readonly<Record<string, string | null | undefined>>
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

export const positionOf = ({ latitude, longitude }: Pick<Wire, 'latitude' | 'longitude'>): Point | null => {
  const lat = numeric(latitude),
    lng = numeric(longitude)
  return lat === null || lng === null ? null : { lat, lng }
}

/** The service writes each of these in every record, null where it does not apply. */
const members = ['region', 'admin_district', 'admin_county', 'admin_ward', 'parish', 'pfa', 'outcode', 'codes'] as const
const codes = ['admin_district', 'admin_county', 'admin_ward']
/** The service writes these as a member and as a code, since December 2025. */
const newer = ['lsoa11', 'oa21', 'icb'] as const

/** Throws where a record lacks what all have. One that was shortened has none of these members. */
const checkRecord = (w: Wire): void => {
  if (members.every((name) => w[name] === undefined)) return
  for (const name of [...members, 'country'] as const) present(w[name], name)
  for (const name of [...codes, ...(newer.some((name) => w[name] !== undefined) ? newer : [])])
    present(w.codes?.[name], `codes.${name}`)
}

/** Throws where the record has another shape. */
export const placeIn = (w: Wire) => {
  checkRecord(w)
  return {
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
  }
}
