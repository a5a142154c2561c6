/** What surfaces are written in: the port, what answers lookups, and how HTTP is spoken here. */
import './contract/version.ts'
export * from './http/surface.ts'
export type { Gauge, Reading } from './contract/gauge.ts'
export type { EvidenceFound, EvidenceQuery, EvidenceRow, KeptAsk, OpenEvidence } from './contract/evidence.ts'
export { CannotReplay, replay, type Changes, type Replayable, type Replayed } from './engine/replay.ts'
export type { State } from './http/state.ts'
export { longestBody } from './http/bodies.ts'
export { newRequestId } from './http/request-id.ts'
export { faultsShown, invalidParameters, unknownParameter } from './engine/parameter-faults.ts'
export { interfaceVersion } from './http/release.ts'
export { queryOf, rawOf } from './http/raw.ts'
export { json, sendJson, type HeaderSink } from './http/wire.ts'
export { bytesOf, whole, type Body } from './contract/body.ts'
export {
  Failure,
  failures,
  problemOf,
  type Code,
  type ParameterFault,
  type ShownCandidate,
} from './contract/failure.ts'
export { termsOf } from './contract/licences.ts'
export type { ScoreSettings } from './contract/score-settings.ts'
export type { Paid, Payer, Worth, Write } from './credits/payers.ts'
export type { Granted, PaymentClaim, Payments, Purchase } from './credits/payments.ts'
export { BillingError, maximumCredits } from './credits/billing-error.ts'
export { entryKinds } from './credits/ledger.ts'
export { usageDimensions, type UsageRow } from './credits/reports.ts'
export type { Answer, Answering } from './engine/answer.ts'
export { withheldBy, requiredSources, soldDepths } from './engine/offered.ts'
export { isNamed, notForTools, parametersOf } from './engine/parameters.ts'
export { planOf, type Plan, type RawParameters } from './engine/plan.ts'
export { candidateSchema, candidatesShown, declaredSubject } from './engine/candidates.ts'
export { answerSchema } from './engine/answer-schema.ts'
export { doubtPath, scorePath, sourcesOf } from './engine/endpoint-facts.ts'
export { parametersIn } from './registry/check.ts'
export { projectRoot } from './registry/address.ts'
export type { LoadedEndpoint, Plugins } from './registry/load.ts'
export type { EndpointSettings, Prices, Settings, SettingsInForce } from './registry/settings/settings.ts'
export { canonical, hashOf } from './config/hash.ts'
export { attributions, bodyOf, headOf } from './engine/envelope.ts'
export { nearest } from './config/nearest.ts'
export { milliseconds } from './config/units.ts'
