import type { InForce, Likelihood, Now } from './likelihood.ts'

/** Flood zone for planning: 1 is outside 2 and 3. Zones ignore defences. */
export interface Zone {
  readonly zone: 1 | 2 | 3
  /** The cause: `river`, `sea`, `river and sea` …; null in zone 1, and if the map does not state it. */
  readonly cause: string | null
  /** How the zone was drawn, `modelled`, `recorded` …; null in zone 1. */
  readonly origin: string | null
}

/**
 * All that is known of flooding at a place. The likelihood counts defences, the planning zone does not: neither
 * replaces the other.
 */
export interface Flood<W extends InForce> {
  readonly likelihood: Likelihood | null
  readonly now: Now | null
  /** Null if not known. */
  readonly warnings: readonly W[] | null
  readonly zone: Zone | null
}
