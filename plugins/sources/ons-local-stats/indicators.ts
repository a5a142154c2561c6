/** The indicators that answers use, as their addresses name them, each with the unit of its values. */
export const indicators = {
  'average-house-price': 'GBP',
  'gigabit-capable-broadband': '%',
  'premises-below-30mbps': '%',
  'gross-disposable-household-income-per-head': 'GBP/year',
  'population-count': 'people',
  'median-age': 'years',
} as const
export type Indicator = keyof typeof indicators
export const named = Object.keys(indicators) as readonly Indicator[]

const month = /^(\d{4})-(\d{2})-\d{2}\/P1M$/
const span = /^(\d{4})-(\d{2}-\d{2})\/P(\d+)Y$/

/**
 * A period as one reads it: `2026-04` of a month, `2023` of a calendar year, `3 years from 2021-04-01`. A day stays as
 * it is, and so does what is none of these.
 */
export const periodOf = (published: string): string => {
  const [, ofYear, ofMonth] = month.exec(published) ?? []
  if (ofYear !== undefined) return `${ofYear}-${ofMonth}`
  const [, year, start, years] = span.exec(published) ?? []
  if (year === undefined) return published
  if (years === '1' && start === '01-01') return year
  return `${years === '1' ? 'a year' : `${years} years`} from ${year}-${start}`
}
