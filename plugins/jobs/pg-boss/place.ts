/** Where pg-boss is in the database: a schema of its own, beside that of the ledger, and which version of it. */
import { Client } from 'pg'
import manifest from 'pg-boss/package.json' with { type: 'json' }

/** Milliseconds. */
export const patience = 10_000
/** The version of its schema that this release works with. */
export const newest = manifest.pgboss.schema

export interface BossSchema {
  readonly schema: string
  /** Whether the schema is there, and pg-boss in it. */
  readonly isMade: boolean
  readonly isInstalled: boolean
  /** Null where it is not installed. */
  readonly version: number | null
}

/** Its schema: a ledger in `public` has `domesday_jobs` beside it, one in `other` has `other_jobs`. */
const placeSql = `
  with own as (select case current_schema() when 'public' then 'domesday' else current_schema() end || '_jobs' as schema)
  select schema, to_regnamespace(quote_ident(schema)) is not null as "isMade",
    exists (select from pg_tables where schemaname = schema and tablename = 'version') as "isInstalled" from own
`

/** Throws a `RangeError` in the place of 42501, PostgreSQL's code for a right that the user lacks. */
export const withRights = async <T>(schema: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (fault) {
    if ((fault as { readonly code?: string }).code !== '42501') throw fault
    const needed = `scheduled work needs the schema ${schema} in the database of DATABASE_URL, owned with its tables by the user of this service`
    throw new RangeError(`${needed}: make it so, or set jobs: none`, { cause: fault })
  }
}

export const placeIn = async (address: string): Promise<BossSchema> => {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: patience, query_timeout: patience })
  client.on('error', () => {})
  await client.connect()
  try {
    const [place] = (await client.query<Omit<BossSchema, 'version'>>(placeSql)).rows
    if (!place!.isInstalled) return { ...place!, version: null }
    const version = `select version from ${client.escapeIdentifier(place!.schema)}.version`
    const { rows } = await withRights(place!.schema, () => client.query<{ version: number }>(version))
    return { ...place!, version: rows[0]?.version ?? null }
  } finally {
    await client.end()
  }
}

/** Throws a `RangeError` if the schema is too old; for a command, also if a newer release has migrated it. */
export const checkSchema = ({ schema, version }: BossSchema, isNode: boolean): void => {
  if (version === null || version === newest || (isNode && version > newest)) return
  const found = `the scheduled work in the database, in ${schema}, has schema ${version}, this release`
  throw new RangeError(
    version < newest
      ? `${found} needs ${newest}: run domesday migrate --live`
      : `${found} knows ${newest}: use the command of the newer release`,
  )
}
