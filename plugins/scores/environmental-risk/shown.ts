/** Parts of answers that environment and property share. */
import { choice, flag, orNull, table, type Of } from '@domesday/core'
import type { Ground, Level } from '@domesday/source-bgs-geosure'
import type { Radon } from '@domesday/source-ukhsa-radon'

const hazard = choice(['low', 'moderate', 'high'], 'The worst in the 65 km² around')

export const geologyShapes = {
  ground_stability: orNull(
    choice(
      ['stable', 'moderate', 'unstable'],
      'By the worst of five ground hazards in the 65 km² around. Indicative: most ground there is better',
    ),
  ),
  shrink_swell: orNull(
    choice(
      ['low', 'moderate', 'high'],
      'Clay that shrinks in dry weather and swells in wet, the worst in the 65 km² around',
    ),
  ),
  radon_potential: orNull(
    choice(
      ['low', 'low-moderate', 'moderate', 'moderate-high', 'high', 'very high'],
      'The highest class in this square kilometre: below 1, 3, 5, 10, 30 % of homes at the action level, or more',
    ),
  ),
  radon_affected_area: orNull(flag('Whether 1 % of homes or more reach the action level')),
  ground_hazards: orNull(table(orNull(hazard), 'The five hazards, each the worst in the 65 km² around')),
}

interface Geology {
  readonly ground: Ground | null
  readonly shrinkSwell: Level | null
  readonly radon: Radon | null
}
type Shown = { readonly [K in keyof typeof geologyShapes]: Of<(typeof geologyShapes)[K]> }

export const showGeology = ({ ground, shrinkSwell, radon }: Geology): Shown => ({
  ground_stability: ground?.stability ?? null,
  shrink_swell: shrinkSwell,
  radon_potential: radon?.potential ?? null,
  radon_affected_area: radon?.affected ?? null,
  ground_hazards: ground?.hazards ?? null,
})
