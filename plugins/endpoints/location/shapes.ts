/** What this endpoint shows of the labour market and of health. */
import { choice, integer, number, object, orNull, text } from '@domesday/core'

const period = orNull(text('As published'))
const labourBasis = orNull(
  object(
    {
      level: choice(['neighbourhood', 'district', 'region', 'nation'], 'The smallest area that has the figure'),
      area: orNull(text('Name of that area')),
      period,
    },
    'Null where there is no figure',
  ),
)
const healthBasis = orNull(
  object(
    {
      area: choice(['district', 'county', 'region', 'England'], 'The smallest area that has the figure'),
      period,
    },
    'Null where there is no figure',
  ),
)

export const labourShape = object({
  claimant_count: orNull(integer('People who claim benefits for being out of work')),
  claimant_rate_pct: orNull(number({ description: 'Of residents aged 16 to 64', unit: '%' })),
  employment_rate_pct: orNull(number({ description: 'Residents aged 16 to 64 in work', unit: '%' })),
  median_weekly_earnings: orNull(number({ description: 'Gross, all employees who live there', unit: 'GBP/week' })),
  basis: object(
    { claimant_count: labourBasis, employment_rate_pct: labourBasis, median_weekly_earnings: labourBasis },
    'What area and period each figure is of',
  ),
})

export const healthShape = object({
  life_expectancy_male: orNull(number({ description: 'At birth', unit: 'years' })),
  life_expectancy_female: orNull(number({ description: 'At birth', unit: 'years' })),
  obesity_pct: orNull(number({ description: 'Adults', unit: '%' })),
  smoking_pct: orNull(number({ description: 'Adults', unit: '%' })),
  basis: object(
    {
      life_expectancy_male: healthBasis,
      life_expectancy_female: healthBasis,
      obesity_pct: healthBasis,
      smoking_pct: healthBasis,
    },
    'What area and period each figure is of',
  ),
})
