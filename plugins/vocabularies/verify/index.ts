/** Evidence packs of Domesday: how they are made, and how anyone verifies one. */
export * from './format.ts'
export * from './seal.ts'
export { verify, type Verified } from './verify.ts'
