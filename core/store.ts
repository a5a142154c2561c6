/** What stores are written in: the port, and the ports of what they keep. */
export * from './credits/store.ts'
export * from './credits/billing-error.ts'
export * from './credits/idempotency.ts'
export * from './credits/keys.ts'
export { hashKey, mintKey, readKeyId } from './credits/key-format.ts'
export * from './credits/ledger.ts'
export * from './credits/payments.ts'
export { makeOwnFile, makeOwnFolder } from './contract/own-files.ts'
