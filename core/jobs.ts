/** What runners of scheduled work are written in. */
import './contract/version.ts'
export * from './contract/jobs.ts'
export type { Gauge } from './contract/gauge.ts'
export { makeOwnFile } from './contract/own-files.ts'
