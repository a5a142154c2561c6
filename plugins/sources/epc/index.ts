import {
  choice,
  countBy,
  date,
  drawn,
  each,
  figure,
  integer,
  maybe,
  need,
  number,
  object,
  orNull,
  partly,
  render,
  rounded,
  source,
  table,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import {
  bandOf,
  bands,
  certificateWire,
  currentOf,
  dwellingShape,
  listedShape,
  midScore,
  isOddlyDescribed,
  readCertificate,
  searchWire,
  type Band,
  type Dwelling,
  type Listed,
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
  wire: searchWire,
  path: (postcode: string) => ['/api/domestic/search', { postcode }],
  digest: listedShape,
  read: ({ data }) => {
    const listed = currentOf(data)
    return listed.length > 0 ? listed : null
  },
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** One certificate by its number; null if it was withdrawn since it was listed. */
export const certificate = epc.get('certificate', {
  wire: certificateWire,
  path: (number: string) => ['/api/certificate', { certificate_number: number }],
  digest: dwellingShape,
  read: ({ data }) => {
    const dwelling = readCertificate(data)
    return isOddlyDescribed(data) ? partly(dwelling, 'a certificate describes the dwelling in another form') : dwelling
  },
  none: ({ status }) => (status === 404 ? null : undefined),
})

const inBand = number({ description: 'Dwellings in this band', unit: '%', minimum: 0, maximum: 100 })
const ratingFields = {
  dwellings: integer('Dwellings of the postcode with a certificate'),
  avg_epc_rating: orNull(choice(bands, 'Band of the average rating')),
  avg_rating: orNull(
    figure('points', 'Average rating on the scale of the certificates, 1 to 100, from the middle of each band'),
  ),
  distribution: orNull(
    drawn(
      object(
        Object.fromEntries(bands.map((band) => [band, inBand])) as Record<Band, typeof inBand>,
        'Per cent of the dwellings by band',
      ),
      'bands',
      {},
    ),
  ),
  newest_certificate: orNull(date('Day of the newest certificate')),
}
const ratingsFields = object(ratingFields)
/** Ratings of a postcode's dwellings, from the list of certificates: null if no band is listed. */
export interface Ratings extends Of<typeof ratingsFields> {}
const ratingsShape: Shape<Ratings> = ratingsFields

const counted = (about: string) =>
  orNull(table(integer(), `Dwellings by ${about}, most frequent first; null where no certificate could be read`))
const efficiencyFields = object({
  ...ratingFields,
  certificates_read: integer('The newest certificates, which the figures below and avg_co2_tpa are of: thirty at most'),
  avg_co2_tpa: orNull(figure('t/year', 'Mean of a dwelling')),
  avg_energy_use_kwh_m2: orNull(figure('kWh/m²/year', 'As calculated for normal use')),
  avg_floor_area_m2: orNull(figure('m²', 'Mean of a dwelling')),
  heating: counted('main heating'),
  walls: counted('main walls'),
  property_types: counted('kind'),
})
/** Ratings of a postcode's dwellings, and details from the newest certificates, which are read in full. */
export interface Efficiency extends Of<typeof efficiencyFields> {}
const efficiencyShape: Shape<Efficiency> = efficiencyFields

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
    avg_epc_rating: averageRating === null ? null : bandOf(averageRating),
    avg_rating: averageRating,
    distribution:
      listedBands.length === 0
        ? null
        : (Object.fromEntries(bands.map((band) => [band, share(band)])) as Record<Band, number>),
    newest_certificate: listed[0]?.registered ?? null,
  }
}

export const efficiencyFrom = (listed: readonly Listed[], read: readonly (Dwelling | null)[]): Efficiency => {
  const known = read.filter((dwelling) => dwelling !== null)
  return {
    ...ratingsFrom(listed),
    certificates_read: known.length,
    avg_co2_tpa: mean(
      known.map(({ co2 }) => co2),
      1,
    ),
    avg_energy_use_kwh_m2: mean(
      known.map(({ energyUse }) => energyUse),
      0,
    ),
    avg_floor_area_m2: mean(
      known.map(({ floorArea }) => floorArea),
      0,
    ),
    heating: tally(known.map(({ heating }) => heating)),
    walls: tally(known.map(({ walls }) => walls)),
    property_types: tally(known.map(({ kind }) => kind)),
  }
}

/**
 * The efficiency of a postcode's dwellings; none if no dwelling has a certificate. Ratings cover all dwellings, the
 * details only the thirty newest certificates. A certificate that fails is left out and does not affect the ratings.
 */
export const efficiencyOf = (
  place: Node<{ readonly postcode: string }>,
): { readonly ratings: Shown<Ratings>; readonly efficiency: Shown<Efficiency> } => {
  const listed = need(dwellings, place, ({ postcode }) => postcode)
  const read = each(maybe(certificate), listed, (listed) => listed.slice(0, most).map(({ certificate }) => certificate))
  return {
    ratings: render(ratingsShape, listed, ratingsFrom),
    efficiency: render(efficiencyShape, { listed, read: maybe(read) }, ({ listed, read }) =>
      efficiencyFrom(listed, read ?? []),
    ),
  }
}
