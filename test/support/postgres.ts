/** A PostgreSQL for tests: databases of their own on a server that runs already, and dropped at the end. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll } from 'vitest'

const server = process.env['DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres'

const withClient = async <T>(address: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export interface TestDatabase {
  /** The address of an empty schema of this name, which is made. */
  schema(name?: string): Promise<string>
  /** Its rows, as an operator sees them. */
  query(address: string, sql: string): Promise<readonly Record<string, unknown>[]>
}

/** Null where no server answers; that is said, and the tests are skipped. */
export const testDatabase = async (): Promise<TestDatabase | null> => {
  const name = `domesday_test_${randomUUID().replaceAll('-', '')}`
  try {
    await withClient(server, (client) => client.query(`create database ${name} encoding 'UTF8' template template0`))
  } catch (fault) {
    const at = URL.parse(server)?.host ?? 'DATABASE_URL'
    console.warn(
      `skipped: no PostgreSQL for tests at ${at} (${fault instanceof Error ? fault.message : String(fault)})`,
    )
    return null
  }
  afterAll(() => withClient(server, (client) => client.query(`drop database ${name} with (force)`)))
  const own = new URL(server)
  own.pathname = `/${name}`
  return {
    schema: async (schema = `s${randomUUID().replaceAll('-', '')}`) => {
      await withClient(own.href, (client) => client.query(`create schema if not exists "${schema}"`))
      const address = new URL(own)
      address.search = `options=${encodeURIComponent(`-c search_path=${schema}`)}`
      return address.href
    },
    query: (address, sql) => withClient(address, async (client) => (await client.query(sql)).rows),
  }
}

/** Settings as defaults.yaml has them, with shorter times. */
export const quick = { timeout: '2s', start: '1s', connections: 2 }
