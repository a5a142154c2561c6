import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBilling } from './index.ts'
import { openDatabase } from './database.ts'
import { purpose } from '../../../test/conformance/ledger/fixture.ts'
import { openWal } from './wal.ts'

/** A disk whose syncs take as long as the test says, and that counts where they were waited for. */
const disk = vi.hoisted(() => ({ ms: 0, here: 0, aside: 0 }))
vi.mock('node:fs', async (actual) => ({
  ...(await actual<typeof import('node:fs')>()),
  fdatasyncSync: () => {
    disk.here += 1
    const until = performance.now() + disk.ms
    while (performance.now() < until);
  },
  fdatasync: (_: number, done: (fault: Error | null) => void) => {
    disk.aside += 1
    if (disk.ms === 0) setImmediate(done, null)
    else setTimeout(done, disk.ms, null)
  },
}))

const root = mkdtempSync(join(tmpdir(), 'log-'))
afterAll(() => rmSync(root, { recursive: true }))
beforeEach(() => {
  Object.assign(disk, { ms: 0, here: 0, aside: 0 })
})

describe('the write-ahead log', () => {
  it('is synced for what is kept, and not for what only passes', async () => {
    const billing = openBilling({ dir: join(root, 'kept') })
    const { id } = await billing.keys.create({ credits: 10 })
    const syncs: number[] = []
    const count = () => syncs.push(disk.here + disk.aside)
    count()
    await billing.ledger.hold(id, 'r1', 5, purpose)
    count()
    await billing.ledger.settle('r1')
    count()
    await billing.ledger.charge(id, 'r2', 5, purpose)
    count()
    expect(syncs).toEqual([1, 1, 2, 3])
    await billing.close()
  })

  it('is waited for on the spot while the disk is quick, and by another thread while it is slow', async () => {
    const file = join(root, 'speed', 'ledger.db'),
      db = openDatabase(file),
      wal = openWal(file)
    const sync = async (times: number) => {
      const before = { ...disk }
      for (let i = 0; i < times; i++) await wal.sync()
      return { here: disk.here - before.here, aside: disk.aside - before.aside }
    }
    expect((await sync(20)).here).toBeGreaterThan(15)
    disk.ms = 20
    expect((await sync(20)).aside).toBeGreaterThan(15)
    disk.ms = 0
    expect((await sync(100)).here).toBeGreaterThan(50)
    wal.close()
    db.close()
  })
})
