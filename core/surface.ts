/** What surfaces are written in: the port, what answers lookups, and how HTTP is spoken here. */
import './contract/version.ts'
export * from './http/surface.ts'
export type { Gauge, Reading } from './contract/gauge.ts'
export type { EvidenceFound, EvidenceQuery, EvidenceRow, KeptAsk, OpenEvidence, Outcome } from './contract/evidence.ts'
export { UpstreamFault, type Answered } from './contract/upstream.ts'
export { questionPath } from './engine/evidence.ts'
export { RequiredGap } from './engine/gap.ts'
export { gather, type Gathered } from './engine/gather.ts'
export { questionNames } from './engine/question-names.ts'
export { check, digestMisfit } from './engine/schemas.ts'
export type { Evidence } from './engine/assessment.ts'
export { weigh } from './engine/weigh.ts'
export { ownSettings } from './registry/settings/documents.ts'
export { scoreShape } from './registry/settings/score-shape.ts'
export type { State } from './http/state.ts'
export { longestBody } from './http/bodies.ts'
export { newRequestId } from './http/request-id.ts'
export { faultsShown, invalidParameters, unknownParameter, unknownParameters } from './engine/parameter-faults.ts'
export { interfaceVersion } from './http/release.ts'
export { queryOf, rawOf } from './http/raw.ts'
export { json, sendJson, type HeaderSink } from './http/wire.ts'
export { bytesOf, wholeBody, type Body } from './contract/body.ts'
export {
  Failure,
  failures,
  problemOf,
  type Code,
  type ParameterFault,
  type ShownCandidate,
} from './contract/failure.ts'
export { termsOf } from './contract/licences.ts'
export { sourceIdsIn } from './contract/node-kinds.ts'
export { ukMidnightAfter } from './contract/uk-midnight.ts'
export { actionableSteps, type ScoreSettings } from './contract/score-settings.ts'
export type { Paid, Payer, Worth, Write } from './credits/payers.ts'
export type { Granted, PaymentClaim, Payments, Purchase } from './credits/payments.ts'
export { BillingError, maximumCredits } from './credits/billing-error.ts'
export { entryKinds } from './credits/ledger.ts'
export { usageDimensions, type UsageRow } from './credits/reports.ts'
export type { Answer, Answering } from './engine/answer.ts'
export { isNamed, notForTools, parametersOf } from './engine/parameters.ts'
export { lookupHashOf, planOf, type Plan, type RawParameters } from './engine/plan.ts'
export { candidateSchema, candidatesShown, declaredSubject } from './engine/candidates.ts'
export {
  canBeAnswered,
  doubtPath,
  identitySections,
  mayBeNull,
  requiredNodes,
  scorePath,
  sourcesOf,
} from './engine/endpoint-facts.ts'
export { parametersIn } from './registry/check.ts'
export { projectRoot } from './registry/address.ts'
export type { LoadedEndpoint, Plugins } from './registry/load.ts'
export type { EndpointSettings, Prices, Settings, SettingsInForce } from './registry/settings/settings.ts'
export { canonical, hashOf } from './config/hash.ts'
export { bodyOf, headOf, metaSchema } from './engine/envelope.ts'
export { nearest } from './config/nearest.ts'
export { milliseconds } from './config/units.ts'
