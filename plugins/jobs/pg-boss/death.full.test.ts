import { describe } from 'vitest'
import { deathConformance } from '../../../test/conformance/jobs/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { pgBoss } from './index.ts'

const database = await testDatabase()

describe.skipIf(database === null)('the runner of a fleet', () => {
  const newPlace = async () => ({ dataDir: '/nowhere', env: { DATABASE_URL: await database!.schema() } })
  deathConformance({ open: pgBoss.open, newPlace }, { module: import.meta.resolve('./index.ts'), name: 'pgBoss' })
})
