/** Shapes of flood levels, shared by all endpoints that show them. */
import { choice, integer, object, orNull, type Of } from '@domesday/core'
import type { Flood } from './flood.ts'
import type { InForce } from './likelihood.ts'

const level = (about: string) => orNull(choice(['very low', 'low', 'medium', 'high'], about))
const addresses = (likelihood: string) =>
  integer({ description: `Addresses whose likelihood is ${likelihood}`, minimum: 0 })

export const levelShapes = {
  risk_level: level('The long-term risk, raised by warnings in force here; null where it is not known'),
  long_term_risk: level(
    'The worst of rivers and sea, and surface water; null where one of them is not known and could be worse',
  ),
  long_term_risk_at_least: level('Where the risk is not known: it is this or worse'),
  area: orNull(
    choice(
      ['point', 'postcode'],
      'What long_term_risk is of: the point of the postcode, or the worst of all its addresses',
    ),
  ),
  rivers_and_sea: level('Chance of flooding from rivers and the sea, defences counted; null where it is not known'),
  surface_water: level('Chance of flooding from surface water; null where it is not known'),
  addresses_at_risk: orNull(
    object(
      { high: addresses('high'), medium: addresses('medium'), low: addresses('low') },
      'Addresses of the postcode by the worse of both; null where both are known at the point, or the agency does not list the postcode',
    ),
  ),
  flood_zone: orNull(
    integer({
      description: 'Zone for planning: 1, 2 or 3. It leaves defences out, and is no likelihood',
      minimum: 1,
      maximum: 3,
    }),
  ),
}
type Shown = { readonly [K in keyof typeof levelShapes]: Of<(typeof levelShapes)[K]> }

export const shownLevels = ({ likelihood, now, zone }: Flood<InForce>): Shown => ({
  risk_level: now?.level ?? null,
  long_term_risk: likelihood?.level ?? null,
  long_term_risk_at_least: likelihood && likelihood.level === null ? likelihood.atLeast : null,
  area: likelihood?.area ?? null,
  rivers_and_sea: likelihood?.riversAndSea ?? null,
  surface_water: likelihood?.surfaceWater ?? null,
  addresses_at_risk: likelihood?.addresses ?? null,
  flood_zone: zone?.zone ?? null,
})
