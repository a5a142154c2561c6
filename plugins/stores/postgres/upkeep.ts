/** What an operator does to all data at once. Copies are a matter of the database's own tools. */
import { BillingError, type Books, type Upkeep } from '@domesday/core/store'
import { postgresActs } from './acts.ts'
import { addressIn } from './address.ts'
import { audit, noBooks } from './audit.ts'
import { checkEngine, connect } from './connect.ts'
import { listedSql } from './delivery.ts'
import { keyRecords } from './key-records.ts'
import { checkFound, findSchema, migrate, type Mode } from './migrate.ts'
import { steps } from './migrations.ts'
import { openReads, type Reads } from './reads.ts'
import { postgresReports } from './reports.ts'
import { reachable } from './start.ts'

/** Milliseconds for a statement of a command. */
const patience = 3_600_000

interface Parts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly mode: Mode | undefined
  readonly now?: (() => number) | undefined
}

/** Reads, and changes nothing: an empty database stays empty. An earlier schema can be read too. */
export const readBooks = async ({ env, mode, now = Date.now }: Parts): Promise<Books> => {
  const address = addressIn(env)
  const client = await reachable(address, () => connect(address, patience))
  const found = await findSchema(client).finally(() => client.end())
  if (found !== null) checkFound({ ...found, schema: Math.max(found.schema, steps.length) }, mode)
  const reads = await openReads(address, { timeout: patience, connections: 1 })
  const all: Reads['all'] = found === null ? async () => [] : reads.all
  return {
    keys: keyRecords({ all }, now),
    ledger: {
      audit: async () => (found === null ? noBooks : audit(reads, null)),
    },
    delivery: { listed: () => all(listedSql) },
    acts: postgresActs({ all }),
    reports: postgresReports({ slowly: found === null ? all : reads.slowly }, () => null),
    close: reads.close,
  }
}

const ownTools = (command: string, what: string): BillingError =>
  new BillingError('unusable', `the store 'postgres' has no ${command}: ${what}`)

export const postgresUpkeep = ({ env, mode }: Parts): Upkeep => ({
  migrate: async ({ now }, by) => {
    const address = addressIn(env)
    const client = await reachable(address, () => connect(address, patience))
    try {
      await checkEngine(client)
      const { from, to } = await migrate(client, { mode, anyway: now, by })
      const reads = await openReads(address, { timeout: patience, connections: 1 })
      try {
        return { from, to, copy: null, audit: await audit(reads, null) }
      } finally {
        await reads.close()
      }
    } finally {
      await client.end()
    }
  },
  backup: async () => {
    throw ownTools('backup', 'copy the database with pg_dump, or archive its log (docs/operators.md, "PostgreSQL")')
  },
  restore: async () => {
    throw ownTools('restore', 'stop every node, and restore the database with pg_restore')
  },
})
