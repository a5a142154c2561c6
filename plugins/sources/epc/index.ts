import { countBy, derive, each, maybe, need, present, rounded, source, type Node } from '@domesday/core'
import {
  bandOf,
  bands,
  currentOf,
  midScore,
  readCertificate,
  type Band,
  type Dwelling,
  type Listed,
  type Search,
  type Wire,
} from './certificate.ts'

export { bandOf, bands, type Band, type Dwelling, type Listed } from './certificate.ts'

export const epc = source({
  id: 'epc',
  title: 'Energy performance of buildings register',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains energy performance certificate data from the Ministry of Housing, Communities and Local Government licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'Open Government Licence, but for addresses and postcodes: those are Royal Mail’s and Ordnance Survey’s, and may be used for purposes of energy performance only.',
    url: 'https://epc.opendatacommunities.org/docs/copyright',
  },
  covers: ['England', 'Wales'],
  coverage:
    'England and Wales: energy certificates of dwellings that were built, sold or let since 2008. Scotland has a register of its own',
  auth: [{ bearer: 'TOKEN' }],
  signup: 'https://get-energy-performance-data.communities.gov.uk',
})

/** Dwellings of a postcode with their current certificate, newest first. Null if none was ever lodged (a 404). */
export const dwellings = epc.get('search', {
  path: (postcode: string) => ['/api/domestic/search', { postcode }],
  read: (wire: Search): readonly Listed[] | null => {
    const listed = currentOf(wire)
    return listed.length > 0 ? listed : null
  },
  none: ({ status }) => (status === 404 ? null : undefined),
})

/**
 * One certificate by its number; null if it was withdrawn since it was listed. Its members vary with the year of its
 * schema.
 */
export const certificate = epc.get('certificate', {
  path: (number: string) => ['/api/certificate', { certificate_number: number }],
  read: ({ data }: { readonly data?: Wire }): Dwelling => readCertificate(present(data, 'data')),
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** Ratings of a postcode's dwellings, from the list of certificates. */
export interface Ratings {
  /** Number of dwellings with a certificate. */
  readonly dwellings: number
  /** Over all dwellings, from the middle of each band. Null if no band is listed. */
  readonly averageBand: Band | null
  readonly averageRating: number | null
  /** Percentages of dwellings with a band, one decimal; has every band from A to G. Null if no band is listed. */
  readonly distribution: Readonly<Record<Band, number>> | null
  /** Day of the newest certificate. */
  readonly newest: string | null
}

/**
 * Energy efficiency of a postcode's dwellings: ratings, and details from the newest certificates, which are read in
 * full.
 */
export interface Efficiency extends Ratings {
  readonly read: number
  /** Tonnes per year, mean of the dwellings. */
  readonly co2: number | null
  /** kWh per square metre per year, mean of the dwellings. */
  readonly energyUse: number | null
  /** Square metres, mean of the dwellings. */
  readonly floorArea: number | null
  /** Dwellings by description, most frequent first. Null if no certificate could be read. */
  readonly heating: Readonly<Record<string, number>> | null
  readonly walls: Readonly<Record<string, number>> | null
  readonly kinds: Readonly<Record<string, number>> | null
}

// Enough for a tower with hundreds of flats; reading them takes about a second.
const most = 30

const mean = (values: readonly (number | null)[], decimals: number): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : rounded(known.reduce((sum, value) => sum + value, 0) / known.length, decimals)
}
const tally = (words: readonly (string | null)[]): Readonly<Record<string, number>> | null =>
  words.length === 0
    ? null
    : countBy(
        words.filter((word) => word !== null),
        (word) => word,
      )

const ratingsFrom = (listed: readonly Listed[]): Ratings => {
  const listedBands = listed.flatMap(({ band }) => band ?? [])
  const share = (band: Band): number =>
    rounded((100 * listedBands.filter((one) => one === band).length) / listedBands.length, 1)
  const averageRating = mean(
    listedBands.map((band) => midScore[band]),
    1,
  )
  return {
    dwellings: listed.length,
    averageBand: averageRating === null ? null : bandOf(averageRating),
    averageRating,
    distribution:
      listedBands.length === 0
        ? null
        : (Object.fromEntries(bands.map((band) => [band, share(band)])) as Record<Band, number>),
    newest: listed[0]?.registered ?? null,
  }
}

export const efficiencyFrom = (listed: readonly Listed[], read: readonly (Dwelling | null)[]): Efficiency => {
  const known = read.filter((dwelling) => dwelling !== null)
  return {
    ...ratingsFrom(listed),
    read: known.length,
    co2: mean(
      known.map(({ co2 }) => co2),
      1,
    ),
    energyUse: mean(
      known.map(({ energyUse }) => energyUse),
      0,
    ),
    floorArea: mean(
      known.map(({ floorArea }) => floorArea),
      0,
    ),
    heating: tally(known.map(({ heating }) => heating)),
    walls: tally(known.map(({ walls }) => walls)),
    kinds: tally(known.map(({ kind }) => kind)),
  }
}

/**
 * The efficiency of a postcode's dwellings; none if no dwelling has a certificate. Ratings cover all dwellings, the
 * details only the thirty newest certificates. A certificate that fails is left out and does not affect the ratings.
 */
export const efficiencyOf = (
  place: Node<{ readonly postcode: string }>,
): { readonly ratings: Node<Ratings>; readonly efficiency: Node<Efficiency> } => {
  const listed = need(dwellings, { place }, ({ place }) => place.postcode)
  const read = each(maybe(certificate), { listed }, ({ listed }) =>
    listed.slice(0, most).map(({ certificate }) => certificate),
  )
  return {
    ratings: derive({ listed }, ({ listed }) => ratingsFrom(listed)),
    efficiency: derive({ listed, read: maybe(read) }, ({ listed, read }) => efficiencyFrom(listed, read ?? [])),
  }
}
