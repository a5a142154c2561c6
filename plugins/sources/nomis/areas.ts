/** Which areas a question goes to: the smallest first, and the wider ones that may stand in for it. */
import { notCovered, type NotCovered } from '@domesday/core'

export type Level = 'neighbourhood' | 'district' | 'region' | 'nation'
export interface Area {
  readonly code: string
  readonly level: Level
}

/** What a place must say of itself. Names are those of the postcode look-up, codes are GSS codes. */
export interface Locality {
  readonly nation: string
  readonly region: string
  readonly codes: { readonly district: string | null; readonly lsoa: string | null }
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

/** Codes that were given out anew in 2025 for a boundary that hardly moved: the tables still go by the old ones. */
const formerly: Codes = { E08000038: 'E08000016', E08000039: 'E08000019' }

const at = (level: Level, ...codes: readonly (string | null | undefined)[]): readonly Area[] =>
  codes.filter((code) => code !== null && code !== undefined).map((code) => ({ code, level }))

const districts = ({ codes: { district } }: Locality): readonly Area[] =>
  at('district', district, district && formerly[district])
const orNone = (areas: readonly Area[]): readonly Area[] | NotCovered =>
  areas.length > 0 ? areas : notCovered('a place outside every district')

/** The district alone: for counts, which a wider area cannot stand in for. */
export const ownDistrict = (place: Locality): readonly Area[] | NotCovered => orNone(districts(place))

/** The district, then its region and nation: for rates that are held back in small districts. */
export const widening = (place: Locality): readonly Area[] | NotCovered =>
  orNone([...districts(place), ...at('region', regions[place.region]), ...at('nation', nations[place.nation])])

/** The neighbourhood of the census, then its district. */
export const censusAreas = (place: Locality): readonly Area[] | NotCovered =>
  orNone([...at('neighbourhood', place.codes.lsoa), ...districts(place)])
