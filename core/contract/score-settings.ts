/** The settings of a score, as data beside its code: weights, curves, bands and what its gates do. */

/** Metric → points: a line through `[metric, points]` corners, flat beyond its ends, or a table of words. */
export type Curve = readonly (readonly [number, number])[] | Readonly<Record<string, number>>

/** What to do about a fact that decides, or about a finding, by word or from a metric on: null where nothing is. */
export type Advice = string | readonly (readonly [number, string | null])[] | Readonly<Record<string, string | null>>

export interface Band {
  readonly from: number
  readonly rating: string
  readonly recommendation: string
}

/**
 * What a gate does, as the settings say it. `when` tells readers of the settings and of the docs what the gate is
 * about.
 */
export interface GateEffect {
  readonly when: string
  readonly score?: 'unrated' | { readonly at_least?: number; readonly at_most?: number; readonly exactly?: number }
  readonly confidence?: { readonly at_most: 'low' | 'medium' | 'high' }
  /** Holds the score only while something is not known: once it is, the score may lie anywhere within the bounds. */
  readonly provisional?: boolean
}

/** The steps of words are the words: their number says nothing. */
export type Actionable = readonly string[] | Readonly<Record<string, number>>

/** By factor. */
export const actionableSteps = ({ actionable = {} }: Pick<ScoreSettings, 'actionable'>): ReadonlyMap<string, number> =>
  new Map(isList(actionable) ? actionable.map((factor) => [factor, 1]) : Object.entries(actionable))

/** Of a list or a map. */
export const isList = <T>(of: T): of is Extract<T, readonly unknown[]> => Array.isArray(of)

export interface ScoreSettings {
  /** Fractions that sum to 1. */
  readonly weights: Readonly<Record<string, number>>
  readonly curves: Readonly<Record<string, Curve>>
  /** From the highest down; the last starts at 0. */
  readonly bands: readonly Band[]
  /** Below this known weight there is no score. */
  readonly minimum_weight: number
  /** Points either way, for factors that are read from a wider area or another time. */
  readonly spreads?: Readonly<Record<string, number>>
  readonly gates?: Readonly<Record<string, GateEffect>>
  /** By factor or gate: what to do about it, and how to find out where it is not known. */
  readonly advice?: Readonly<Record<string, Advice>>
  readonly find_out?: Readonly<Record<string, string>>
  /** Factors that the subject itself can change, each with the least step of its metric; of a list it is 1. */
  readonly actionable?: Actionable
  /** Whether time alone can change the rating: what falls due, runs out or ages. */
  readonly ahead?: boolean
}
