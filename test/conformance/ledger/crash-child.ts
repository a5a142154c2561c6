/**
 * Takes credits as fast as it can until it is killed, and says of every request what was answered:
 * `node crash-child.ts <module of a store> <data folder> <key id>`.
 */
import { writeSync } from 'node:fs'
import type { Store } from '../../../core/credits/store.ts'

const [module, dataDir, keyId] = process.argv.slice(2) as [string, string, string]
const purpose = { endpoint: 'entity', depth: 'standard' }
const exported = Object.values((await import(module)) as Readonly<Record<string, unknown>>)
const store = exported.find((one) => (one as { port?: unknown } | null)?.port === 'store') as Store
const { ledger } = await store.open({ dataDir, settings: {}, env: process.env, warn: console.error })
const say = (line: string): void => {
  writeSync(1, `${line}\n`)
}

await ledger.hold(keyId, 'parked', 7, purpose)
say('ready')

const callers = Array.from({ length: 64 }, async (_, caller) => {
  for (let call = 0; ; call++) {
    const requestId = `${caller}-${call}`
    // Something failed in every answer that is at hand, so that each may be repeated.
    if (call % 2 === 0) await ledger.charge(keyId, requestId, 3, purpose, undefined, { hash: requestId, retryAt: 0 })
    else {
      await ledger.hold(keyId, requestId, 5, purpose)
      // Each caller asks for the same again, and its answer does not change.
      const again = { answerHash: 'equal', amount: 1 }
      await ledger.settle(requestId, undefined, { hash: `of ${caller}`, retryAt: null, again })
    }
    say(requestId)
  }
})
await Promise.all(callers)
