/**
 * Red flags for identities that the register does not show as verified. None means that anybody broke the law: filings
 * lag.
 */
import { identityOfDirectors, identityOfOwners, overdueStatements, withoutStatement } from '@domesday/subject-company'
import type { RedRule } from './flags.ts'

const register = 'companies-house'

/** Of rows with the same flag, the first that holds counts. */
export const identityFlags: readonly RedRule[] = [
  {
    flag: 'identity_not_verified',
    severity: 'low',
    sources: [register],
    implication:
      'Nobody may act as a director without a verified identity, and the company cannot confirm its record until then. Ask whether the ' +
      'statement has been given since, and see proof of identity before dealing.',
    evidence: ({ profile, officers, today }) =>
      officers && overdueStatements(identityOfDirectors(profile, officers.items, today), 'director'),
  },
  {
    flag: 'identity_not_verified',
    severity: 'low',
    sources: [register],
    implication: 'It cannot be seen whether they verified their identity. Ask for it, and see proof before dealing.',
    evidence: withoutStatement,
  },
  {
    flag: 'owner_identity_not_verified',
    severity: 'low',
    sources: [register],
    implication:
      'Who controls it is not confirmed. Ask whether the statement has been given since, and for proof of who the owner is.',
    evidence: ({ profile, owners, today }) =>
      owners && overdueStatements(identityOfOwners(profile, owners.items, today), 'owner'),
  },
]
