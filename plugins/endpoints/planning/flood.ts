/** The flood zone at a point in two registers. */
import type { Zone } from '@domesday/source-ea-flood-risk'
import type { RegisteredFloodZone } from '@domesday/source-planning-data'

export interface FloodZones {
  /** The Environment Agency's zone or, if unknown, the platform's copy of it. */
  readonly zone: 1 | 2 | 3
  /** The zone in each register; one row if they agree. */
  readonly zones: readonly {
    readonly zone: 1 | 2 | 3
    readonly cause: string | null
    readonly sources: readonly string[]
  }[]
}

export const floodZonesOf = ({
  agency,
  platform,
}: {
  readonly agency: Zone | null
  readonly platform: RegisteredFloodZone | null
}): FloodZones | null => {
  const said = [
    ...(agency ? [{ zone: agency.zone, cause: agency.cause, sources: ['ea-flood-risk'] }] : []),
    ...(platform ? [{ zone: platform.zone, cause: platform.type, sources: ['planning-data'] }] : []),
  ]
  const zones = [...Map.groupBy(said, ({ zone }) => zone).values()].map((alike) => ({
    zone: alike[0]!.zone,
    cause: alike.find(({ cause }) => cause !== null)?.cause ?? null,
    sources: alike.flatMap(({ sources }) => sources),
  }))
  return zones[0] ? { zone: zones[0].zone, zones } : null
}

/** Annual probability of flooding in the words of the planning guidance, without defences. */
export const probability = { 1: 'low', 2: 'medium', 3: 'high' } as const
