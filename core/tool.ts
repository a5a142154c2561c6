/** What tools are written in: a service without its server, its settings with their faults, and all that it loads. */
import './contract/version.ts'
export { bytesOf } from './contract/body.ts'
export { Failure, problemOf } from './contract/failure.ts'
export * from './contract/gateway.ts'
export type { JobStatus, OpenJobs } from './contract/jobs.ts'
export { termsOf, type Charging, type Words } from './contract/licences.ts'
export { sourceIdsIn } from './contract/node-kinds.ts'
export type { EvidenceRow, OpenEvidence } from './contract/evidence.ts'
export type { AnySource, Egress } from './contract/client.ts'
export { coreFolder } from './contract/version.ts'
export type { OtherAct } from './credits/acts.ts'
export { BillingError } from './credits/billing-error.ts'
export { operatorPayer } from './credits/payers.ts'
export type { Billing } from './credits/store.ts'
export type { Books, Upkeep } from './credits/upkeep.ts'
export type { Audit } from './credits/ledger.ts'
export { paymentStates, type PaymentState } from './credits/payments.ts'
export * from './credits/reports.ts'
export { documentKey, type Finding, type SettingsDocument } from './config/documents.ts'
export { findingsIn } from './config/findings.ts'
export { canonical, hashOf } from './config/hash.ts'
export { ejectSettings } from './config/eject.ts'
export { fileFrom, formatFault } from './config/faults.ts'
export { placeAt } from './config/tree.ts'
export { nearest } from './config/nearest.ts'
export { readSettings } from './config/read-settings.ts'
export {
  settingsIn,
  readSettingsLog,
  settingsLogFile,
  type LoggedSettings,
  type SettingsLog,
} from './config/settings-log.ts'
export { flatState, type SettingsChange } from './config/settings-changes.ts'
export { showSettings } from './config/show.ts'
export { milliseconds } from './config/units.ts'
export { createClients, type Clients } from './engine/clients.ts'
export { parametersOf } from './engine/parameters.ts'
export { planOf } from './engine/plan.ts'
export type { PluginError } from './engine/plugin-errors.ts'
export { answerSchema, dataSchema } from './engine/answer-schema.ts'
export { doubtPath, identitySections, requiredNodes, scorePath, sourcesOf } from './engine/endpoint-facts.ts'
export type { Curve, GateEffect, ScoreSettings } from './contract/score-settings.ts'
export { newRequestId } from './http/request-id.ts'
export { rawOf } from './http/raw.ts'
export { sellsToKeys } from './http/surfaces.ts'
export { folders, projectRoot } from './registry/address.ts'
export { isKebab, parametersIn } from './registry/check.ts'
export { envNames } from './registry/credentials.ts'
export { manifestIn, packageFolder, type Manifest } from './registry/manifest.ts'
export { collectPlugins, datasetsIn, type LoadedEndpoint, type Plugins } from './registry/load.ts'
export { scoreCheck } from './registry/settings/checks.ts'
export { sourceDocument } from './registry/settings/documents.ts'
export { scoreShape } from './registry/settings/score-shape.ts'
export { settingsOf, sourceSettingsIn, type Settings } from './registry/settings/settings.ts'
export { inColumns } from './service/columns.ts'
export { BootFault, configure, inspect, type Configured } from './service/configure.ts'
export type { Container } from './service/container.ts'
export { evidenceClock } from './service/evidence-clock.ts'
export { linesForOperator } from './service/fault-lines.ts'
export { optionsFrom, type ServiceOptions } from './service/options.ts'
export {
  migrateEvidence,
  openBooks,
  openPacks,
  openReading,
  openService,
  openStore,
  openUpkeep,
  startService,
} from './service/service.ts'
export { openScheduled } from './service/scheduled.ts'
export { onStop } from './service/stopping.ts'
export { tokens } from './service/tokens.ts'
