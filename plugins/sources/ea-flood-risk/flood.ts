/** What is known of flooding at a place. */
import type { InForce, Likelihood, Now } from './likelihood.ts'

/** Flood zone for planning: 1 is outside 2 and 3. Zones leave defences out of account. */
export interface Zone {
  readonly zone: 1 | 2 | 3
  /** What floods there: `river`, `sea`, `river and sea` …; null in zone 1, and where the map does not say. */
  readonly cause: string | null
  /** How the zone was drawn, `modelled`, `recorded` …; null in zone 1. */
  readonly origin: string | null
}

/**
 * All that is known of flooding at a place. The likelihood counts defences, the planning zone does not: neither
 * stands in for the other.
 */
export interface Flood<W extends InForce> {
  readonly likelihood: Likelihood | null
  readonly now: Now | null
  /** Null where they are not known. */
  readonly warnings: readonly W[] | null
  readonly zone: Zone | null
}
