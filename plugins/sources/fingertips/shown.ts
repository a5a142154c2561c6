/** The indicators as endpoints show them: flat figures, and beside them what each is of. */
import { choice, figure, object, orNull, render, text, type Node } from '@domesday/core'
import { levels, type HealthIndicators, type Indicator } from './indicators.ts'

const basisShape = orNull(
  object(
    {
      area: choice(levels, 'The smallest area that has the figure'),
      period: orNull(text('As published')),
    },
    'Null where there is no figure',
  ),
)
const shownShape = object({
  life_expectancy_male: orNull(figure('years', 'At birth')),
  life_expectancy_female: orNull(figure('years', 'At birth')),
  obesity_pct: orNull(figure('%', 'Adults')),
  smoking_pct: orNull(figure('%', 'Adults')),
  basis: object(
    {
      life_expectancy_male: basisShape,
      life_expectancy_female: basisShape,
      obesity_pct: basisShape,
      smoking_pct: basisShape,
    },
    'What area and period each figure is of',
  ),
})

const basis = (figure: Indicator | null) => figure && { area: figure.level, period: figure.period }

export const indicatorsShown = (indicators: Node<HealthIndicators>) =>
  render(shownShape, indicators, ({ lifeExpectancyMale, lifeExpectancyFemale, obesity, smoking }) => ({
    life_expectancy_male: lifeExpectancyMale?.value ?? null,
    life_expectancy_female: lifeExpectancyFemale?.value ?? null,
    obesity_pct: obesity?.value ?? null,
    smoking_pct: smoking?.value ?? null,
    basis: {
      life_expectancy_male: basis(lifeExpectancyMale),
      life_expectancy_female: basis(lifeExpectancyFemale),
      obesity_pct: basis(obesity),
      smoking_pct: basis(smoking),
    },
  }))
