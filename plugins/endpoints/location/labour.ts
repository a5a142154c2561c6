/** What this endpoint shows of the labour market. */
import { integer, number, object, orNull } from '@domesday/core'
import { figureAreaFields } from '@domesday/source-nomis'

const basis = orNull(figureAreaFields)

export const labourShape = object({
  claimant_count: orNull(integer('People who claim benefits for being out of work')),
  claimant_rate_pct: orNull(number({ description: 'Of residents aged 16 to 64', unit: '%' })),
  employment_rate_pct: orNull(number({ description: 'Residents aged 16 to 64 in work', unit: '%' })),
  median_weekly_earnings: orNull(number({ description: 'Gross, all employees who live there', unit: 'GBP/week' })),
  basis: object(
    { claimant_count: basis, employment_rate_pct: basis, median_weekly_earnings: basis },
    'What area and period each figure is of',
  ),
})
