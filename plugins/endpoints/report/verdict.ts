/** The verdict: from the distress score, made stricter by facts that no score outweighs. */
import {
  capitalised,
  composed,
  firstSentence,
  listed,
  sentence,
  spelledOut,
  type Fact,
  type GateFinding,
  type Scored,
} from '@domesday/core'
import { hasEnded, isInsolvent } from '@domesday/source-companies-house'
import type { RedFlag } from '@domesday/score-distress'

/** Strictest first. */
export const verdicts = ['DO_NOT_ENGAGE', 'ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION', 'PROCEED'] as const
export type Verdict = (typeof verdicts)[number]
/** The lowest distress score of each verdict, and its recommendation. */
export type VerdictRules = Readonly<Record<Verdict, { readonly from: number; readonly recommendation: string }>>

export interface Advice {
  readonly verdicts: VerdictRules
  /** The least strict verdict for each gate. */
  readonly gates: Readonly<Record<string, Verdict>>
  /** What to do about a fact, by gate or by factor of the distress score. */
  readonly advice: Readonly<Record<string, string>>
  /** What to do while it is not known whether it holds, by gate; by factor, while that is not known. */
  readonly find_out: Readonly<Record<string, string>>
  /** What stands in place of the verdict's sentence, by gate that holds. */
  readonly instead: Readonly<Record<string, string>>
  readonly ended: string
  readonly landowner: string
  readonly elsewhere: string
}

export interface Case {
  readonly status: string | null
  readonly type: string | null
  readonly distress: Pick<
    Scored,
    'score' | 'rating' | 'possible_ratings' | 'signals' | 'bounds' | 'confidence' | 'override'
  >
  readonly redFlags: readonly RedFlag[]
  /** Gates that hold, and gates that could not be evaluated. */
  readonly findings: readonly GateFinding[]
  /** What was not read of its file and may hold a severe flag, in words. */
  readonly unread: readonly string[]
  /** Who keeps its record, where it is not kept here. */
  readonly keptBy?: string | null
}

export interface Judgement {
  readonly verdict: Verdict
  /** Strictest first. */
  readonly possible: readonly Verdict[]
  /** Of rating and verdict: that of the less sure one. */
  readonly confidence: Scored['confidence']
  /** Reasons that made it stricter, and facts that could not be evaluated. */
  readonly because: readonly string[]
  /** The facts that decide it, with what to do about each, gravest first. */
  readonly facts: readonly Fact[]
}

/** Each reason once, with all the gates that it affects. */
const notLookedAt = (unseen: readonly GateFinding[]): readonly string[] =>
  [...Map.groupBy(unseen, ({ reason }) => reason)].map(([reason, of]) => {
    const [, how = 'Not known', why = reason] = /^(Not known|Known in part): (.*)$/s.exec(reason) ?? []
    return `${how}: ${listed(of.map(({ gate }) => spelledOut(gate).toLowerCase()))}. ${capitalised(why)}`
  })

/** What decides comes first. */
const inOrder = (findings: readonly GateFinding[], gates: Advice['gates'], wanted: GateFinding['holds']) =>
  findings
    .filter(({ gate, holds }) => holds === wanted && gate in gates)
    .toSorted((a, b) => verdicts.indexOf(gates[a.gate]!) - verdicts.indexOf(gates[b.gate]!))

const isGrave = ({ severity }: RedFlag): boolean => severity === 'high'
const strictest = (of: readonly Verdict[]): Verdict => verdicts.find((verdict) => of.includes(verdict)) ?? 'PROCEED'
const ofScore = (score: number, rules: VerdictRules): Verdict =>
  verdicts.find((verdict) => score >= rules[verdict].from) ?? 'PROCEED'

const sumOf = ({ signals }: Pick<Scored, 'signals'>): number =>
  signals.reduce((all, { contribution }) => all + (contribution ?? 0), 0)

/** The score and its bounds without what raised it: such a fact has a verdict of its own. */
const byFactors = ({ score, bounds, signals, override }: Case['distress']): Pick<Scored, 'score' | 'bounds'> => {
  const sum = sumOf({ signals })
  if (score === null || !override || signals.every(({ contribution }) => contribution === null) || sum > score)
    return { score, bounds }
  return {
    score: sum,
    bounds: { low: Math.min(sum, bounds.low), high: bounds.high === score ? sum : bounds.high },
  }
}

/** By how many verdicts are possible: one, two neighbours, more. */
const sureness = ['high', 'medium', 'low'] as const

/**
 * The strictest of: the band of the score (enhanced diligence without a score); the verdicts of gates that hold; at
 * least caution for a severe flag or a gate that could not be evaluated. `possible` allows that such a gate holds.
 */
export const judge = (
  { status, distress, redFlags, findings, unread, keptBy = null }: Case,
  { verdicts: rules, gates, advice }: Advice,
): Judgement => {
  // Where there is nothing to score, that is no sign of risk.
  const isEmpty = distress.score === null && keptBy !== null
  const { score, bounds } = isEmpty ? { score: 0, bounds: { low: 0, high: 0 } } : byFactors(distress)
  const holding = inOrder(findings, gates, true),
    unseen = inOrder(findings, gates, null)
  const caution = (where: boolean): readonly Verdict[] => (where ? ['PROCEED_WITH_CAUTION'] : [])
  const known = strictest([
    ...holding.map(({ gate }) => gates[gate]!),
    ...caution(redFlags.some(isGrave) || hasEnded(status) || isInsolvent(status)),
  ])
  const floor = strictest([known, ...caution(unseen.length > 0)])
  const best = strictest([known, ofScore(bounds.low, rules)])
  const worst = strictest([
    floor,
    ofScore(bounds.high, rules),
    ...unseen.map(({ gate }) => gates[gate]!),
    ...caution(unread.length > 0),
  ])
  const byScore = score === null ? 'ENHANCED_DUE_DILIGENCE' : ofScore(score, rules)
  const possible = verdicts.slice(verdicts.indexOf(worst), verdicts.indexOf(best) + 1)
  // A severe flag is the reason only if nothing else is.
  const flags = holding.length === 0 && byScore === 'PROCEED' ? redFlags.filter(isGrave) : []
  return {
    verdict: strictest([floor, byScore]),
    possible,
    confidence: sureness[Math.max(sureness.indexOf(distress.confidence), Math.min(possible.length, 3) - 1)]!,
    because: [...holding.map(({ reason }) => reason), ...flags.map(({ evidence }) => evidence), ...notLookedAt(unseen)],
    facts: [
      ...holding.map(({ gate, reason }) => ({ told: reason, advice: advice[gate], decides: true })),
      ...flags.map(({ evidence }) => ({ told: sentence(evidence.split(': ')[0]!), decides: true })),
    ],
  }
}

/** Factors that weigh, heaviest first, where there is something to do about them. */
const weighing = ({ signals }: Case['distress'], advice: Advice['advice']): readonly Fact[] =>
  signals
    .filter(({ factor, contribution }) => (contribution ?? 0) > 0 && factor in advice)
    .toSorted((a, b) => b.contribution! - a.contribution!)
    .map(({ factor, detail }) => ({ told: firstSentence(detail), advice: advice[factor] }))

/** What decides whether the verdict is stricter: a gate, a part of the file, or the heaviest unknown factor. */
const openIn = (
  { findings, unread, distress: { signals } }: Case,
  { gates, find_out: ways }: Pick<Advice, 'gates' | 'find_out'>,
): string => {
  const unseen = inOrder(findings, gates, null)
  if (unseen.length > 0)
    return [...notLookedAt(unseen).slice(0, 2), unseen.map(({ gate }) => ways[gate]).find(Boolean) ?? '']
      .join(' ')
      .trim()
  if (unread.length > 0) return `Not read: ${listed(unread)}. ${ways['unread'] ?? ''}`.trim()
  const [heaviest] = signals
    .flatMap((one) => (one.points_between ? [{ ...one, reach: one.points_between[1]! - one.points_between[0]! }] : []))
    .toSorted((a, b) => b.weight * b.reach - a.weight * a.reach)
  if (heaviest === undefined) return ''
  const why = sentence(firstSentence(heaviest.detail).replace(/^Not known: |; .*/g, ''))
  return `${capitalised(spelledOut(heaviest.factor))}: ${why} ${ways[heaviest.factor] ?? ''}`.trim()
}

/** Another verdict that is possible, or a rating; with what decides. */
const doubtOf = (may: string, found: Case, rules: Advice): string | null =>
  hasEnded(found.status) ? null : `The ${may}. ${openIn(found, rules)}`.trim()

/** The sentence of the verdict, or the one that takes its place. */
const endOf = (
  advised: Verdict,
  { status, type, distress, findings, keptBy = null }: Case,
  { verdicts: rules, gates, instead, ended, landowner, elsewhere }: Advice,
): string => {
  const [own] = inOrder(findings, gates, true).flatMap(({ gate }) => instead[gate] ?? [])
  if (own !== undefined) return own
  if (hasEnded(status)) return ended
  if (type === 'registered-overseas-entity') return landowner
  return keptBy !== null && distress.score === null && advised === 'PROCEED_WITH_CAUTION'
    ? `There is no distress score: its record is kept elsewhere, by ${keptBy}. ${elsewhere}`
    : rules[advised].recommendation
}

/** The facts that decide, what is told of others, what is unknown and may decide, and what the verdict asks for. */
export const recommendationOf = (
  { verdict, possible: [strictestPossible = 'PROCEED'], facts }: Judgement,
  found: Case,
  rules: Advice,
): string => {
  const { distress, findings } = found,
    { gates, advice } = rules
  const told = findings
    .filter(({ gate, holds }) => holds && !(gate in gates))
    .map(({ gate, reason }) => ({ told: reason, advice: advice[gate] }))
  const isUnsure = strictestPossible !== verdict
  // Nobody is sent to deal on usual terms while something stricter is possible.
  const end = endOf(isUnsure && verdict === 'PROCEED' ? 'PROCEED_WITH_CAUTION' : verdict, found, rules)
  const saying = (doubt: string | null): string =>
    composed([...facts, ...told, ...weighing(distress, advice)], [doubt, end])
  if (isUnsure) return saying(doubtOf(`verdict may be ‘${spelledOut(strictestPossible)}’`, found, rules))
  const plain = saying(null),
    others = distress.score === null ? [] : distress.possible_ratings.filter((one) => one !== distress.rating)
  if (others.length === 0) return plain
  // The verdict stands whatever the rating: nothing of what decides it gives way.
  const full = saying(doubtOf(`rating may be ${listed(others.map(spelledOut), 'or')}`, found, rules))
  const kept = facts.flatMap(({ told, advice }) => [told, advice ?? told]).filter((text) => plain.includes(text))
  return kept.every((text) => full.includes(text)) ? full : plain
}
