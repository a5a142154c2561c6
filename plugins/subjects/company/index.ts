/** A company's file: what the registers hold of it, and what follows from that without judging it. */
export { cashHalved, latestOf, latestYear } from './accounts.ts'
export { atCompany, companyFile, type CompanyFile } from './file.ts'
export { isLive, type Facts, type FactsInFull } from './facts.ts'
export { boardOf, servingOf } from './board.ts'
export { daysBetween, monthsAfter } from './calendar.ts'
export type { Contracts } from './contracts.ts'
export { keptBy } from './elsewhere.ts'
export { accountsRecord, daysOverdue } from './filing.ts'
export {
  identityInWords,
  identityOfDirectors,
  identityOfOwners,
  overdueStatements,
  withoutStatement,
} from './identity.ts'
export {
  insolvenciesIn,
  insolvencyStanding,
  insolvencyStates,
  isKnownStatus,
  type InsolvencyState,
} from './insolvency.ts'
export { dated, outstandingInWords, overdueInWords, statementInWords, statusInWords } from './phrases.ts'
export { periodInWords, type Payment } from './payment.ts'
export { companyShown, registerSections } from './shown.ts'
export { ownersUnnamed } from './statements.ts'
export { inWords, strikeOffProposed, strikeOffsOf, suspendedOn, warningsOf, type Warning } from './warnings.ts'
