import { describe } from 'vitest'
import { ledgerConformance } from '../../../test/conformance/ledger/index.ts'
import { patient, schemasOf, testDatabase } from '../../../test/support/postgres.ts'
import { postgres } from './index.ts'

const database = await testDatabase()

describe.skipIf(database === null)('the PostgreSQL store', () => {
  const schemas = schemasOf(database)
  ledgerConformance(async (name, now) => {
    const env = { DATABASE_URL: await schemas.of(name) }
    return postgres.open({ dataDir: '', settings: patient, env, warn: () => {}, now })
  }, schemas.ended)
})
