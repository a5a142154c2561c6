/**
 * A company's file and its evaluation: the distress score, the flags, and the parts of an answer that entity and report
 * share.
 */
export { companyFile, type CompanyFile } from './file.ts'
export { distressOf } from './score.ts'
export { gatesOf } from './gates.ts'
export { contractsOf, type Contracts, type MergedContract } from './contracts.ts'
export { boardOf, servingOf, type Board } from './board.ts'
export { identityOfDirectors, identityOfOwners, type IdentityRecord } from './identity.ts'
export { accountsRecord, type AccountsRecord } from './filing.ts'
export { insolvencyStanding, insolvencyStates, type InsolvencyStanding } from './insolvency.ts'
export { severities, type GreenFlag, type RedFlag, type Severity } from './flags.ts'
export { greenFlagsOf, redFlagsOf } from './raise.ts'
export { reachShape } from '@domesday/source-gazette'
export { companySection, companyShape, noticesReachSection } from './shown.ts'
export { registerSections, registerShapes } from './registers.ts'
