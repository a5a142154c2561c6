/** Commands that only read leave an empty database as it is. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '@domesday/core/tool'
import { run } from '../../plugins/tools/cli/run.ts'
import { testDatabase } from '../support/postgres.ts'

const database = await testDatabase()

describe.skipIf(database === null)('on an empty database', () => {
  it.each(['jobs list', 'datasets list', 'keys list', 'ledger check'])('%s makes nothing', async (words) => {
    const address = await database!.schema(),
      dir = mkdtempSync(join(tmpdir(), 'domesday-commands-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const said: string[] = []
    const env = {
      DATABASE_URL: address,
      DOMESDAY_DATA_DIR: join(dir, 'data'),
      DOMESDAY_CONFIG_DIR: join(projectRoot, 'config'),
    }
    const line = (text: string): void => void said.push(text)
    expect([await run([...words.split(' '), '--live'], { env, print: line, remark: line }), said]).toEqual([
      0,
      expect.anything(),
    ])
    const [, schema] = /search_path%3D(\w+)/.exec(address)!
    const made = await database!.query(
      address,
      `select nspname as name from pg_namespace where nspname like '${schema}\\_%'
       union all select tablename from pg_tables where schemaname = '${schema}'`,
    )
    expect(made).toEqual([])
  })
})
