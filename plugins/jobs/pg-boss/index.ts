/** The runner of a fleet: its schedule is in the database of the ledger, which `DATABASE_URL` names. */
import { jobs } from '@domesday/core/jobs'

export const pgBoss = jobs({
  id: 'pg-boss',
  home: import.meta.dirname,
  open: async (parts) => {
    const [{ runJobs }, { openBoard }] = await Promise.all([import('@domesday/jobs-parts'), import('./board.ts')])
    return runJobs(await openBoard(parts), parts)
  },
  migrate: async (parts) => (await import('./migrate.ts')).migrateBoss(parts),
})
