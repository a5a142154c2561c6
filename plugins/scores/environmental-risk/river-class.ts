/** A river class from a year of samples, for a water body without a published class. */
import type { RiverSampling } from '@domesday/source-ea-water-quality'

export type RiverClass = 'High' | 'Good' | 'Moderate' | 'Poor' | 'Bad'

// Ammonia in lowland rivers, mg/l of nitrogen: limits of the Water Framework Directive standards for England, 2015.
// They are 90th percentiles, so if the mean exceeds one, the true class is the same or worse.
const limits: readonly (readonly [RiverClass, number])[] = [
  ['High', 0.3],
  ['Good', 0.6],
  ['Moderate', 1.1],
  ['Poor', 2.5],
]

/** The class for the mean of ammonia, the best indicator of sewage and farm waste in a river. */
export const classByAmmonia = (milligrams: number): RiverClass =>
  limits.find(([, upTo]) => milligrams <= upTo)?.[0] ?? 'Bad'

export interface SampledClass {
  readonly status: RiverClass
  /** Mean over the year, mg/l of nitrogen. */
  readonly ammonia: number
  readonly name: string
  readonly metres: number
}

/** A river's class from samples, and where they were taken. Null if ammonia was not measured nearby. */
export const sampledClass = ({ nearest }: Pick<RiverSampling, 'nearest'>): SampledClass | null => {
  const ammonia = nearest?.ammonia_mg_l ?? null
  return nearest && ammonia !== null
    ? { status: classByAmmonia(ammonia), ammonia, name: nearest.name, metres: nearest.distance_m }
    : null
}
