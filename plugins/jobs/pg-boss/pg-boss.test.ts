import { describe } from 'vitest'
import { jobsConformance } from '../../../test/conformance/jobs/index.ts'
import { schemasOf, testDatabase } from '../../../test/support/postgres.ts'
import { pgBoss } from './index.ts'

const database = await testDatabase()

describe.skipIf(database === null)('the runner of a fleet', () => {
  const schemas = schemasOf(database, '_jobs')
  jobsConformance({
    open: pgBoss.open,
    newPlace: async () => ({ dataDir: '/nowhere', env: { DATABASE_URL: await schemas.of('board') } }),
    ended: () => schemas.ended('board'),
  })
})
