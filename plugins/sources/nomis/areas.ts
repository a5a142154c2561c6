/** The areas to ask for: the smallest first, then wider ones as substitutes. */
import { notCovered, type NotCovered } from '@domesday/core'
import { nationCode, regionCode } from '@domesday/vocabulary-geography'
import { formerCouncils, formerInWords, type FormerCouncil, type FormerCouncils } from '@domesday/vocabulary-succession'

export const levels = ['neighbourhood', 'district', 'county', 'region', 'nation'] as const
export type Level = (typeof levels)[number]
export interface Area {
  readonly code: string
  readonly level: Level
  /** Only compared with: no substitute for a smaller area. */
  readonly beside?: true
  /** Districts whose counts add up to that of the area; `code` is none then, and `name` says which they are. */
  readonly parts?: readonly string[]
  readonly name?: string
}
/** What is asked for an area. */
export const codesOf = ({ code, parts }: Area): readonly string[] => parts ?? [code]

/** The parts of a place that the queries need. Names are from the postcode service; codes are GSS codes. */
export interface Locality {
  readonly nation: string
  readonly region: string
  readonly local_authority: string | null
  readonly codes: { readonly local_authority: string | null; readonly lsoa: string | null }
}

const at = (level: Level, ...codes: readonly (string | null)[]): readonly Area[] =>
  codes.filter((code) => code !== null).map((code) => ({ code, level }))

const formerOf = ({ codes: { local_authority: code }, local_authority: name }: Locality): FormerCouncils =>
  code === null ? { same: [], parts: [], within: [] } : formerCouncils({ code, name })
const codes = (councils: readonly FormerCouncil[]): readonly string[] => councils.map(({ code }) => code)

/** The district, under the codes that its area had. */
const ownCodes = (place: Locality): readonly Area[] =>
  at('district', place.codes.local_authority, ...codes(formerOf(place).same))

/** For counts: those of the districts that became one add up. */
const districts = (place: Locality): readonly Area[] => {
  const { parts } = formerOf(place)
  return parts.length === 0
    ? ownCodes(place)
    : [...ownCodes(place), { code: '', level: 'district', parts: codes(parts), name: formerInWords(parts) }]
}
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

/**
 * The district, the county of which it was a part, then its region and nation: for rates, which are withheld in small
 * districts, and which nobody can add up.
 */
export const widening = (place: Locality): readonly Area[] | NotCovered =>
  orNone([...ownCodes(place), ...at('county', ...codes(formerOf(place).within)), ...wider(place)])

/** The census neighbourhood, then its district. */
export const censusAreas = (place: Locality): readonly Area[] | NotCovered =>
  orNone([...at('neighbourhood', place.codes.lsoa), ...districts(place)])

/** The same, compared with the region and nation. */
export const censusAreasBeside = (place: Locality): readonly Area[] | NotCovered => {
  const own = censusAreas(place)
  return Array.isArray(own) ? [...(own as readonly Area[]), ...beside(wider(place))] : own
}
