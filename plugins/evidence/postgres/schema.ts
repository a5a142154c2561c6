/** The schema of evidence: beside that of the ledger, so that neither grows or is copied with the other. */
import type { Client } from 'pg'
import { BillingError } from '@domesday/core/evidence'
import { addressIn, type DatabaseAddress } from '@domesday/store-postgres/address'
import { checkEngine, connect } from '@domesday/store-postgres/connect'
import { alone, ensureSchema, findSchema, migrate, type Mode } from '@domesday/store-postgres/migrate'
import { evidenceSteps } from './migrations.ts'

/** Milliseconds for the statements that make the tables. */
const patience = 600_000

export interface SchemaPlace {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly mode: Mode
}

export interface Schema {
  /** Connections to it find its tables. */
  readonly address: DatabaseAddress
  readonly name: string
  readonly isMade: boolean
}

/** A ledger in `public` has `domesday_evidence` beside it, one in `other` has `other_evidence`. */
const namedBeside = async (client: Client): Promise<Omit<Schema, 'address'>> => {
  const { rows } = await client.query(`
    with own as (select case current_schema() when 'public' then 'domesday' else current_schema() end || '_evidence' as name)
    select name, to_regnamespace(quote_ident(name)) is not null as "isMade" from own
  `)
  return rows[0] as Omit<Schema, 'address'>
}

const within = ({ config, shown }: DatabaseAddress, schema: string): DatabaseAddress => {
  const url = new URL(config.connectionString!)
  const options = url.searchParams.get('options')
  url.searchParams.set('options', [...(options === null ? [] : [options]), `-c search_path="${schema}"`].join(' '))
  return { config: { connectionString: url.href }, shown }
}

const withClient = async <T>(address: DatabaseAddress, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = await connect(address, patience)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** 42501 is PostgreSQL's code for a right that the user lacks. */
const isRefused = (fault: unknown): boolean => (fault as { readonly code?: string }).code === '42501'

const found = (env: SchemaPlace['env'], make: boolean): Promise<Schema> => {
  const address = addressIn(env)
  return withClient(address, async (client) => {
    await checkEngine(client)
    let { name, isMade } = await namedBeside(client)
    if (!isMade && make) {
      await alone(client, () => client.query(`create schema if not exists "${name}"`)).catch((fault: unknown) => {
        if (!isRefused(fault)) throw fault
        throw new BillingError(
          'unusable',
          `evidence needs the schema ${name} in the database of DATABASE_URL: make it, owned by the user of this service, or set shared_evidence: sqlite`,
        )
      })
      isMade = true
    }
    return { address: within(address, name), name, isMade }
  })
}

const inWords = (fault: unknown): unknown =>
  fault instanceof BillingError
    ? new BillingError(fault.code, `the evidence in PostgreSQL cannot be used: ${fault.message}`, { cause: fault })
    : fault

/** Null where it is not there, unless it is to be made. Throws `unusable` where this release cannot use it. */
export const openSchema = async ({ env, mode }: SchemaPlace, make: boolean): Promise<DatabaseAddress | null> => {
  try {
    const { address, isMade } = await found(env, make)
    if (!isMade) return null
    return await withClient(address, async (client) => {
      if (!make && (await findSchema(client)) === null) return null
      await ensureSchema(client, mode, evidenceSteps)
      return address
    })
  } catch (fault) {
    throw inWords(fault)
  }
}

/** For `domesday migrate`; null where there is no evidence. */
export const migrateSchema = async (
  { env, mode }: SchemaPlace,
  anyway: boolean,
): Promise<{ readonly from: number; readonly to: number } | null> => {
  try {
    const { address, isMade } = await found(env, false)
    if (!isMade) return null
    return await withClient(address, async (client) => {
      if ((await findSchema(client)) === null) return null
      return migrate(client, { mode, anyway, to: evidenceSteps })
    })
  } catch (fault) {
    throw inWords(fault)
  }
}
