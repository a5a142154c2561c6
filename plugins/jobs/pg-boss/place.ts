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
    to_regclass(quote_ident(schema) || '.version') is not null as "isInstalled" from own
`

export const placeIn = async (address: string): Promise<BossSchema> => {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: patience, query_timeout: patience })
  client.on('error', () => {})
  await client.connect()
  try {
    const [place] = (await client.query<Omit<BossSchema, 'version'>>(placeSql)).rows
    if (!place!.isInstalled) return { ...place!, version: null }
    const [row] = (
      await client.query<{ version: number }>(`select version from ${client.escapeIdentifier(place!.schema)}.version`)
    ).rows
    return { ...place!, version: row?.version ?? null }
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
