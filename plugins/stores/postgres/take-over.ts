/** Fills an empty database from another store, in one transaction that is undone unless both agree. */
import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { BillingError, type Actor, type Audit } from '@domesday/core/store'
import { tables, type Contents, type Row, type Table } from '@domesday/store-parts/contents'
import { noteAct } from './acts.ts'
import { addressIn } from './address.ts'
import { audit } from './audit.ts'
import { checkEngine, connect } from './connect.ts'
import { alone, apply, checkFound, findSchema, isServed, type Mode } from './migrate.ts'
import { steps } from './migrations.ts'
import type { Reads } from './reads.ts'
import { reachable } from './start.ts'

const unusable = (message: string): BillingError => new BillingError('unusable', message)

const rowsAtOnce = 500
/** Milliseconds for a statement. */
const patience = 3_600_000

/** Tables whose rows have numbers that PostgreSQL would give. */
const numbered: readonly Table[] = ['ledger', 'acts']
const names = Object.keys(tables) as readonly Table[]

const insert = async (client: Client, table: Table, rows: readonly Row[], added: Row): Promise<void> => {
  const columns = [...tables[table], ...Object.keys(added)]
  const values = rows.flatMap((row) => columns.map((column) => (column in added ? added[column] : row[column])))
  const places = rows.map((_, row) => `(${columns.map((_, i) => `$${row * columns.length + i + 1}`).join(', ')})`)
  const system = numbered.includes(table) ? 'overriding system value' : ''
  await client.query(`insert into ${table} (${columns.join(', ')}) ${system} values ${places.join(', ')}`, values)
}

const fill = async (client: Client, contents: Contents): Promise<void> => {
  for (const table of names) {
    // A stored answer names the run that made it. None of this database did.
    const added = table === 'idempotency' ? { run: randomUUID() } : {}
    let batch: Row[] = []
    for (const row of contents.rows(table)) {
      batch.push(row)
      if (batch.length === rowsAtOnce) {
        await insert(client, table, batch, added)
        batch = []
      }
    }
    if (batch.length > 0) await insert(client, table, batch, added)
  }
  for (const table of numbered)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'seq'), (select max(seq) from ${table}))
       where exists (select from ${table})`,
    )
  await client.query(
    'update domesday set cursor_secret = $1, revision = (select coalesce(max(revision), 0) from keys)',
    [Buffer.from(contents.cursorSecret)],
  )
}

/** Throws unless the row counts and the sums are the same, and the books balance. */
const compare = async (client: Client, contents: Contents): Promise<Audit> => {
  for (const table of names) {
    const { rows } = await client.query(`select count(*) as count from ${table}`)
    const { count } = rows[0] as { count: number }
    if (count !== contents.count(table))
      throw unusable(`nothing was moved: of ${contents.count(table)} rows of '${table}' ${count} arrived`)
  }
  const all: Reads['all'] = async (sql, values = []) => (await client.query(sql, [...values])).rows
  const arrived = await audit({ snapshot: (read) => read(all) }, null)
  const [fault] = arrived.faults
  if (fault !== undefined) throw unusable(`nothing was moved: the books would not balance: ${fault}`)
  const { outstanding, payments } = contents.audit
  if (arrived.outstanding !== outstanding || arrived.payments.settled.microUsd !== payments.settled.microUsd)
    throw unusable('nothing was moved: the sums would differ')
  return arrived
}

const isUsed = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query(
    `select ${names.map((table) => `exists (select from ${table})`).join(' or ')} as is_used`,
  )
  return (rows[0] as { is_used: boolean }).is_used
}

/** Rejects with `unusable`, and has changed nothing then, where the database is not empty or does not agree. */
export const takeOver = async (
  env: Readonly<Record<string, string | undefined>>,
  mode: Mode,
  contents: Contents,
  by?: Actor,
): Promise<Audit & { readonly database: string }> => {
  const address = addressIn(env)
  const client = await reachable(address, () => connect(address, patience))
  try {
    await checkEngine(client)
    return await alone(client, async () => {
      const found = await findSchema(client)
      if (found === null) await apply(client, 0, mode, steps)
      else {
        checkFound(found, mode)
        if (await isUsed(client))
          throw unusable(`the database at ${address.shown} is not empty: it has a ledger of its own`)
        if (await isServed(client)) throw unusable(`a server uses the database at ${address.shown}: stop it first`)
        await client.query('update domesday set mode = $1', [mode])
      }
      await fill(client, contents)
      const arrived = await compare(client, contents)
      const { keys, rows, outstanding } = arrived
      await noteAct(client, by, { act: 'ledger move', target: address.shown, details: { keys, rows, outstanding } })
      return { ...arrived, database: address.shown }
    })
  } finally {
    await client.end()
  }
}
