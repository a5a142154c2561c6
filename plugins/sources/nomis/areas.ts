/** The areas to ask for: the smallest first, then wider ones as substitutes. */
import { notCovered, type NotCovered } from '@domesday/core'

export const levels = ['neighbourhood', 'district', 'region', 'nation'] as const
export type Level = (typeof levels)[number]
export interface Area {
  readonly code: string
  readonly level: Level
}

/** The parts of a place that the queries need. Names are from the postcode service; codes are GSS codes. */
export interface Locality {
  readonly nation: string
  readonly region: string
  readonly codes: { readonly local_authority: string | null; readonly lsoa: string | null }
}

type Codes = Readonly<Record<string, string>>
const nations: Codes = {
  England: 'E92000001',
  Wales: 'W92000004',
  Scotland: 'S92000003',
  'Northern Ireland': 'N92000002',
}
const regions: Codes = {
  'North East': 'E12000001',
  'North West': 'E12000002',
  'Yorkshire and The Humber': 'E12000003',
  'East Midlands': 'E12000004',
  'West Midlands': 'E12000005',
  'East of England': 'E12000006',
  London: 'E12000007',
  'South East': 'E12000008',
  'South West': 'E12000009',
}

/** Areas that got new codes in 2025, for a boundary that hardly moved: the tables still use the old codes. */
const formerly: Codes = { E08000038: 'E08000016', E08000039: 'E08000019' }

const at = (level: Level, ...codes: readonly (string | null | undefined)[]): readonly Area[] =>
  codes.filter((code) => code !== null && code !== undefined).map((code) => ({ code, level }))

const districts = ({ codes: { local_authority: district } }: Locality): readonly Area[] =>
  at('district', district, district && formerly[district])
const orNone = (areas: readonly Area[]): readonly Area[] | NotCovered =>
  areas.length > 0 ? areas : notCovered('a place outside every district')

/** Only the district: for counts, a wider area is no substitute. */
export const ownDistrict = (place: Locality): readonly Area[] | NotCovered => orNone(districts(place))

/** The district, then its region and nation: for rates, which are withheld in small districts. */
export const widening = (place: Locality): readonly Area[] | NotCovered =>
  orNone([...districts(place), ...at('region', regions[place.region]), ...at('nation', nations[place.nation])])

/** The census neighbourhood, then its district. */
export const censusAreas = (place: Locality): readonly Area[] | NotCovered =>
  orNone([...at('neighbourhood', place.codes.lsoa), ...districts(place)])
