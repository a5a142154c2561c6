/** What is known of the health of an area's residents. */
import { choice, integer, number, object, orNull, text, type Of, type Shape } from '@domesday/core'

export const levels = ['district', 'county', 'region', 'England'] as const
export type Level = (typeof levels)[number]

const indicatorFields = object({
  // Id of the indicator: figures of another one are of another definition.
  indicator: integer(),
  value: number(),
  // As published: `2022 - 24`, `2023/24`.
  period: orNull(text()),
  level: choice(levels),
})
/** One figure, one decimal, and the area it covers. */
export interface Indicator extends Of<typeof indicatorFields> {}
const indicatorShape: Shape<Indicator | null> = orNull(indicatorFields)

const indicatorsFields = object({
  lifeExpectancyMale: indicatorShape,
  lifeExpectancyFemale: indicatorShape,
  obesity: indicatorShape,
  smoking: indicatorShape,
})
/** Life expectancy at birth in years; obesity and smoking in per cent of adults. Null if no level has the figure. */
export interface HealthIndicators extends Of<typeof indicatorsFields> {}
export const indicatorsShape: Shape<HealthIndicators> = indicatorsFields
