/**
 * The registers of Companies House: companies, officers, owners, filings, charges, insolvency and disqualified
 * directors.
 */
export { addressFields, companiesHouse, type PostalAddress } from './register.ts'
export { profile, type Accounts, type Due, type Profile } from './profile.ts'
export { sameName, search, type CompanyHit, type CompanySearch } from './search.ts'
export { annotationsShape, type Annotation } from './annotations.ts'
export { officers, officerFields, type Officer, type Officers } from './officers.ts'
export { owners, ownerFields, type Owner, type Owners } from './owners.ts'
export {
  exemptions,
  exemptionsShape,
  ownerStatements,
  statementsShape,
  type Exemption,
  type OwnerStatement,
} from './owner-statements.ts'
export { filings, type Filing, type Filings } from './filings.ts'
export { charges, isOutstanding, type Charge, type Charges } from './charges.ts'
export { insolvency, type Insolvency, type InsolvencyCase } from './insolvency.ts'
export {
  appointments,
  appointmentsFrom,
  companyFields,
  officerSearch,
  postFields,
  type Appointment,
  type OfficerHit,
  type OfficerRecord,
} from './appointments.ts'
export {
  disqualified,
  disqualifiedSearch,
  disqualificationFields,
  permissionsShape,
  type Disqualification,
  type Disqualified,
  type DisqualifiedHit,
} from './disqualification.ts'
export {
  competitors,
  registeredAt,
  type Competitor,
  type Competitors,
  type Registered,
  type Trade,
} from './competitors.ts'
export { hasEnded, isDirecting, isInsolvent } from './standing.ts'
export {
  verificationOn,
  verificationShape,
  verificationShown,
  type Verification,
  type VerificationState,
} from './verification.ts'
export { isOneName, mayBeOnePerson, naturalName, personWords } from './names.ts'
export { sectorOf, type Sector } from './sectors.ts'
export { industry, industryOf, type Industry } from './sic-codes.ts'
export { filesElsewhere, kindInWords, mustFile, needsDirector } from './kinds.ts'
export { companyIdentifier, numberInIdentifier, companyOf, type AskedCompany, type CompanyNodes } from './company.ts'
export { matchCompany, type CompanyMatch } from './company-match.ts'
export { personOf, type AskedPerson, type Person } from './person.ts'
export { bansOf, bansOfEach, isInForce, screened, type Screening, type Unresolved } from './screening.ts'
export { matchPerson, type PersonMatch } from './person-match.ts'
