import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { auditing } from './auditing.ts'
import { openBilling } from './index.ts'

it('is made again after one that failed', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'audit-')),
    faults = auditing(dir)
  await expect(faults()).rejects.toThrow()
  const billing = openBilling({ dir })
  await billing.keys.create({ credits: 10 })
  expect(await faults()).toBe(0)
  await billing.close()
  rmSync(dir, { recursive: true })
})
