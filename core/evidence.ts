/** What packages that keep evidence are written in. */
import './contract/version.ts'
export * from './contract/evidence.ts'
export type { AnySource } from './contract/client.ts'
export type { Gauge, Reading } from './contract/gauge.ts'
export { keepable, termsOf } from './contract/licences.ts'
export { makeOwnFile, makeOwnFolder, ownFile } from './contract/own-files.ts'
export { canonical } from './config/hash.ts'
export { bytes, durationPattern, milliseconds, sizePattern } from './config/units.ts'
