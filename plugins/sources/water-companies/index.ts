import { dataset, derive, need, notCovered, numeric, type Node } from '@domesday/core'
import { rated, usualName } from './companies.ts'
import { ratingsIn, reportOf, starsOf, wordOf, type Wire } from './report.ts'

/** How the regulator rated a company for a year. */
export interface Rating {
  /** By its usual name: `United Utilities`. */
  readonly company: string
  /** That the rating is of; it is published in the next. */
  readonly year: number
  /** 1 is the worst. */
  readonly stars: number
  /** 4 up to 2025, 5 from 2026 on. */
  readonly outOf: number
  /** `Industry leading`, `Good`, `Requires improvement`, `Poor` … */
  readonly word: string | null
}

/** From the ratings of 2026 on there are five grades. */
const grades = (year: number): number => (year < 2026 ? 4 : 5)

export const ratingOf = (wire: Wire, company: string): Rating | null => {
  const year = numeric(wire.year),
    stars = starsOf(wire.rating)
  if (year === null || stars === null) return null
  const outOf = numeric(wire.outOf) ?? grades(year)
  return stars < 1 || stars > outOf ? null : { company, year, stars, outOf, word: wordOf(wire.description) }
}

/** The report of a year comes out between July and October of the next: until then the one before it counts. */
const reportsBack = 3

export const waterCompanies = dataset({
  id: 'water-companies',
  title: 'Water companies and their ratings',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    '© Environment Agency copyright and database right, environmental performance of water and sewerage companies, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'England: how the Environment Agency rates the nine water and sewerage companies for each year since 2011. Companies that supply water only are not rated',
  pull: rated.map((company) => ({
    part: company,
    addresses: (day: Date) =>
      Array.from({ length: reportsBack }, (_, i) => reportOf(company, day.getUTCFullYear() - 1 - i)),
    as: 'json' as const,
    rows: ratingsIn,
  })),
  row: (wire: Wire, company: string) => ratingOf(wire, company),
  key: ({ company, year }) => `${company} ${year}`,
  index: ['company'],
})

/** The newest rating of a company, by its usual name. Null for one that is not rated. */
export const newestRating = waterCompanies.ask(
  'rating',
  (rows, company: string): Rating | null =>
    [...rows.where('company', company)].toSorted((a, b) => b.year - a.year)[0] ?? null,
  { confidence: 'unconfirmed' },
)

/** Who does the sewers of a place, by its usual name: the one that something nearby is known to belong to. */
export const companyAt = (nearby: Node<string>): Node<string> => derive({ nearby }, ({ nearby }) => usualName(nearby))

/** The newest rating of the company of a place. Outside England none is rated, known or not. */
export const ratingFor = (place: Node<{ readonly nation: string }>, company: Node<string>): Node<Rating> => {
  const rated = derive({ place }, ({ place: { nation } }) => (nation === 'England' ? nation : notCovered(nation)))
  return need(newestRating, { rated, company }, ({ company }) => company)
}
