/** What gates do to a score, and the bounds that unknown factors and gates leave it. */
import type { GateEffect } from '../contract/score-settings.ts'
import type { Scored } from '../contract/score.ts'
import type { GateOutcome, WeighedFactor } from './assessment.ts'

type Limits = Exclude<NonNullable<GateEffect['score']>, string>
const limitsOf = ({ effect: { score } }: GateOutcome): Limits =>
  score === undefined || score === 'unrated' ? {} : score

const clamp = (score: number, { at_least: least = 0, at_most: most = 100, exactly }: Limits): number =>
  exactly ?? Math.min(Math.max(score, least), most)

const holding = (effects: readonly GateOutcome[]): readonly GateOutcome[] =>
  effects.filter(({ holds }) => holds === true)
const exact = (effects: readonly GateOutcome[]): number | undefined =>
  holding(effects)
    .map((one) => limitsOf(one).exactly)
    .find((score) => score !== undefined)
const isUnrated = (effects: readonly GateOutcome[]): boolean =>
  exact(effects) === undefined && holding(effects).some(({ effect }) => effect.score === 'unrated')

/**
 * The score after the gates that hold. A gate with an exact score decides alone; else a gate that forbids a score; else
 * the limits apply.
 */
export const gated = (computed: number | null, effects: readonly GateOutcome[]): number | null => {
  const decided = exact(effects)
  if (decided !== undefined) return decided
  if (isUnrated(effects)) return null
  const limits = holding(effects).map(limitsOf)
  if (computed !== null) return limits.reduce(clamp, computed)
  // No mean: the strictest limit is the score.
  const least = limits.flatMap(({ at_least: one }) => one ?? [])
  const most = limits.flatMap(({ at_most: one }) => one ?? [])
  return least.length > 0 ? Math.max(...least) : most.length > 0 ? Math.min(...most) : null
}

/**
 * The mean with every unknown factor at its worst, and at its best. Then gates that hold limit both ends, and gates in
 * doubt widen the end that they could move.
 */
export const boundsOf = (
  rows: readonly WeighedFactor[],
  computed: number | null,
  effects: readonly GateOutcome[],
): Scored['bounds'] => {
  const decided = exact(effects)
  if (decided !== undefined) return { low: decided, high: decided }
  const applying = rows.filter(({ applies }) => applies)
  const all = applying.reduce((sum, { weight }) => sum + weight, 0)
  const end = (which: 0 | 1): number =>
    all > 0
      ? Math.round(applying.reduce((sum, { weight, between }) => sum + weight * between[which], 0) / all)
      : which * 100
  const limits = holding(effects)
    .filter(({ effect }) => !effect.provisional)
    .map(limitsOf)
  const low = limits.reduce(clamp, Math.min(end(0), computed ?? 100))
  const high = limits.reduce(clamp, Math.max(end(1), computed ?? 0))
  const open = effects.filter(({ holds }) => holds === null).map(limitsOf)
  return {
    low: Math.min(low, ...open.flatMap(({ at_most: most, exactly }) => most ?? exactly ?? [])),
    high: Math.max(high, ...open.flatMap(({ at_least: least, exactly }) => least ?? exactly ?? [])),
  }
}

/** How far a gate alone moves the computed score, which counts as 50 where there is none. */
export const moved = (computed: number | null, one: GateOutcome): number =>
  one.effect.score === 'unrated' ? 100 : Math.abs((gated(computed, [one]) ?? 50) - (computed ?? 50))

/** The `override` of a score: the gates that hold and change it, the one that moves it furthest first. */
export const overrideOf = (
  computed: number | null,
  score: number | null,
  effects: readonly GateOutcome[],
): Scored['override'] => {
  const deciding = holding(effects).filter(({ effect }) => effect.score !== undefined)
  const [first, ...others] = deciding.toSorted((a, b) => moved(computed, b) - moved(computed, a))
  return first && { score, reason: first.reason, also: others.map(({ reason }) => reason) }
}
