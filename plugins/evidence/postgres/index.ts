/** Evidence for several nodes: what answers were made from, in PostgreSQL, in a schema beside that of the ledger. */
import { evidence } from '@domesday/core/evidence'
import { databaseSettings } from './settings.ts'

/** Uses the database that the environment variable `DATABASE_URL` names. Many processes may open it at once. */
export const postgres = evidence({
  id: 'postgres',
  home: import.meta.dirname,
  settings: databaseSettings,
  open: async (parts) => {
    const { openInDatabase } = await import('./open-in-database.ts')
    return openInDatabase(parts)
  },
  migrate: async ({ env, mode, now }) => {
    const { migrateSchema } = await import('./schema.ts')
    return migrateSchema({ env, mode }, now)
  },
})
