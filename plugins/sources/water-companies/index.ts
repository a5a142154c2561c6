import {
  dataset,
  derive,
  integer,
  need,
  notCovered,
  number,
  numeric,
  object,
  orNull,
  render,
  rounded,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import { rated, usualName } from './companies.ts'
import { ratingsIn, reportOf, rowWire, starsOf, wordOf, type RatingRow } from './report.ts'

const ratingFields = object({
  company: text('Usual name: United Utilities'),
  // It is published a year later.
  rating_year: integer('That the rating is of'),
  stars: integer('1 is the worst'),
  stars_out_of: integer('4, and 5 for years from 2026 on'),
  water_regulator_rating: orNull(
    text({
      description: 'The newest rating in a word: Industry leading, Good, Requires improvement or Poor',
      tones: { good: ['Industry leading', 'Good'], fair: ['Requires improvement'], bad: ['Poor'] },
    }),
  ),
  performance_score: number({
    description: 'The rating as a share of the best there is',
    unit: '%',
    minimum: 0,
    maximum: 100,
  }),
})
/** The regulator's rating of a company for a year. */
export interface Rating extends Of<typeof ratingFields> {}
const ratingShape: Shape<Rating> = ratingFields

/** From the ratings of 2026 there are five grades. */
const grades = (year: number): number => (year < 2026 ? 4 : 5)

export const ratingOf = (row: RatingRow, company: string): Rating | null => {
  const year = numeric(row.year),
    stars = starsOf(row.rating)
  if (year === null || stars === null) return null
  const outOf = numeric(row.outOf) ?? grades(year)
  if (stars < 1 || stars > outOf) return null
  return {
    company,
    rating_year: year,
    stars,
    stars_out_of: outOf,
    water_regulator_rating: wordOf(row.description),
    performance_score: rounded((100 * stars) / outOf),
  }
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
    wire: rowWire,
    addresses: (day: Date) =>
      Array.from({ length: reportsBack }, (_, i) => reportOf(company, day.getUTCFullYear() - 1 - i)),
    as: 'json' as const,
    rows: ratingsIn,
  })),
  row: ratingOf,
  key: ({ company, rating_year: year }) => `${company} ${year}`,
  index: ['company'],
  version: 2,
})

/** The newest rating of a company, by its usual name. Null if it is not rated. */
export const newestRating = waterCompanies.ask(
  'rating',
  (rows, company: string) =>
    [...rows.where('company', company)].toSorted((a, b) => b.rating_year - a.rating_year)[0] ?? null,
  { digest: ratingShape, confidence: 'unconfirmed' },
)

/** The sewerage company of a place by its usual name, from a company name found nearby. */
export const companyAt = (nearby: Node<string>): Shown<string> =>
  render(text('Who does the sewers here, by the overflows around. Water may be supplied by another'), nearby, usualName)

/** The newest rating of a place's company. Outside England no company is rated, known or not. */
export const ratingFor = (place: Node<{ readonly nation: string }>, company: Node<string>): Shown<Rating> => {
  const rated = derive(place, ({ nation }) => (nation === 'England' ? nation : notCovered(nation)))
  return need(newestRating, { rated, company }, ({ company }) => company)
}
