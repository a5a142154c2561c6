/** The finding from a year of the grid. */
import { about, between, type FactorReading } from '@domesday/core'
import type { Year } from '@domesday/source-carbon-intensity'

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
/** `2025-10` as `October 2025`. */
const monthOf = (month: string): string => `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/**
 * One half hour mostly reflects the wind, a year the grid. Twelve weeks are a sample of the year; the error is within
 * the factor's spread.
 */
export const gridFinding = ({ region, mean, low, high, weeks, from, to }: Year): FactorReading => {
  const said = `Electricity in ${region} carried ${mean} g of CO2 for each kWh on average from ${monthOf(from)} to ${monthOf(to)}`
  return weeks === 12
    ? about(mean, `${said}, by the first week of each month.`)
    : between(low, high, `${said}, by the first week of ${weeks} of the twelve months: the others are not known.`, mean)
}
