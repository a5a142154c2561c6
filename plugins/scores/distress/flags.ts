/**
 * Flags that a credit officer would raise on a company's file. The rules are rows of tables; this file defines how to
 * read them.
 */
import { choice, drawn, list, object, text, type Of, type Shape, type Tones } from '@domesday/core'
import type { Director, Followed, Past, Sanction } from '@domesday/subject-circle'
import type { Facts, FactsInFull } from '@domesday/subject-company'

export const severities = ['high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]
export const severityTones: Tones<Severity> = { bad: ['high'], fair: ['medium'] }

const implication = text('What it means for who does business with the company')
const evidence = text('The finding, with its figures')
const sources = list(text(), 'Ids of the sources that it rests on')
const redFields = drawn(
  object({
    flag: text('Name of the flag'),
    severity: choice(severities, { description: 'How grave it is', tones: severityTones }),
    implication,
    evidence,
    sources,
  }),
  'findings',
  { title: 'flag', word: 'severity', more: ['implication', 'evidence', 'sources'] },
)
export interface RedFlag extends Of<typeof redFields> {}
export const redFlags: Shape<readonly RedFlag[]> = list(redFields, 'Gravest first; empty where none was raised')

const greenFields = drawn(object({ signal: text('Name of the signal'), implication, evidence, sources }), 'findings', {
  title: 'signal',
  more: ['implication', 'evidence', 'sources'],
})
export interface GreenFlag extends Of<typeof greenFields> {}
export const greenFlags: Shape<readonly GreenFlag[]> = list(
  greenFields,
  'None for a company that has ended or is insolvent',
)

type Found = string | null | undefined | false
/**
 * A row of the table. `evidence` is the finding in a sentence, or null if the rule does not hold or its facts are
 * unknown.
 */
export interface RedRule extends Omit<RedFlag, 'evidence'> {
  readonly evidence: (facts: Facts) => Found
}
export interface GreenRule extends Omit<GreenFlag, 'evidence'> {
  readonly evidence: (facts: FactsInFull) => Found
}

/** What is known of the circle of a company; null where it failed. */
export interface KnownCircle {
  readonly directors: readonly Director[] | null
  readonly bodies: readonly Followed[] | null
  readonly past: Past | null
  readonly sanctions: readonly Sanction[] | null
  readonly today: string
}
export interface CircleRule extends Omit<RedFlag, 'evidence'> {
  readonly evidence: (circle: KnownCircle) => Found
}

export const gravestFirst = (flags: readonly RedFlag[]): readonly RedFlag[] =>
  flags.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))

/** Most severe first. Of rows with the same flag, the first that holds counts: they grade it. */
export const raise = (
  rules: readonly RedRule[],
  facts: Facts,
  circleRules: readonly CircleRule[] = [],
  circle: KnownCircle | null = null,
): readonly RedFlag[] => {
  const raised = new Map<string, RedFlag>()
  const grade = ({ evidence: found, ...rule }: Omit<RedFlag, 'evidence'> & { readonly evidence: Found }): void => {
    if (found && !raised.has(rule.flag)) raised.set(rule.flag, { ...rule, evidence: found })
  }
  for (const rule of rules) grade({ ...rule, evidence: raised.has(rule.flag) ? null : rule.evidence(facts) })
  if (circle) for (const rule of circleRules) grade({ ...rule, evidence: rule.evidence(circle) })
  return gravestFirst([...raised.values()])
}

export const acknowledge = (rules: readonly GreenRule[], facts: FactsInFull): readonly GreenFlag[] =>
  rules.flatMap(({ evidence, ...rule }) => {
    const found = evidence(facts)
    return found ? [{ ...rule, evidence: found }] : []
  })
