/** What clients are written in: the port, what a question to an upstream ends in, and how credentials are named. */
export * from './contract/client.ts'
export * from './contract/upstream.ts'
export { keepable, termsOf } from './contract/licences.ts'
export * from './registry/credentials.ts'
export { canonical } from './config/hash.ts'
export { bytes, sizePattern } from './config/units.ts'
export * from './contract/own-files.ts'
