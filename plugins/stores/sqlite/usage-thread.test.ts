import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBilling } from './index.ts'

it('fails the report that a thread was at when it died, and not the next one', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'usage-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const billing = openBilling({ dir, warn: () => {} })
  const ledger = join(dir, 'ledger.db')
  const usage = () => billing.reports.usage({ from: 0, to: Number.MAX_SAFE_INTEGER, by: [] })
  // As where the disk fails for a moment.
  renameSync(ledger, `${ledger}.away`)
  await expect(usage()).rejects.toThrow('unable to open database file')
  renameSync(`${ledger}.away`, ledger)
  expect(await usage()).toMatchObject([{ calls: 0 }])
  await billing.close()
})
