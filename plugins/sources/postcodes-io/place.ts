/** The place of a postcode: the record of the service, and what is made of it. */
import {
  listed,
  numeric,
  object,
  optional,
  orNull,
  point,
  partly,
  sent,
  stated,
  subject,
  text,
  wire,
  type Of,
  type Point,
  type Sent,
  type Shape,
} from '@domesday/core'
import { real, soundAreas, strayOf } from './sound.ts'

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
  // Areas follow from the position, so that they are no surer than it is.
  inexact: optional(text('Why its position is not that of its addresses; absent where it is')),
})
/** The location of a postcode. Codes are GSS codes; names that mean "does not apply" are null. */
export interface Place extends Of<typeof placeFields> {}
export const placeShape: Shape<Place> = placeFields

const { text: words, number, must, mustOrNull, often, unread } = sent
const codesSent = {
  admin_district: words,
  admin_county: words,
  admin_ward: words,
  parliamentary_constituency_2024: words,
  lsoa: words,
  msoa: words,
  lsoa11: words,
  lsoa21: words,
  msoa21: words,
  oa21: words,
  icb: words,
}
const namesSent = {
  ...codesSent,
  // Of these the codes are read alone.
  ...unread('lsoa11', 'oa21', 'icb'),
  parish: words,
  pfa: words,
  region: words,
  outcode: often(words),
}
const otherNames = [
  // The same since the boundaries of 2024.
  'parliamentary_constituency',
  'ced',
  'ccg',
  'nuts',
  'msoa11',
  'nhs_region',
  'ttwa',
  'national_park',
  'bua',
  'cancer_alliance',
  'ruc11',
  'ruc21',
  'lep1',
  'lep2',
] as const
const othersSent = unread(
  ...otherNames,
  'incode',
  'eastings',
  'northings',
  'nhs_ha',
  'european_electoral_region',
  'primary_care_trust',
  'senedd_constituency',
  'senedd_constituency_no',
  'date_of_introduction',
  'index_of_multiple_deprivation',
)
const memberNames = Object.keys(namesSent) as (keyof typeof namesSent)[]
/**
 * A record of which only the postcode is read. `toJson` of ideal-postcodes/postcodes.io writes all members of
 * `PostcodeInterface` into every record, null where one does not apply; recorded ones of before 2026 have fewer.
 */
export const briefSent = {
  ...othersSent,
  ...unread(...memberNames, 'quality', 'date_of_termination', 'distance', 'country', 'latitude', 'longitude', 'codes'),
  postcode: must(words),
}
export const positionSent = { latitude: mustOrNull(number), longitude: mustOrNull(number) }
/** Every figure of an area rests on its nation and its district: without them it would be that of another. */
export const recordSent = {
  ...othersSent,
  ...namesSent,
  ...positionSent,
  postcode: must(words),
  quality: often(number),
  // Null while the postcode lives.
  date_of_termination: words,
  country: mustOrNull(words),
  codes: must({
    ...unread(...otherNames, 'parish', 'pfa', 'ccg_id', 'lau2'),
    ...codesSent,
    admin_district: mustOrNull(words),
  }),
}
const recordWire = wire(recordSent)
type Wire = Sent<typeof recordWire>
/** By the first letters of the postcode. */
const outside: Readonly<Record<string, string>> = {
  BT: 'Northern Ireland',
  GY: 'Channel Islands',
  JE: 'Channel Islands',
  IM: 'Isle of Man',
}
/** Where the service states none, and it cannot be derived, the nation is one that no source covers. */
const nationOf = ({ country, postcode }: Wire): string =>
  stated(country) ?? outside[postcode.slice(0, 2)] ?? 'United Kingdom'

export const positionOf = ({ latitude, longitude }: Pick<Wire, 'latitude' | 'longitude'>): Point | null => {
  const lat = numeric(latitude),
    lng = numeric(longitude)
  return lat === null || lng === null ? null : { lat, lng }
}

/** Without one of these nobody can tell what does not apply from what is not known. */
const telling = ['region', 'admin_district', 'admin_county', 'admin_ward', 'parish', 'pfa'] as const

/** Positional qualities of the postcode directory that are none of its addresses. */
const inexactly: Readonly<Record<number, string>> = {
  5: 'imputed from the postcodes around',
  6: 'the mean of its postcode sector, as of PO boxes',
  8: 'the last one that was known',
}
const inexactOf = ({ postcode, quality }: Wire): string | undefined => {
  const how = inexactly[quality ?? 0]
  return how && `the position of ${postcode} is not exact: it is ${how}`
}

/** Areas, each null where it contradicts the nation. */
const soundIn = (w: Wire, nation: string) => {
  const { areas, doubts } = soundAreas(nation, {
    district: [w.admin_district, w.codes.admin_district],
    county: [w.admin_county, w.codes.admin_county],
    ward: [w.admin_ward, w.codes.admin_ward],
    constituency: [w.parliamentary_constituency_2024, w.codes.parliamentary_constituency_2024],
    lsoa: [w.lsoa21 ?? w.lsoa, w.codes.lsoa21 ?? w.codes.lsoa],
    lsoa11: [null, w.codes.lsoa11],
    msoa: [w.msoa21 ?? w.msoa, w.codes.msoa21 ?? w.codes.msoa],
    oa: [null, w.codes.oa21],
  })
  return { ...areas, doubts }
}

export const placeIn = (w: Wire) => {
  const nation = nationOf(w),
    point = positionOf(w),
    inexact = inexactOf(w) ?? strayOf(nation, point),
    sound = soundIn(w, nation)
  const place = {
    postcode: w.postcode,
    outcode: stated(w.outcode) ?? w.postcode.split(' ')[0]!,
    nation,
    region: real(w.region) ?? nation,
    local_authority: sound.district.name,
    county: sound.county.name,
    ward: sound.ward.name,
    parish: real(w.parish),
    constituency: sound.constituency.name,
    police: real(w.pfa),
    lsoa: sound.lsoa.name,
    msoa: sound.msoa.name,
    codes: {
      local_authority: sound.district.code,
      county: sound.county.code,
      ward: sound.ward.code,
      constituency: sound.constituency.code,
      lsoa: sound.lsoa.code,
      lsoa11: sound.lsoa11.code,
      msoa: sound.msoa.code,
      oa: sound.oa.code,
      icb: real(w.codes.icb),
    },
    point,
    ...(inexact && { inexact }),
  }
  const lacking = telling.filter((name) => w[name] === undefined)
  const doubts = [
    inexact,
    ...sound.doubts,
    w.date_of_termination && `${w.postcode} has ended: ${w.date_of_termination.replace(/^(\d{4})(\d{2})$/, '$1-$2')}`,
    lacking.length > 0 && `the record of the postcode does not state ${listed(lacking)}`,
  ].filter((doubt) => typeof doubt === 'string' && doubt !== '')
  return doubts.length === 0 ? place : partly(place, doubts.join('; '))
}
