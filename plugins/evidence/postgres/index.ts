/** Evidence for several nodes: what answers were made from, in PostgreSQL, in a schema beside that of the ledger. */
import { integer } from '@domesday/core'
import { evidence } from '@domesday/core/evidence'
import { evidenceSettings, span } from '@domesday/evidence-parts/settings'

/** Uses the database that the environment variable `DATABASE_URL` names. Many processes may open it at once. */
export const postgres = evidence({
  id: 'postgres',
  home: import.meta.dirname,
  settings: {
    ...evidenceSettings,
    timeout: span('How long a call waits for the database'),
    start: span('How long a start waits for a database that cannot be reached'),
    connections: integer({ description: 'Connections of each node for evidence', minimum: 1, maximum: 100 }),
  },
  open: async (parts) => {
    const { openInDatabase } = await import('./open-in-database.ts')
    return openInDatabase(parts)
  },
  migrate: async ({ env, mode, now }) => {
    const { migrateSchema } = await import('./schema.ts')
    return migrateSchema({ env, mode }, now)
  },
})
