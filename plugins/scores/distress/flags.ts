/**
 * Flags that a credit officer would raise on a company's file. The rules are rows of tables; this file defines how to
 * read them.
 */
import type { Charges, Filings, Insolvency, Officers, Owner, Profile } from '@domesday/source-companies-house'
import type { Charity } from '@domesday/source-charity-commission'
import type { Firm } from '@domesday/source-fca-register'
import type { Notice } from '@domesday/source-gazette'
import type { DataProtection } from '@domesday/source-ico-register'
import type { Contracts } from './contracts.ts'

/** Input of the rules. Unknown facts are null; a rule that needs one does not hold. */
export interface Facts {
  readonly today: string
  /** Today, or the day on which its winding-up began or it ended: its directors are responsible up to then. */
  readonly asOf: string
  readonly profile: Profile
  readonly officers: Officers | null
  readonly owners: { readonly items: readonly Owner[]; readonly total: number } | null
  readonly filings: Filings | null
  readonly charges: Charges | null
  readonly insolvency: Insolvency | null
  readonly notices: readonly Notice[] | null
  readonly firms: readonly Firm[] | null
  readonly charities: readonly Charity[] | null
  readonly dataProtection: DataProtection | null
}
/** Contracts are asked for only if green flags are wanted. */
export interface FactsWithContracts extends Facts {
  readonly contracts: Contracts | null
}

export const severities = ['high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

export interface RedFlag {
  readonly flag: string
  readonly severity: Severity
  /** What it means for doing business with the company. */
  readonly implication: string
  /** The finding, with figures. */
  readonly evidence: string
  /** Ids of the sources behind it. */
  readonly sources: readonly string[]
}
export interface GreenFlag {
  readonly signal: string
  readonly implication: string
  readonly evidence: string
  readonly sources: readonly string[]
}

/** Whether a company is trading. Types other than companies have the status `open` or `registered`. */
export const isLive = ({ status }: Profile): boolean =>
  status === 'active' || status === 'open' || status === 'registered'

type Found = string | null | undefined | false
/**
 * A row of the table. `evidence` is the finding in a sentence, or null if the rule does not hold or its facts are
 * unknown.
 */
export interface RedRule extends Omit<RedFlag, 'evidence'> {
  readonly evidence: (facts: Facts) => Found
}
export interface GreenRule extends Omit<GreenFlag, 'evidence'> {
  readonly evidence: (facts: FactsWithContracts) => Found
}

/** Most severe first. Of rows with the same flag, the first that holds counts: they grade it. */
export const raise = (rules: readonly RedRule[], facts: Facts): readonly RedFlag[] => {
  const raised = new Map<string, RedFlag>()
  for (const { evidence, ...rule } of rules) {
    const found = raised.has(rule.flag) ? null : evidence(facts)
    if (found) raised.set(rule.flag, { ...rule, evidence: found })
  }
  return [...raised.values()].toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}

export const acknowledge = (rules: readonly GreenRule[], facts: FactsWithContracts): readonly GreenFlag[] =>
  rules.flatMap(({ evidence, ...rule }) => {
    const found = evidence(facts)
    return found ? [{ ...rule, evidence: found }] : []
  })
