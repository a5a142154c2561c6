/** Databases of their own on a PostgreSQL that runs already. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

const usual = process.env['DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres'

const withClient = async <T>(address: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export interface OwnDatabase {
  readonly url: string
  /** The address of an empty schema of this name, which is made. */
  schema(name?: string): Promise<string>
  /** Its rows, as an operator sees them. */
  query(address: string, sql: string): Promise<readonly Record<string, unknown>[]>
  drop(): Promise<void>
}

/** Null where no server answers; that is said. */
export const ownDatabase = async (prefix = 'domesday_test', server = usual): Promise<OwnDatabase | null> => {
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`
  try {
    await withClient(server, (client) => client.query(`create database ${name} encoding 'UTF8' template template0`))
  } catch (fault) {
    const at = URL.parse(server)?.host ?? 'DATABASE_URL'
    console.warn(`skipped: no PostgreSQL at ${at} (${fault instanceof Error ? fault.message : String(fault)})`)
    return null
  }
  const own = new URL(server)
  own.pathname = `/${name}`
  return {
    url: own.href,
    schema: async (schema = `s${randomUUID().replaceAll('-', '')}`) => {
      await withClient(own.href, (client) => client.query(`create schema if not exists "${schema}"`))
      const address = new URL(own)
      address.search = `options=${encodeURIComponent(`-c search_path=${schema}`)}`
      return address.href
    },
    query: (address, sql) => withClient(address, async (client) => (await client.query(sql)).rows),
    drop: () => withClient(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}
