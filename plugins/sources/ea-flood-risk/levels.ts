/** Levels of flooding at a place, as all endpoints show them. */
import { choice, integer, object, orNull, text, type Of, type Shape } from '@domesday/core'
import { nowOf, type InForce, type Likelihood } from './likelihood.ts'
import { bands } from './map.ts'

const zone = integer({
  description: 'Zone for planning: 1, 2 or 3. It leaves defences out, and is no likelihood',
  minimum: 1,
  maximum: 3,
}) as Shape<1 | 2 | 3>
export const zoneShape = object({
  zone,
  // `river`, `sea`, `river and sea` …; null in zone 1 too, which is what lies outside the others.
  cause: orNull(text('Null where the map does not state it')),
  // `modelled`, `recorded` …
  origin: orNull(text('How the zone was drawn')),
})
/** Flood zone for planning. */
export interface Zone extends Of<typeof zoneShape> {}

const level = (description: string) =>
  orNull(choice(bands, { description, tones: { good: ['very low', 'low'], fair: ['medium'], bad: ['high'] } }))
const addresses = (likelihood: string) =>
  integer({ description: `Addresses whose likelihood is ${likelihood}`, minimum: 0 })

const levelsFields = object({
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
  flood_zone: orNull(zone),
})
/** The likelihood counts defences, the planning zone does not: neither replaces the other. */
export interface FloodLevels extends Of<typeof levelsFields> {}
export const levelsShape: Shape<FloodLevels> = levelsFields

/** `warnings` is null if they are unknown. */
export const levelsOf = (
  likelihood: Likelihood | null,
  warnings: readonly InForce[] | null,
  zone: Zone | null,
): FloodLevels => ({
  risk_level: likelihood && nowOf(likelihood, warnings).level,
  long_term_risk: likelihood?.level ?? null,
  long_term_risk_at_least: likelihood && likelihood.level === null ? likelihood.atLeast : null,
  area: likelihood?.area ?? null,
  rivers_and_sea: likelihood?.riversAndSea ?? null,
  surface_water: likelihood?.surfaceWater ?? null,
  addresses_at_risk: likelihood?.addresses ?? null,
  flood_zone: zone?.zone ?? null,
})
