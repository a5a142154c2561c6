/** Connections to the database. The driver is loaded here, so that a service with another store does not load it. */
import { hostname } from 'node:os'
import type { Client, ClientConfig, Pool, QueryResultRow } from 'pg'
import { BillingError } from '@domesday/core/store'
import type { DatabaseAddress } from './address.ts'

/** The oldest major version that is supported. */
const oldestEngine = 15
/** PostgreSQL's type of 64-bit integers. All of ours fit a number: the tables bound them. */
const int8 = 20

/** Milliseconds: a migration may take long, a connection may not. */
const longestConnect = 10_000

const driver = async () => (await import('pg')).default

export interface Limits {
  /** Milliseconds that one statement, or a connection, may take. */
  readonly timeout: number
  /** Connections for reads, beside the one that writes. */
  readonly connections: number
}

const configOf = async ({ config }: DatabaseAddress, timeout: number): Promise<ClientConfig> => {
  const { types } = await driver()
  return {
    ...config,
    application_name: `domesday ${hostname()}`,
    keepAlive: true,
    connectionTimeoutMillis: Math.min(timeout, longestConnect),
    // The server times out first; the driver only if the server does not answer at all.
    statement_timeout: timeout,
    lock_timeout: Math.ceil(timeout / 2),
    idle_in_transaction_session_timeout: timeout,
    query_timeout: timeout + 500,
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : types.getTypeParser(oid, format)) },
  }
}

/** A connection of its own. `onEnd` is called when it breaks; its queries reject then. */
export const connect = async (
  address: DatabaseAddress,
  timeout: number,
  onEnd: () => void = () => {},
): Promise<Client> => {
  const { Client } = await driver()
  const client = new Client(await configOf(address, timeout))
  // Without a listener the error of an idle connection would end the process.
  client.on('error', onEnd)
  client.on('end', onEnd)
  try {
    await client.connect()
    // A promise of the store settles once its change is durable, whatever the server's own default is.
    await client.query(
      `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`,
    )
    return client
  } catch (fault) {
    void client.end().catch(() => {})
    throw fault
  }
}

export const openPool = async (address: DatabaseAddress, { timeout, connections }: Limits): Promise<Pool> => {
  const { Pool } = await driver()
  const pool = new Pool({ ...(await configOf(address, timeout)), max: connections, idleTimeoutMillis: 30_000 })
  pool.on('error', () => {})
  // pg-pool handles errors of idle clients only.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Throws `unusable` where the server is too old, or does not keep every character. */
export const checkEngine = async (client: Client): Promise<void> => {
  const { rows } = await client.query<QueryResultRow>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding`,
  )
  const { version, number, encoding } = rows[0] as { version: string; number: number; encoding: string }
  if (number < oldestEngine * 10_000)
    throw new BillingError('unusable', `PostgreSQL ${version} is too old: ${oldestEngine} or newer is needed`)
  if (encoding !== 'UTF8')
    throw new BillingError('unusable', `the database has the encoding ${encoding}, and UTF8 is needed`)
}
