/** Opens pg-boss, in a schema of its own beside that of the ledger. */
import { PgBoss } from 'pg-boss'
import type { JobsParts, JobTiming } from '@domesday/core/jobs'
import { checkSchema, patience, placeIn, withRights } from './place.ts'

/** One row for each job: it waits, or a node works on it. */
export const work = 'work'
/** How far each job is: one row for each, which nobody takes. */
export const progress = 'progress'

/** Seconds; the longest that pg-boss allows. A harvest ends with its night. */
const longestRun = 86_400
/** Seconds that a row may wait. A refresh may be once a year. */
const longestWait = 3 * 365 * 86_400
/** Seconds that the row of a finished run is kept, for whoever looks into the database. */
const history = 86_400
/** pg-boss passes options that it does not know to the driver. */
const ofDriver: object = { query_timeout: patience, keepAlive: true }

/** Null if it is not installed and this process may not install it. Throws a `RangeError` if its schema is old. */
export const openBoss = async ({
  env,
  node,
  timing,
  log,
  mayCreate,
}: Pick<JobsParts, 'env' | 'node' | 'timing' | 'log' | 'mayCreate'>): Promise<PgBoss | null> => {
  const address = env['DATABASE_URL']!
  const place = await placeIn(address)
  const { schema, isMade, isInstalled } = place
  if (!mayCreate && !isInstalled) return null
  checkSchema(place, mayCreate)
  const seconds = Math.max(1, Math.round(timing().silence / 3_000))
  const boss = new PgBoss({
    connectionString: address,
    ...ofDriver,
    schema,
    application_name: `domesday jobs ${node}`,
    max: 3,
    // The schema is current, so nothing is migrated: it builds the indexes that a migration deferred.
    migrate: mayCreate,
    // PostgreSQL demands the right to create schemas even if this one exists.
    createSchema: mayCreate && !isMade,
    supervise: mayCreate,
    schedule: false,
    registerInstance: false,
    superviseIntervalSeconds: seconds,
    monitorIntervalSeconds: seconds,
  })
  boss.on('error', (error) => log.warn({ error: String(error) }, 'pg-boss reported an error'))
  boss.on('warning', ({ message, data }) => log.warn({ ...data }, `pg-boss warns: ${message}`))
  try {
    await withRights(schema, async () => {
      await boss.start()
      if (mayCreate) await makeQueues(boss, timing())
    })
    return boss
  } catch (fault) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw fault
  }
}

const makeQueues = async (boss: PgBoss, { silence }: JobTiming): Promise<void> => {
  const options = {
    expireInSeconds: longestRun,
    retentionSeconds: longestWait,
    deleteAfterSeconds: history,
    // The death of a node is no failure of the job: another takes it, however often.
    retryLimit: 1_000_000,
    heartbeatSeconds: Math.max(10, Math.round(silence / 1_000)),
  }
  await boss.createQueue(work, { policy: 'exclusive', ...options })
  await boss.updateQueue(work, options)
  await boss.createQueue(progress, { retentionSeconds: longestWait })
}
