/** What clients are written in: the port, what a question to an upstream ends in, and how credentials are named. */
import './contract/version.ts'
export * from './contract/client.ts'
export type { Gauge, Reading } from './contract/gauge.ts'
export { JobPaused, type Job, type JobRun } from './contract/jobs.ts'
export { unmatchedHeader } from './contract/gateway.ts'
export { thrownAt } from './contract/thrown-at.ts'
export {
  UpstreamFault,
  isPassingReason,
  type Answered,
  type Reason,
  type SourceSettings,
  type Upstream,
} from './contract/upstream.ts'
export { digestMisfit } from './engine/schemas.ts'
export { keepable, termsOf } from './contract/licences.ts'
export * from './registry/credentials.ts'
export { canonical } from './config/hash.ts'
export { bytes, sizePattern } from './config/units.ts'
export { makeOwnFile, makeOwnFolder, ownFile, refuseLink } from './contract/own-files.ts'
export {
  isOne,
  isWireList,
  unwrapped,
  type Due,
  type Kind,
  type Member,
  type Members,
  type Wire,
} from './contract/wire.ts'
