/** What a year of river samples says where a water body has no class. */
import type { RiverSampling } from '@domesday/source-ea-water-quality'

export type RiverClass = 'High' | 'Good' | 'Moderate' | 'Poor' | 'Bad'

// Ammonia in lowland rivers, mg/l of nitrogen: the limits of the Water Framework Directive standards for England of
// 2015. They hold for what nine samples of ten stay under, so a mean that breaks one is worse than it looks, never
// better.
const limits: readonly (readonly [RiverClass, number])[] = [
  ['High', 0.3],
  ['Good', 0.6],
  ['Moderate', 1.1],
  ['Poor', 2.5],
]

/** The class that the mean of ammonia points to: the substance that tells most of sewage and farm waste in a river. */
export const classByAmmonia = (milligrams: number): RiverClass =>
  limits.find(([, upTo]) => milligrams <= upTo)?.[0] ?? 'Bad'

export interface SampledClass {
  readonly status: RiverClass
  /** Mean of the year, mg/l of nitrogen. */
  readonly ammonia: number
  readonly name: string
  readonly metres: number
}

/** A river's class by its samples, and where they were taken. Null where ammonia was not measured near by. */
export const sampledClass = ({ nearest }: Pick<RiverSampling, 'nearest'>): SampledClass | null => {
  const ammonia = nearest?.mean.ammonia ?? null
  return nearest && ammonia !== null
    ? { status: classByAmmonia(ammonia), ammonia, name: nearest.name, metres: nearest.metres }
    : null
}
