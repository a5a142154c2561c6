import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { only, runService } from '@domesday/tool-testing'

/** `replace` is what an operator does, and should not while it is served. */
const isNoticed = async (replace: (file: string, copy: string) => void): Promise<void> => {
  const service = await runService({ configure: only('location') })
  const key = await service.key(100)
  const file = join(service.dataDir, 'ledger.db')
  const ask = () => service.send('/api/v1/location/WA11UH', { key })
  expect((await ask()).status).toBe(200)

  const db = new DatabaseSync(file)
  db.exec(`vacuum into '${file}.copy'`)
  db.close()
  expect((await ask()).status).toBe(200)
  replace(file, `${file}.copy`)
  for (const log of ['-wal', '-shm']) rmSync(file + log)

  const readiness = async () => (await service.send('/readyz', { key: null })).text
  await expect.poll(readiness).toContain('was replaced')
  expect((await service.send('/readyz', { key: null })).status).toBe(503)
  const { status, headers, body } = await ask()
  expect([status, headers['retry-after'], body.detail]).toEqual([
    503,
    '30',
    expect.stringContaining('must be restarted'),
  ])

  const now = new DatabaseSync(file, { readOnly: true })
  expect(now.prepare(`select count(*) as n from ledger where kind = 'charge'`).get()).toEqual({ n: 1 })
  now.close()
  await service.close()
}

it('a ledger that is replaced under a running service is noticed, and nothing more is charged', () =>
  isNoticed((file, copy) => renameSync(copy, file)))

it('so is one that is overwritten, its log removed', () => isNoticed((file, copy) => copyFileSync(copy, file)))
