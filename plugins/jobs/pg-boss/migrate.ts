/** Brings the schema of pg-boss to that of this release. Nodes later build the indexes that it defers. */
import { PgBoss } from 'pg-boss'
import type { JobsParts } from '@domesday/core/jobs'
import { newest, placeIn, withRights } from './place.ts'

export const migrateBoss = async ({ env, log }: Pick<JobsParts, 'env' | 'log'>) => {
  const address = env['DATABASE_URL']!
  const { schema, version } = await placeIn(address)
  if (version === null) return null
  if (version >= newest) return { from: version, to: version }
  const boss = new PgBoss({
    connectionString: address,
    schema,
    application_name: 'domesday migrate',
    max: 2,
    migrate: true,
    createSchema: false,
    supervise: false,
    schedule: false,
    registerInstance: false,
  })
  boss.on('error', (error) => log.warn({ error: String(error) }, 'pg-boss reported an error'))
  try {
    await withRights(schema, () => boss.start())
  } finally {
    await boss.stop({ graceful: false })
  }
  return { from: version, to: newest }
}
