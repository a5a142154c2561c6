/** A score on its way from readings to words. */
import type { Part } from '../contract/absence.ts'
import type { GateFinding } from '../contract/gate.ts'
import type { Metric, NotApplicable, PartialReading } from '../contract/reading.ts'
import type { Band, GateEffect, ScoreSettings } from '../contract/score-settings.ts'
import type { Scored } from '../contract/score.ts'

/** Why a factor is not known: a full sentence. */
type Why = string
/** `parts`: what is not known of the value that it was read from. */
type InPart = Metric & { readonly parts?: readonly Part[] }
/** What a score is weighed from. */
export interface Evidence {
  readonly readings: Readonly<Record<string, InPart | PartialReading | NotApplicable | Why>>
  readonly findings: readonly GateFinding[]
  /** No source of the heaviest factors is asked on this server. */
  readonly lacksMain?: true
}

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
  readonly settings: ScoreSettings
  readonly readings: Evidence['readings']
}
