/** Claimants of the smallest area that the table has: a neighbourhood of about 1,500 people. */
import { figure, integer, object, orNull, rounded, text, type Of, type Shape } from '@domesday/core'
import type { FigureArea, Spread } from './table.ts'

/** The bands of the census that make up the ages of 16 to 64. */
const workingAges = ['16 to 19 years', '20 to 24 years', '25 to 34 years', '35 to 49 years', '50 to 64 years']

/** Null where a band is not known. */
const ofWorkingAge = ({ total, shares }: Spread): number | null => {
  const parts = workingAges.flatMap((band) => shares[band] ?? [])
  return parts.length === workingAges.length
    ? Math.round((total * parts.reduce((sum, part) => sum + part, 0)) / 100)
    : null
}

const fields = object({
  claimant_count: integer('People who claim benefits for being out of work, to the nearest five'),
  claimant_rate_pct: orNull(figure('%', 'Of the residents of 16 to 64 that the census of 2021 counted')),
  residents_16_to_64: orNull(integer('At that census')),
  area: orNull(text('Name of the neighbourhood, of about 1,500 people')),
  period: orNull(text('As published')),
})
/** The claimants of a neighbourhood. The table has no rate of so small an area: that is of the census. */
export interface NeighbourhoodClaimants extends Of<typeof fields> {}
export const neighbourhoodShape: Shape<NeighbourhoodClaimants> = fields

export const claimantsAmong = (
  { count, area, period }: FigureArea & { readonly count: number },
  age: (FigureArea & Spread) | null,
): NeighbourhoodClaimants => {
  const residents = age?.level === 'neighbourhood' ? ofWorkingAge(age) : null
  return {
    claimant_count: count,
    claimant_rate_pct: residents && count <= residents ? rounded((100 * count) / residents, 1) : null,
    residents_16_to_64: residents,
    area,
    period,
  }
}
