/**
 * The sample postcode service: full records from the compact rows in places.yaml, and positions only from
 * positions.yaml.
 */
import { type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

type Named = readonly [name: string | null, code: string | null]
interface Row {
  readonly postcode: string
  readonly quality?: number
  readonly country: string
  readonly region?: string
  readonly introduced: string
  readonly oa21?: string
  readonly at?: readonly [lat: number, lng: number]
  readonly grid?: readonly [eastings: number, northings: number]
  readonly index_of_multiple_deprivation?: number
  readonly [named: string]: unknown
}

const rows = yamlRows(import.meta.dirname, 'places.yaml') as unknown as readonly Row[]
const plain = (postcode: string): string => postcode.toUpperCase().replace(/\s/g, '')

const record = (row: Row): object => {
  const [outcode, incode] = row.postcode.split(' ')
  const of = (field: string): Named => (row[field] as Named | undefined) ?? [null, null]
  const [name, code] = [(field: string) => of(field)[0], (field: string) => of(field)[1]]
  // The 2011 codes differ if small areas were redrawn since, as in all of Scotland.
  const [lsoa11, msoa11] = [row['lsoa11'] ? 'lsoa11' : 'lsoa', row['msoa11'] ? 'msoa11' : 'msoa']
  const ccg = row['ccg'] ? 'ccg' : 'icb'
  return {
    postcode: row.postcode,
    quality: row.quality ?? 1,
    eastings: row.grid?.[0] ?? null,
    northings: row.grid?.[1] ?? null,
    country: row.country,
    nhs_ha: null,
    longitude: row.at?.[1] ?? null,
    latitude: row.at?.[0] ?? null,
    european_electoral_region: row.region ?? row.country,
    primary_care_trust: null,
    region: row.region ?? null,
    lsoa: name('lsoa'),
    msoa: name('msoa'),
    incode,
    outcode,
    parliamentary_constituency: name('parliamentary_constituency'),
    parliamentary_constituency_2024: name('parliamentary_constituency'),
    senedd_constituency: null,
    senedd_constituency_no: null,
    admin_district: name('admin_district'),
    parish: name('parish'),
    admin_county: name('admin_county'),
    date_of_introduction: row.introduced,
    date_of_termination: null,
    index_of_multiple_deprivation: row.index_of_multiple_deprivation ?? null,
    admin_ward: name('admin_ward'),
    ced: name('ced'),
    ccg: name(ccg),
    nuts: name('admin_district'),
    pfa: name('pfa'),
    nhs_region: name('nhs_region'),
    ttwa: name('ttwa'),
    national_park: name('national_park'),
    bua: null,
    icb: name('icb'),
    cancer_alliance: null,
    lsoa11: name(lsoa11),
    msoa11: name(msoa11),
    lsoa21: name('lsoa'),
    msoa21: name('msoa'),
    oa21: row.oa21 ?? null,
    ruc11: null,
    ruc21: null,
    lep1: null,
    lep2: null,
    codes: {
      admin_district: code('admin_district'),
      admin_county: code('admin_county'),
      admin_ward: code('admin_ward'),
      parish: code('parish'),
      parliamentary_constituency: code('parliamentary_constituency'),
      parliamentary_constituency_2024: code('parliamentary_constituency'),
      ccg: row['ccg'] ? code('ccg') : null,
      ccg_id: null,
      ced: code('ced'),
      nuts: null,
      lsoa: code('lsoa'),
      msoa: code('msoa'),
      lau2: code('admin_district'),
      pfa: code('pfa'),
      nhs_region: code('nhs_region'),
      ttwa: code('ttwa'),
      national_park: code('national_park'),
      bua: null,
      icb: code('icb'),
      cancer_alliance: null,
      lsoa11: code(lsoa11),
      msoa11: code(msoa11),
      lsoa21: code('lsoa'),
      msoa21: code('msoa'),
      oa21: row.oa21 ?? null,
      ruc11: null,
      ruc21: null,
      lep1: null,
      lep2: null,
    },
  }
}

/** Withdrawn postcodes, with the month in which they ended and their former place. */
const withdrawn: Readonly<Record<string, object>> = {
  W1A0AX: {
    postcode: 'W1A 0AX',
    year_terminated: 2016,
    month_terminated: 5,
    longitude: -0.143799,
    latitude: 51.518561,
  },
  WA55TN: {
    postcode: 'WA5 5TN',
    year_terminated: 2001,
    month_terminated: 1,
    longitude: -2.611994,
    latitude: 53.414873,
  },
  E1W1UU: {
    postcode: 'E1W 1UU',
    year_terminated: 2015,
    month_terminated: 2,
    longitude: -0.073732,
    latitude: 51.508007,
  },
}

const refused = (error: string, more: object = {}) => ({ status: 404, json: { status: 404, error, ...more } })
const found = (result: unknown) => ({ json: { status: 200, result } })

interface Position {
  readonly postcode: string
  readonly at?: readonly [lat: number, lng: number]
}
const placed = [...rows, ...yamlRows<Position>(import.meta.dirname, 'positions.yaml')].flatMap(
  ({ postcode, at }: Position) => (at ? [{ postcode, latitude: at[0], longitude: at[1] }] : []),
)

/** The position of an outcode is the mean of its postcodes. */
const outcodes = Object.entries(Object.groupBy(placed, ({ postcode }) => postcode.split(' ')[0]!)).map(
  ([outcode, all = []]) => {
    const mean = (of: 'latitude' | 'longitude'): number =>
      Number((all.reduce((sum, position) => sum + position[of], 0) / all.length).toFixed(6))
    return { outcode, longitude: mean('longitude'), latitude: mean('latitude') }
  },
)

const nearest = (asked: string, metres: number, limit: number) => {
  const point = ({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): Point => ({
    lat: latitude,
    lng: longitude,
  })
  const from = outcodes.find(({ outcode }) => outcode === asked)
  if (!from) return refused('Outcode not found')
  const near = outcodes
    .map((to) => ({ ...to, distance: metresBetween(point(from), point(to)) }))
    .filter(({ distance }) => distance <= metres)
  return found(near.toSorted((a, b) => a.distance - b.distance).slice(0, limit))
}

/** At most two letters, a digit with a digit or letter, a digit, two letters: the service's test of the format. */
const wellFormed = /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/

const outcodeOf = (asked: string) => {
  const own = rows.filter(({ postcode }) => postcode.split(' ')[0] === asked)
  if (own.length === 0) return refused('Outcode not found')
  const names = (field: string): readonly unknown[] => [
    ...new Set(own.map((row) => (row[field] as Named | undefined)?.[0]).filter((name) => name != null)),
  ]
  const { longitude, latitude } = outcodes.find(({ outcode }) => outcode === asked) ?? {}
  return found({
    outcode: asked,
    longitude: longitude ?? null,
    latitude: latitude ?? null,
    northings: own[0]!.grid?.[1] ?? null,
    eastings: own[0]!.grid?.[0] ?? null,
    admin_district: names('admin_district'),
    parish: names('parish'),
    admin_county: names('admin_county'),
    admin_ward: names('admin_ward'),
    country: [...new Set(own.map(({ country }) => country))],
    parliamentary_constituency: names('parliamentary_constituency'),
    parliamentary_constituency_2024: names('parliamentary_constituency'),
  })
}

export const answer: SampleAnswer = ({ method, segments: [first, asked, last], query, body }) => {
  if (first === 'outcodes' && asked !== undefined && last === 'nearest') {
    return nearest(plain(asked), Number(query.get('radius') ?? 5000), Number(query.get('limit') ?? 10))
  }
  if (first === 'outcodes' && asked !== undefined && last === undefined) return outcodeOf(plain(asked))
  if (first !== 'postcodes') return null
  if (method === 'POST') {
    const { postcodes } = body as { readonly postcodes: readonly string[] }
    return found(
      postcodes.map((query) => ({
        query,
        result: placed.find(({ postcode }) => plain(postcode) === plain(query)) ?? null,
      })),
    )
  }
  if (asked === undefined) {
    const start = plain(query.get('q') ?? ''),
      limit = Number(query.get('limit') ?? 10)
    const hits = rows.filter(({ postcode }) => start !== '' && plain(postcode).startsWith(start)).slice(0, limit)
    return found(hits.length > 0 ? hits.map(record) : null)
  }
  const row = rows.find(({ postcode }) => plain(postcode) === plain(asked))
  if (row) return found(record(row))
  const terminated = withdrawn[plain(asked)]
  if (!wellFormed.test(plain(asked))) return refused('Invalid postcode')
  return refused('Postcode not found', terminated && { terminated })
}
