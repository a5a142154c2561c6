/** The verdict: from the distress score, made stricter by facts that no score outweighs. */
import { capitalised, listed, spelledOut, type GateFinding, type Scored } from '@domesday/core'
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
  /** What to do about a fact, by gate. */
  readonly advice: Readonly<Record<string, string>>
  /** What to do while it is not known whether it holds, by gate. */
  readonly meanwhile: Readonly<Record<string, string>>
  /** What stands in place of the verdict's sentence, by gate that holds. */
  readonly instead: Readonly<Record<string, string>>
  readonly ended: string
  readonly landowner: string
  readonly elsewhere: string
}

export interface Case {
  readonly status: string | null
  readonly type: string | null
  readonly distress: Pick<Scored, 'score' | 'rating' | 'signals' | 'bounds' | 'confidence' | 'override'>
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
  /** What to do about the facts that hold, and about those that may. */
  readonly steps: readonly string[]
  /** What stands in place of the verdict's sentence. */
  readonly instead: string | null
}

/** Each reason once, with all the gates that it affects. */
const notLookedAt = (unseen: readonly GateFinding[]): readonly string[] =>
  [...Map.groupBy(unseen, ({ reason }) => reason)].map(
    ([reason, of]) => `${capitalised(listed(of.map(({ gate }) => spelledOut(gate))))}: ${reason}`,
  )

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
  { verdicts: rules, gates, advice, meanwhile, instead }: Advice,
): Judgement => {
  // Where there is nothing to score, that is no sign of risk.
  const isEmpty = distress.score === null && keptBy !== null
  const { score, bounds } = isEmpty ? { score: 0, bounds: { low: 0, high: 0 } } : byFactors(distress)
  // What decides comes first.
  const holding = findings
    .filter(({ gate, holds }) => holds && gate in gates)
    .toSorted((a, b) => verdicts.indexOf(gates[a.gate]!) - verdicts.indexOf(gates[b.gate]!))
  const unseen = findings.filter(({ gate, holds }) => !holds && gate in gates)
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
  return {
    verdict: strictest([floor, byScore]),
    possible,
    confidence: sureness[Math.max(sureness.indexOf(distress.confidence), Math.min(possible.length, 3) - 1)]!,
    because: [
      ...holding.map(({ reason }) => reason),
      // A severe flag is the reason only if nothing else is.
      ...(holding.length === 0 && byScore === 'PROCEED'
        ? redFlags.filter(isGrave).map(({ evidence }) => evidence)
        : []),
      ...notLookedAt(unseen),
    ],
    steps: [
      ...holding.flatMap(({ gate }) => advice[gate] ?? []),
      ...unseen.flatMap(({ gate }) => meanwhile[gate] ?? []),
    ],
    instead: holding.map(({ gate }) => instead[gate]).find((words) => words !== undefined) ?? null,
  }
}

/** Who acts for a company in proceedings. */
const whoDecides: Readonly<Record<string, string>> = {
  liquidation: 'It is in liquidation: the liquidator acts for it, and its directors no longer can.',
  administration: 'It is in administration: the administrators act for it, and its directors only with their consent.',
  receivership: 'It is in receivership: the receiver decides over the assets that are charged.',
  'voluntary-arrangement': 'It is in a voluntary arrangement: a supervisor watches over what it pays its creditors.',
  'insolvency-proceedings': 'It is in insolvency proceedings: make sure who may bind it.',
}

/**
 * The deciding facts, the verdict's recommendation (for a company that no longer exists, `ended`), and the reasons for
 * it.
 */
export const recommendationOf = (
  { verdict, possible: [strictestPossible = 'PROCEED'], because, steps, instead }: Judgement,
  { status, type, distress, redFlags, unread, keptBy = null }: Case,
  { verdicts: rules, ended, landowner, elsewhere }: Advice,
): string => {
  const { score, rating, signals } = distress
  const weighing = signals
    .filter(({ contribution }) => (contribution ?? 0) > 0)
    .toSorted((a, b) => b.contribution! - a.contribution!)
    .slice(0, 3)
  const mostly =
    weighing.length > 0
      ? `, mostly for ${weighing.map(({ factor, contribution }) => `${spelledOut(factor)} (${contribution})`).join(', ')}`
      : ''
  const sum = sumOf(distress),
    notRead = unread.length > 0 ? `Not read: ${listed(unread)}. ` : ''
  // Nobody is sent to deal on usual terms while something stricter is possible.
  const advised = strictestPossible !== verdict && verdict === 'PROCEED' ? 'PROCEED_WITH_CAUTION' : verdict
  const raised = score !== null && score > sum && weighing.length > 0
  const isPlain = keptBy !== null && score === null && advised === 'PROCEED_WITH_CAUTION'
  const grave = redFlags.filter(isGrave).map(({ flag }) => spelledOut(flag))
  return [
    ...new Set(because),
    ...new Set(steps),
    strictestPossible === verdict || hasEnded(status)
      ? null
      : `${notRead}Once all is known the verdict may be to ${spelledOut(strictestPossible).replace('enhanced', 'take enhanced')}.`,
    whoDecides[status ?? ''] ?? null,
    instead ??
      (hasEnded(status)
        ? ended
        : type === 'registered-overseas-entity'
          ? landowner
          : isPlain
            ? elsewhere
            : rules[advised].recommendation),
    score === null || rating === null
      ? keptBy === null
        ? 'Too little is known for a distress score.'
        : `There is no distress score: its record is kept elsewhere, by ${keptBy}.`
      : `Its distress score is ${score} of 100 (${spelledOut(rating)})${raised ? `: its factors make ${sum}, and what decides raises it` : mostly}.`,
    grave.length > 0 ? `Red flags of severity high: ${grave.join(', ')}.` : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}
