/** The flood zone at a point: as the platform has it, and beside the Environment Agency's own map. */
import { choice, integer, list, object, orNull, text, type Of, type Shape } from '@domesday/core'

const registeredFields = object({
  zone: integer() as Shape<1 | 2 | 3>,
  type: orNull(text('Fluvial Models, Tidal Models …; null in zone 1')),
})
/** The platform's flood zone for planning: a copy of the Environment Agency's, some months old. */
export interface RegisteredFloodZone extends Of<typeof registeredFields> {}
export const registeredShape: Shape<RegisteredFloodZone> = registeredFields

const zone = (description: string) => integer({ description, minimum: 1, maximum: 3 }) as Shape<1 | 2 | 3>
const zonesFields = object({
  zone: zone('Zone for planning at the place itself, defences left out'),
  probability: choice(['low', 'medium', 'high'], {
    description: 'The zone in the words of the planning guidance',
    tones: { good: ['low'], fair: ['medium'], bad: ['high'] },
  }),
  zones: list(
    object({
      zone: zone('As that register has it'),
      cause: orNull(text('What floods there, as the register says')),
      sources: list(text('Id of a source'), 'Which registers say so'),
    }),
    'What each register says: one row where they agree',
  ),
})
export interface FloodZones extends Of<typeof zonesFields> {}
export const floodZonesShape: Shape<FloodZones> = zonesFields

/** Of the Environment Agency's map. */
export interface AgencyZone {
  readonly zone: 1 | 2 | 3
  readonly cause: string | null
}

const probability = { 1: 'low', 2: 'medium', 3: 'high' } as const

/** The zone is the agency's or, where that is not known, the platform's. */
export const floodZonesOf = ({
  agency,
  platform,
}: {
  readonly agency: AgencyZone | null
  readonly platform: RegisteredFloodZone | null
}): FloodZones | null => {
  const said = [
    ...(agency ? [{ zone: agency.zone, cause: agency.cause, sources: ['ea-flood-risk'] }] : []),
    ...(platform ? [{ zone: platform.zone, cause: platform.type, sources: ['planning-data'] }] : []),
  ]
  const zones = [...Map.groupBy(said, ({ zone }) => zone)].map(([zone, alike]) => ({
    zone,
    cause: alike.find(({ cause }) => cause !== null)?.cause ?? null,
    sources: alike.flatMap(({ sources }) => sources),
  }))
  return zones[0] ? { zone: zones[0].zone, probability: probability[zones[0].zone], zones } : null
}
