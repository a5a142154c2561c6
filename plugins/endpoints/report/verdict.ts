/** The verdict: a band of the distress score, raised by what no score outweighs. */
import { hasEnded, isInsolvent } from '@domesday/source-companies-house'
import type { Scored } from '@domesday/core'
import type { RedFlag } from '@domesday/score-distress'

/** The strictest first. */
export const verdicts = ['DO_NOT_ENGAGE', 'ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION', 'PROCEED'] as const
export type Verdict = (typeof verdicts)[number]
/** From which distress score each verdict holds, and what it advises. */
export type VerdictRules = Readonly<Record<Verdict, { readonly from: number; readonly recommendation: string }>>

export interface Advice {
  readonly verdicts: VerdictRules
  readonly ended: string
}

export interface Case {
  readonly status: string | null
  readonly distress: Pick<Scored, 'score' | 'rating' | 'signals'>
  readonly redFlags: readonly RedFlag[]
}

const isGrave = ({ severity }: RedFlag): boolean => severity === 'high'

/** Without a score it is ENHANCED_DUE_DILIGENCE. A grave flag, an insolvent company or one that has ended is never PROCEED. */
export const verdictOf = ({ status, distress: { score }, redFlags }: Case, rules: VerdictRules): Verdict => {
  if (score === null) return 'ENHANCED_DUE_DILIGENCE'
  const byScore = verdicts.find((verdict) => score >= rules[verdict].from) ?? 'PROCEED'
  const raised = redFlags.some(isGrave) || hasEnded(status) || isInsolvent(status)
  return byScore === 'PROCEED' && raised ? 'PROCEED_WITH_CAUTION' : byScore
}

/** `gazette_warnings` as `Gazette warnings`, `HIGH_RISK` as `high risk`. */
const inWords = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[_-]/g, ' ')
    .replace(/\bgazette\b/, 'Gazette')

/** What the verdict advises (of a company that is no more, what `ended` says), and what it is given for. */
export const recommendationOf = (
  verdict: Verdict,
  { status, distress, redFlags }: Case,
  { verdicts: rules, ended }: Advice,
): string => {
  const { score, rating, signals } = distress
  const weighing = signals
    .filter(({ contribution }) => (contribution ?? 0) > 0)
    .toSorted((a, b) => b.contribution! - a.contribution!)
    .slice(0, 3)
  const mostly =
    weighing.length > 0
      ? `, mostly for ${weighing.map(({ factor, contribution }) => `${inWords(factor)} (${contribution})`).join(', ')}`
      : ''
  const grave = redFlags.filter(isGrave).map(({ flag }) => inWords(flag))
  return [
    isInsolvent(status) ? `The company is in ${inWords(status!)}: its directors no longer decide alone.` : null,
    hasEnded(status) ? ended : rules[verdict].recommendation,
    score === null || rating === null
      ? 'Too little is known for a distress score.'
      : `Its distress score is ${score} of 100 (${inWords(rating)})${mostly}.`,
    grave.length > 0 ? `Red flags of severity high: ${grave.join(', ')}.` : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}
