/** Brings the database to the schema of this release, or says why it cannot be used. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { BillingError, type Actor } from '@domesday/core/store'
import { noteAct } from './acts.ts'
import { isWorthRetrying, rightsNeeded } from './faults.ts'
import { sqlOf, steps, type Step } from './migrations.ts'

export type Mode = 'sandbox' | 'live'

/** What the database says of its data; null if it is empty. */
export interface Found {
  /** Names the data: all nodes on them have it. */
  readonly id: string
  readonly schema: number
  readonly serves: number
  readonly mode: Mode | null
}

interface Seen {
  readonly schema: string | null
  readonly tables: number
  readonly isOurs: boolean
  readonly isReadable: boolean
}

const unusable = (message: string): BillingError => new BillingError('unusable', message)

/** Throws if the schema has tables of another program: ours do not belong there. */
export const findSchema = async (client: Client): Promise<Found | null> => {
  // One statement: another node may make the tables between two.
  const { rows } = await client.query(`
    select current_schema() as schema, count(*) as tables, coalesce(bool_or(tablename = 'domesday'), false) as "isOurs",
      coalesce(bool_and(has_table_privilege(format('%I.%I', schemaname, tablename), 'select')), true) as "isReadable"
    from pg_tables where schemaname = current_schema()
  `)
  const { schema, tables, isOurs, isReadable } = rows[0] as Seen
  if (isOurs && !isReadable)
    throw unusable(`the user of DATABASE_URL may not read the tables in the schema '${schema}': ${rightsNeeded}`)
  if (isOurs) return (await client.query('select id, schema, serves, mode from domesday')).rows[0] as Found
  if (schema === null) throw unusable('the database has no schema in the search path of this user')
  if (tables > 0)
    throw unusable(
      `the schema '${schema}' of the database has ${tables} tables of something else: give Domesday a database of its own`,
    )
  return null
}

const forMode = (mode: Mode): string => (mode === 'live' ? 'a live service' : 'a sandbox')

/** Throws unless this release can work with the data. */
export const checkFound = (found: Found, mode: Mode | undefined, newest = steps.length): void => {
  const { schema, serves } = found
  if (found.mode !== null && mode !== undefined && found.mode !== mode)
    throw unusable(`the database has the data of ${forMode(found.mode)}, and this is ${forMode(mode)}`)
  if (schema < newest)
    throw unusable(
      `the database has schema ${schema}, this release needs ${newest}: run domesday migrate${mode === 'live' ? ' --live' : ''}`,
    )
  if (serves > newest)
    throw unusable(
      `the database has schema ${schema}, this release supports up to ${newest}: a newer release has migrated it`,
    )
}

/** Runs `work` alone among all processes that use this schema of the database. */
export const alone = async <T>(client: Client, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    // Wait without limit: another node may be migrating, and a step may take long.
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('domesday ' || current_schema(), 0))`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (fault) {
    await client.query('rollback').catch(() => {})
    throw fault
  }
}

export const apply = async (
  client: Client,
  from: number,
  mode: Mode | undefined,
  to: readonly Step[],
): Promise<void> => {
  for (const step of to.slice(from)) await client.query(sqlOf(step))
  const { serves } = to.at(-1)!
  if (from === 0)
    await client.query('insert into domesday (mode, schema, serves) values ($1, $2, $3)', [
      mode ?? null,
      to.length,
      serves,
    ])
  else await client.query('update domesday set schema = $1, serves = $2', [to.length, serves])
}

/** For a start, or a command that writes: an empty database gets its tables. */
export const ensureSchema = async (
  client: Client,
  mode: Mode | undefined,
  to: readonly Step[] = steps,
): Promise<Found> => {
  const found =
    (await findSchema(client)) ??
    (await alone(client, async () => {
      if ((await findSchema(client)) === null) await apply(client, 0, mode, to)
      return findSchema(client)
    }))
  checkFound(found!, mode, to.length)
  if (mode !== undefined) await client.query('update domesday set mode = $1 where mode is null', [mode])
  return found!
}

/** How often a migration is tried before it fails. */
const attempts = 20

interface Migration {
  readonly mode: Mode | undefined
  readonly anyway: boolean
  readonly by?: Actor | undefined
  readonly to?: readonly Step[]
}

interface Migrated {
  readonly from: number
  readonly to: number
}

/**
 * For the operator's command. Unless `anyway`, refuses a step that removes something while running nodes need it. It
 * locks tables in another order than calls do, so the two may deadlock: PostgreSQL then aborts one of them, which is
 * tried again.
 */
export const migrate = async (client: Client, migration: Migration): Promise<Migrated> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await migrateOnce(client, migration)
    } catch (fault) {
      if (!isWorthRetrying(fault)) throw fault
      if (attempt === attempts)
        throw unusable(
          `another session has locked tables, such as a backup; nothing was changed: ${(fault as Error).message}`,
        )
      await sleep(Math.random() * 500)
    }
}

const migrateOnce = (client: Client, { mode, anyway, by, to = steps }: Migration): Promise<Migrated> =>
  alone(client, async () => {
    // A waiting ALTER blocks all calls behind it: give up after 2 s and retry.
    await client.query(`set local lock_timeout = '2s'`)
    const found = await findSchema(client)
    const from = found?.schema ?? 0
    if (found !== null) checkFound({ ...found, schema: Math.max(from, to.length) }, mode, to.length)
    if (from >= to.length) return { from, to: from }
    if (found !== null && to.at(-1)!.serves > from && !anyway && (await isServed(client)))
      throw unusable(
        `a server uses the database at schema ${from}, and would fail after the migration: stop it first, or say --now`,
      )
    await apply(client, from, mode, to)
    await noteAct(client, by, { act: 'migrate', target: `schema ${to.length}`, details: { from, to: to.length } })
    return { from, to: to.length }
  })

export const isServed = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query(
    'select exists (select from runs where beat_at > extract(epoch from clock_timestamp()) * 1000 - 5000) as is_served',
  )
  return (rows[0] as { is_served: boolean }).is_served
}
