/** Commands on a database: those that only read leave an empty one as it is, and a migration says what it did. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '@domesday/core/tool'
import { migrate } from '@domesday/store-postgres/migrate'
import { steps } from '@domesday/store-postgres/migrations'
import { domesday } from '../support/commands.ts'
import { testDatabase } from '../support/postgres.ts'

const database = await testDatabase()

/** What it prints. */
const command = async (words: string, address: string): Promise<string> => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-commands-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const env = {
    DATABASE_URL: address,
    DOMESDAY_DATA_DIR: join(dir, 'data'),
    DOMESDAY_CONFIG_DIR: join(projectRoot, 'config'),
  }
  const { code, out, err } = await domesday({ env }, ...words.split(' '), '--live')
  expect([code, out + err]).toEqual([0, expect.anything()])
  return `${out}\n${err}`
}

describe.skipIf(database === null)('on an empty database', () => {
  it.each(['jobs list', 'datasets list', 'keys list', 'ledger check'])('%s makes nothing', async (words) => {
    const address = await database!.schema()
    await command(words, address)
    const [, schema] = /search_path%3D(\w+)/.exec(address)!
    const made = await database!.query(
      address,
      `select nspname as name from pg_namespace where nspname like '${schema}\\_%'
       union all select tablename from pg_tables where schemaname = '${schema}'`,
    )
    expect(made).toEqual([])
  })

  it('migrate makes the tables and says so, and afterwards that there is nothing to do', async () => {
    const address = await database!.schema(),
      newest = steps.length
    expect(await command('migrate', address)).toContain(`made the tables of the ledger, with schema ${newest}`)
    expect(await command('migrate', address)).toContain(`the ledger has schema ${newest} already`)
  })
})

it.skipIf(database === null)('migrate says from what and to what it brought an earlier ledger', async () => {
  const address = await database!.schema(),
    newest = steps.length
  const client = new Client({ connectionString: address })
  await client.connect()
  await migrate(client, { mode: 'live', anyway: false, to: steps.slice(0, -1) }).finally(() => client.end())
  expect(await command('migrate', address)).toContain(`migrated the ledger from schema ${newest - 1} to ${newest}`)
})
