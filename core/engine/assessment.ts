/** A score on its way from readings to words. */
import type { GateFinding } from '../contract/gate.ts'
import type { Band, GateEffect } from '../contract/score-settings.ts'
import type { Scored } from '../contract/score.ts'

/** A factor as far as it is known. */
export interface WeighedFactor {
  readonly name: string
  /** In sentences. */
  readonly called: string
  readonly weight: number
  /** What it is weighed at, 0 to 100; null where it is not known. */
  readonly points: number | null
  /** The fewest and the most points that are possible. */
  readonly between: readonly [number, number]
  readonly applies: boolean
  readonly detail: string
}

/** A gate that holds or could not be looked at, with what it does. */
export interface GateOutcome extends GateFinding {
  readonly effect: GateEffect
}

/** A score before it is put into words. */
export interface Assessment {
  readonly rows: readonly WeighedFactor[]
  readonly score: number | null
  readonly band: Band | null
  /** The bands within the bounds, from the highest down. */
  readonly possible: readonly Band[]
  /** Share of the weight that is known, of the factors that apply. */
  readonly share: number
  readonly effects: readonly GateOutcome[]
  readonly bounds: Scored['bounds']
  readonly grave: 'high' | 'low'
}
