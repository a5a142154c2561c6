/** What tests of plugins use. */
export { openSource, worldDay, type OpenSource } from './source.ts'
export { madeUpCredentials } from './credentials.ts'
export { recorded, recordings } from './recordings.ts'
export { openEndpoint, type Looked, type OpenEndpoint } from './endpoint.ts'
export { only, runService, type Reply, type RunningService, type StartOptions } from './service.ts'
export { faultsAgainst, faultsInAnswer } from './schema.ts'
export * from '../gateway/sample.ts'
export { UpstreamFault } from '../upstream/port.ts'
