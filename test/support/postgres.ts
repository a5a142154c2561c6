/** A PostgreSQL for tests: databases of their own, dropped at the end. */
import { Client } from 'pg'
import { afterAll } from 'vitest'
import { ownDatabase, type OwnDatabase } from './own-database.ts'

export type TestDatabase = OwnDatabase

/** Null where no server answers; that is said, and the tests are skipped. */
export const testDatabase = async (): Promise<TestDatabase | null> => {
  const database = await ownDatabase()
  if (database !== null) afterAll(database.drop)
  return database
}

/** For what is not about times: a busy machine makes it slow, and nothing else. */
export const patient = { timeout: '60s', start: '60s', connections: 2 }

/** For outages. */
export const quick = { timeout: '2s', start: '1s', connections: 2 }

/**
 * Of the schema itself, or of the one beside it, all but what says which it is. Not `truncate`, which makes the files
 * of all tables anew. A replica checks nothing, such as that a table is append-only.
 */
const deleteRows = (beside: string): string => `
  do $$
  declare
    name text;
  begin
    set local session_replication_role = replica;
    for name in
      select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname = current_schema() || '${beside}' and tablename not in ('domesday', 'version', 'queue')
    loop
      execute 'delete from ' || name;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences
      where schemaname = current_schema() || '${beside}';
  end
  $$
`

interface Schema {
  readonly address: string
  empty(): Promise<unknown>
}

export interface Schemas {
  /** The address of the schema of a store, which is empty at first. */
  of(store: string): Promise<string>
  /** Removes its rows, but not the one that says which schema it is. */
  empty(store: string): Promise<unknown>
  /** Frees it for another store. */
  ended(store: string): void
}

/**
 * Schemas for one store after the other: the rows of one are removed in a tenth of the time that its tables take.
 * `beside`: how the name of the schema ends that has the rows, where that is another one.
 */
export const schemasOf = (database: TestDatabase | null, beside = ''): Schemas => {
  const used = new Map<string, Promise<Schema>>()
  const free: Promise<Schema>[] = []
  const clients: Client[] = []
  // Before the database is dropped.
  afterAll(() => Promise.all(clients.map((client) => client.end())))
  const make = async (): Promise<Schema> => {
    const address = await database!.schema()
    const client = new Client({ connectionString: address })
    clients.push(client)
    await client.connect()
    return { address, empty: () => client.query(deleteRows(beside)) }
  }
  const emptied = async (schema: Promise<Schema>): Promise<Schema> => {
    await (await schema).empty()
    return schema
  }
  return {
    of: async (store) => {
      let schema = used.get(store)
      if (schema === undefined) {
        const last = free.pop()
        used.set(store, (schema = last === undefined ? make() : emptied(last)))
      }
      return (await schema).address
    },
    empty: async (store) => (await used.get(store)!).empty(),
    ended: (store) => {
      const schema = used.get(store)
      used.delete(store)
      if (schema !== undefined) free.push(schema)
    },
  }
}
