import { dataset, derive, need, notCovered, numeric, type Node } from '@domesday/core'
import { rated, usualName } from './companies.ts'
import { ratingsIn, reportOf, starsOf, wordOf, type Wire } from './report.ts'

/** The regulator's rating of a company for a year. */
export interface Rating {
  /** Usual name: `United Utilities`. */
  readonly company: string
  /** Year of the rating; it is published a year later. */
  readonly year: number
  /** 1 is the worst. */
  readonly stars: number
  /** 4 up to 2025, 5 from 2026. */
  readonly outOf: number
  /** `Industry leading`, `Good`, `Requires improvement`, `Poor` … */
  readonly word: string | null
}

/** From the ratings of 2026 there are five grades. */
const grades = (year: number): number => (year < 2026 ? 4 : 5)

export const ratingOf = (wire: Wire, company: string): Rating | null => {
  const year = numeric(wire.year),
    stars = starsOf(wire.rating)
  if (year === null || stars === null) return null
  const outOf = numeric(wire.outOf) ?? grades(year)
  return stars < 1 || stars > outOf ? null : { company, year, stars, outOf, word: wordOf(wire.description) }
}

/** The report for a year is published between July and October of the next; until then the previous one counts. */
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

/** The newest rating of a company, by its usual name. Null if it is not rated. */
export const newestRating = waterCompanies.ask(
  'rating',
  (rows, company: string): Rating | null =>
    [...rows.where('company', company)].toSorted((a, b) => b.year - a.year)[0] ?? null,
  { confidence: 'unconfirmed' },
)

/** The sewerage company of a place by its usual name, from a company name found nearby. */
export const companyAt = (nearby: Node<string>): Node<string> => derive({ nearby }, ({ nearby }) => usualName(nearby))

/** The newest rating of a place's company. Outside England no company is rated, known or not. */
export const ratingFor = (place: Node<{ readonly nation: string }>, company: Node<string>): Node<Rating> => {
  const rated = derive({ place }, ({ place: { nation } }) => (nation === 'England' ? nation : notCovered(nation)))
  return need(newestRating, { rated, company }, ({ company }) => company)
}
