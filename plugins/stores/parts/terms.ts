/** What every store checks and compares of the terms of keys. */
import { BillingError, latestExpiry, maximumCredits, type KeyTerms } from '@domesday/core/store'

const longestLabel = 200
const most = { perMinute: 1_000_000, creditsPerDay: maximumCredits, creditsPerMonth: maximumCredits, ids: 1_000 }

const isCount = (value: number, most: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= most

const expiryFaults = (at: number, now: number): readonly string[] =>
  at > latestExpiry
    ? ['a key must expire before the year 10000; null: it never expires']
    : Number.isSafeInteger(at) && at > now
      ? []
      : ['a key must expire in the future']

/** How long a replaced secret stays good. Throws `invalid_key_terms`. */
export const checkGrace = (graceMs: number, now: number): void => {
  if (!Number.isSafeInteger(graceMs) || graceMs < 0)
    throw new BillingError('invalid_key_terms', 'a grace period is a whole number of milliseconds')
  if (now + graceMs > latestExpiry)
    throw new BillingError('invalid_key_terms', 'a grace period must end before the year 10000')
}

/** Throws `invalid_key_terms` with every fault. */
export const checkTerms = (terms: Partial<KeyTerms>, now: number): void => {
  const faults = [
    ...((terms.label?.length ?? 0) > longestLabel ? [`a label has ${longestLabel} characters at most`] : []),
    ...(terms.expiresAt == null ? [] : expiryFaults(terms.expiresAt, now)),
    ...(['endpoints', 'surfaces'] as const)
      .filter((name) => terms[name] != null && !(terms[name].length > 0 && terms[name].length <= most.ids))
      .map((name) => `${name} must be 1 to ${most.ids} ids, or null for all`),
    ...(['perMinute', 'creditsPerDay', 'creditsPerMonth'] as const)
      .filter((name) => !isCount(terms[name] ?? 1, most[name]))
      .map((name) => `${name} must be a whole number from 1 to ${most[name]}, or null for none`),
  ]
  if (faults.length > 0) throw new BillingError('invalid_key_terms', faults.join('; '))
}

/** The terms that a change gives another value. */
export const differing = (before: KeyTerms, terms: Partial<KeyTerms>) => {
  const names = (Object.keys(terms) as (keyof KeyTerms)[]).filter(
    (name) => terms[name] !== undefined && JSON.stringify(terms[name]) !== JSON.stringify(before[name]),
  )
  const of = (from: Partial<KeyTerms>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: of(before), after: of(terms) }
}
