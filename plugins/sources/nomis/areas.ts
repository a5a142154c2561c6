/** The areas to ask for: the smallest first, then wider ones as substitutes. */
import { notCovered, type NotCovered } from '@domesday/core'
import { formerCode, nationCode, regionCode } from '@domesday/vocabulary-geography'

export const levels = ['neighbourhood', 'district', 'region', 'nation'] as const
export type Level = (typeof levels)[number]
export interface Area {
  readonly code: string
  readonly level: Level
  /** Only compared with: no substitute for a smaller area. */
  readonly beside?: true
}

/** The parts of a place that the queries need. Names are from the postcode service; codes are GSS codes. */
export interface Locality {
  readonly nation: string
  readonly region: string
  readonly codes: { readonly local_authority: string | null; readonly lsoa: string | null }
}

const at = (level: Level, ...codes: readonly (string | null)[]): readonly Area[] =>
  codes.filter((code) => code !== null).map((code) => ({ code, level }))

const districts = ({ codes: { local_authority: district } }: Locality): readonly Area[] =>
  at('district', district, district && formerCode(district))
const orNone = (areas: readonly Area[]): readonly Area[] | NotCovered =>
  areas.length > 0 ? areas : notCovered('a place outside every district')

const wider = ({ region, nation }: Locality): readonly Area[] => [
  ...at('region', regionCode(region)),
  ...at('nation', nationCode(nation)),
]
const beside = (areas: readonly Area[]): readonly Area[] => areas.map((area) => ({ ...area, beside: true }))

/** The district, compared with its region and nation: for counts, a wider area is no substitute. */
export const ownDistrict = (place: Locality): readonly Area[] | NotCovered => {
  const own = districts(place)
  return own.length > 0 ? [...own, ...beside(wider(place))] : orNone(own)
}

/** Only the neighbourhood of the census of 2021, in England and Wales; elsewhere null. */
export const ownNeighbourhood = ({ nation, codes: { lsoa } }: Locality): readonly Area[] | null =>
  lsoa !== null && (nation === 'England' || nation === 'Wales') ? at('neighbourhood', lsoa) : null

/** The district, then its region and nation: for rates, which are withheld in small districts. */
export const widening = (place: Locality): readonly Area[] | NotCovered =>
  orNone([...districts(place), ...wider(place)])

/** The census neighbourhood, then its district. */
export const censusAreas = (place: Locality): readonly Area[] | NotCovered =>
  orNone([...at('neighbourhood', place.codes.lsoa), ...districts(place)])

/** The same, compared with the region and nation. */
export const censusAreasBeside = (place: Locality): readonly Area[] | NotCovered => {
  const own = censusAreas(place)
  return Array.isArray(own) ? [...(own as readonly Area[]), ...beside(wider(place))] : own
}
