/** The test kit for plugins. */
export { openSource, sampleDay, type OpenSource } from './source.ts'
export { madeUpCredentials } from './credentials.ts'
export { recorded, recordings } from './recordings.ts'
export { openEndpoint, type EndpointOptions, type Looked, type OpenEndpoint } from './endpoint.ts'
export { testClock, type TestClock } from './clock.ts'
export { only, runService, type ServiceReply, type RunningService, type StartOptions } from './service.ts'
export { faultsAgainst, faultsInAnswer, faultsOfSchemas } from './schema.ts'
export { describePlugin } from './contract-suite.ts'
export {
  atDepth,
  faultsOfAnswer,
  faultsOfDepth,
  faultsOfGaps,
  faultsOfScores,
  faultsOfSections,
  type AnswerAt,
} from './contract.ts'
export { faultsOfSource } from './source-contract.ts'
export { inspectAlone, runAlone } from './alone.ts'
export * from '@domesday/vocabulary-samples'
export { listenOnLoopback } from '@domesday/tool-gateway'
export { UpstreamFault } from '@domesday/core/client'
export { declarationFaults } from './declarations.ts'
