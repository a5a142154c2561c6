/** The store for several nodes: keys, credits, stored answers and payments in PostgreSQL. */
import { integer, text } from '@domesday/core'
import { durationPattern, milliseconds, store, type Billing } from '@domesday/core/store'
import { addressFaults } from './address.ts'
import { postgresUpkeep, readBooks } from './upkeep.ts'

/** Uses the database that the environment variable `DATABASE_URL` names. Many processes may open it at once. */
export const postgres = store({
  id: 'postgres',
  home: import.meta.dirname,
  isShared: true,
  addressFaults,
  settings: {
    timeout: text({ description: 'How long a call waits for the database', pattern: durationPattern }),
    start: text({
      description: 'How long a start waits for a database that cannot be reached',
      pattern: durationPattern,
    }),
    connections: integer({ description: 'Connections of each node for reads', minimum: 1, maximum: 100 }),
  },
  open: async ({ settings, ...parts }): Promise<Billing> => {
    const { openBilling } = await import('./billing.ts')
    return openBilling({
      ...parts,
      timeout: milliseconds(settings.timeout),
      start: milliseconds(settings.start),
      connections: settings.connections,
    })
  },
  read: ({ env, mode, now }) => readBooks({ env, mode, now }),
  upkeep: ({ env, mode }) => postgresUpkeep({ env, mode }),
})
