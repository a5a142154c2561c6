import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openBilling } from './index.ts'
import { recentAudit } from './recent-audit.ts'

const folder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'audit-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}
const spoil = (dir: string): void => {
  const db = new DatabaseSync(join(dir, 'ledger.db'), { timeout: 60_000 })
  db.exec('update keys set balance = balance + 1')
  db.close()
}

it('is made again after one that failed', async () => {
  const dir = folder(),
    audit = recentAudit(dir)
  await expect(audit.read()).rejects.toThrow()
  const billing = openBilling({ dir })
  await billing.keys.create({ credits: 10 })
  expect(await audit.read()).toMatchObject({ outstanding: 10, faults: [] })
  await billing.close()
})

it('is at most five minutes old, and made no more often', async () => {
  // Before the store opens: a count of its own would be older than what follows. Whole, so that sums are exact.
  const began = Math.round(performance.now())
  const now = vi.spyOn(performance, 'now').mockReturnValue(began)
  onTestFinished(() => now.mockRestore())
  const dir = folder(),
    billing = openBilling({ dir })
  await billing.keys.create({ credits: 10 })
  expect((await billing.recentAudit()).faults).toHaveLength(0)
  spoil(dir)
  now.mockReturnValue(began + 300_000)
  expect((await billing.recentAudit()).faults).toHaveLength(0)
  now.mockReturnValue(began + 300_001)
  expect((await billing.recentAudit()).faults).toHaveLength(1)
  await billing.close()
})

it('ends with the store', async () => {
  const billing = openBilling({ dir: folder() })
  const running = billing.recentAudit().catch(({ code }) => code)
  await billing.close()
  expect(await running).toBe('closed')
  await expect(billing.recentAudit()).rejects.toMatchObject({ code: 'closed' })
})
