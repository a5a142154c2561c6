/** What the indicators are in the district, the region and England. */
import { maybe, need, object, orNull, render, type Node } from '@domesday/core'
import { comparisonIn, comparisonOf, type Compared, type Comparison } from '@domesday/vocabulary-comparison'
import { nationCode, regionCode } from '@domesday/vocabulary-geography'
import type { HealthIndicators, Indicator } from './indicators.ts'
import { indicatorsOf } from './latest.ts'

const within = (unit: string) => orNull(comparisonIn(unit))
const comparedShape = object(
  {
    life_expectancy_male: within('years'),
    life_expectancy_female: within('years'),
    obesity_pct: within('%'),
    smoking_pct: within('%'),
  },
  'The same indicators of wider areas; null where there is no figure to compare',
)

interface Locality {
  readonly local_authority: string | null
  readonly region: string
}

/** Only of one indicator: there are two of life expectancy, with other bands of age. */
export const besideOf = (
  own: Indicator | null,
  wider: readonly (readonly [Compared['level'], string, Indicator | null])[],
) =>
  own &&
  comparisonOf(
    'fingertips',
    wider.flatMap(([level, area, of]) =>
      of && of.indicator === own.indicator ? [{ level, area, value: of.value, period: of.period }] : [],
    ),
  )

export const indicatorsCompared = (place: Node<Locality>, health: Node<HealthIndicators>) => {
  const region = need(indicatorsOf, place, ({ region }) => {
    const code = regionCode(region)
    return code === null ? null : { code, level: 'region' as const }
  })
  const england = need(indicatorsOf, place, () => ({ code: nationCode('England')!, level: 'England' as const }))
  return render(
    comparedShape,
    { place, health, region: maybe(region), england: maybe(england) },
    ({ place, health, region, england }) => {
      const of = (name: keyof HealthIndicators): Comparison | null => {
        const own = health[name]
        return besideOf(own, [
          ['district', place.local_authority ?? 'the district', own?.level === 'district' ? own : null],
          ['region', place.region, region?.[name] ?? null],
          ['nation', 'England', england?.[name] ?? null],
        ])
      }
      return {
        life_expectancy_male: of('lifeExpectancyMale'),
        life_expectancy_female: of('lifeExpectancyFemale'),
        obesity_pct: of('obesity'),
        smoking_pct: of('smoking'),
      }
    },
  )
}
