/** Crimes of a year for each thousand residents of the circle that they were counted in. */
import { figure, integer, object, orNull, render, rounded, text, type Node, type Of, type Shown } from '@domesday/core'

/** Fewer make no rate: in a town centre nearly all who are there live elsewhere. */
const enough = 500

const rateShape = object({
  per_1000_residents: orNull(
    figure(
      'crimes/1,000 residents/year',
      'Crimes of twelve months for each thousand residents of the circle. It is high where many come who do not live there',
    ),
  ),
  residents: integer('Usual residents, at the census of 2021, of the output areas whose centre lies in the circle'),
  radius_m: integer({ description: 'Of the circle: crimes and residents are those within it', unit: 'm' }),
  months: integer('Months with counts; with fewer than twelve the rate is worked out from these'),
  why_none: orNull(text('Why there is no rate, where there is none')),
})
/** A rate, whose crimes and residents are of the same circle. */
export interface CrimeRate extends Of<typeof rateShape> {}

interface Counted {
  readonly radius_m: number
  readonly total_crimes: number
  readonly months: readonly string[]
}

export const rateOf = ({ radius_m, total_crimes, months }: Counted, residents: number): CrimeRate => {
  const why = residents < enough ? `under ${enough} people live in the circle: too few to divide by` : null
  return {
    per_1000_residents: why === null ? rounded((((total_crimes * 12) / months.length) * 1000) / residents, 1) : null,
    residents,
    radius_m,
    months: months.length,
    why_none: why,
  }
}

/** `residents`: those of the same circle. */
export const crimeRateOf = (crime: Node<Counted>, residents: Node<number>): Shown<CrimeRate> =>
  render(rateShape, { crime, residents }, ({ crime, residents }) => rateOf(crime, residents))
