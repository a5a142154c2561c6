/** What gates do to a score, and between what bounds the unknown leaves it. */
import type { GateEffect } from '../contract/score-settings.ts'
import type { Scored } from '../contract/score.ts'
import type { GateOutcome, WeighedFactor } from './assessment.ts'

type Limits = Exclude<NonNullable<GateEffect['score']>, string>
const limitsOf = ({ effect: { score } }: GateOutcome): Limits =>
  score === undefined || score === 'unrated' ? {} : score

const limited = (score: number, { at_least: least = 0, at_most: most = 100, exactly }: Limits): number =>
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
 * The score with every gate that holds: an exact one decides alone, then comes the one that forbids a score, then the
 * limits.
 */
export const gated = (computed: number | null, effects: readonly GateOutcome[]): number | null => {
  const decided = exact(effects)
  if (decided !== undefined) return decided
  if (isUnrated(effects)) return null
  const limits = holding(effects).map(limitsOf)
  if (computed !== null) return limits.reduce(limited, computed)
  // Too little is known for a mean: the score is the gate's, the graver of several.
  const least = limits.flatMap(({ at_least: one }) => one ?? [])
  const most = limits.flatMap(({ at_most: one }) => one ?? [])
  return least.length > 0 ? Math.max(...least) : most.length > 0 ? Math.min(...most) : null
}

/**
 * Each unknown factor at its worst and at its best, over the weight of the factors that apply; then the gates: those
 * that hold move both ends, those that could not be looked at move the end that they could reach.
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
  const low = limits.reduce(limited, Math.min(end(0), computed ?? 100))
  const high = limits.reduce(limited, Math.max(end(1), computed ?? 0))
  const open = effects.filter(({ holds }) => holds === null).map(limitsOf)
  return {
    low: Math.min(low, ...open.flatMap(({ at_most: most, exactly }) => most ?? exactly ?? [])),
    high: Math.max(high, ...open.flatMap(({ at_least: least, exactly }) => least ?? exactly ?? [])),
  }
}

/** How far a gate alone moves the computed score; where there is none, how far it is from the middle. */
const moved = (computed: number | null, one: GateOutcome): number =>
  one.effect.score === 'unrated' ? 100 : Math.abs((gated(computed, [one]) ?? 50) - (computed ?? 50))

/** Shown where a gate with an effect on the score holds. */
export const overrideOf = (
  computed: number | null,
  score: number | null,
  effects: readonly GateOutcome[],
): Scored['override'] => {
  const deciding = holding(effects).filter(({ effect }) => effect.score !== undefined)
  const [first, ...others] = deciding.toSorted((a, b) => moved(computed, b) - moved(computed, a))
  return first && { score, reason: first.reason, also: others.map(({ reason }) => reason) }
}
