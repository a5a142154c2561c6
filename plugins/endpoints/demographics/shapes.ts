import { choice, integer, number, object, orNull, text } from '@domesday/core'
import { figureAreaFields } from '@domesday/source-nomis'

const percent = (description: string) => orNull(number({ description, unit: '%', minimum: 0, maximum: 100 }))
const basis = orNull(figureAreaFields)

export const censusShape = object({
  level: choice(['neighbourhood', 'district'], 'What all these figures are of'),
  area: orNull(text('Name of that area')),
  year: orNull(integer('Of the census')),
  population: orNull(integer('Usual residents')),
  households: orNull(integer('Households with a usual resident')),
  owner_occupied_pct: percent('Households that own their home outright or with a mortgage'),
  economically_active_pct: percent('Residents of 16 and over in work or looking for it, students among them'),
})

export const labourShape = object({
  median_weekly_earnings: orNull(number({ description: 'Gross, all employees who live there', unit: 'GBP/week' })),
  employment_rate_pct: percent('Residents aged 16 to 64 in work'),
  claimant_count: orNull(integer('People who claim benefits for being out of work')),
  claimant_rate_pct: percent('Of residents aged 16 to 64'),
  basis: object(
    { median_weekly_earnings: basis, employment_rate_pct: basis, claimant_count: basis },
    'What area and period each figure is of',
  ),
})
