import { describe } from 'vitest'
import { ledgerConformance } from '../../../test/conformance/ledger/index.ts'
import { quick, testDatabase } from '../../../test/support/postgres.ts'
import { postgres } from './index.ts'

const database = await testDatabase()

describe.skipIf(database === null)('the PostgreSQL store', () => {
  const addresses = new Map<string, Promise<string>>()
  ledgerConformance(async (name, now) => {
    if (!addresses.has(name)) addresses.set(name, database!.schema())
    const env = { DATABASE_URL: await addresses.get(name)! }
    return postgres.open({ dataDir: '', settings: quick, env, warn: () => {}, now })
  })
})
