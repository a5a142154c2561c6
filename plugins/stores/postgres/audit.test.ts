/** What the audit finds where somebody has changed payments by hand. */
import { expect, it } from 'vitest'
import { patient, testDatabase } from '../../../test/support/postgres.ts'
import { postgres } from './index.ts'

const database = await testDatabase()

it.skipIf(database === null)('a top-up that does not fit is a fault of the books', async () => {
  const address = await database!.schema()
  const parts = { dataDir: '', settings: patient, env: { DATABASE_URL: address }, warn: () => {} }
  const billing = await postgres.open(parts)
  try {
    const { id: keyId } = await billing.keys.create({ credits: 0 })
    const topUp = { payer: '0xwallet', nonce: 'n', proof: 'p' }
    const purpose = { kind: 'top-up', keyId, credits: 100 } as const
    await billing.payments.claim(topUp, { resource: 't', microUsd: 1_000, surface: 'pay', purpose }, 'r')
    await billing.payments.settling(topUp)
    await billing.payments.toppedUp(topUp, '0x1', () => Buffer.from(''), {})
    const faultsAfter = async (change: string): Promise<readonly string[]> => {
      await database!.query(address, `update payments set ${change}`)
      return (await billing.ledger.audit()).faults
    }
    expect(await faultsAfter('credits = 100')).toEqual([])
    expect(await faultsAfter('settlement = null')).toEqual([expect.stringContaining('settled without a transaction')])
    expect(await faultsAfter(`settlement = '0x1', credits = 300`)).toEqual([
      expect.stringContaining('for 300 credits at 1000 micro-dollars'),
      expect.stringContaining('settled for 300 credits, granted are 100'),
      expect.stringContaining('no top-up of that key and amount'),
    ])
    await faultsAfter('credits = 100')
    await billing.ledger.grant(keyId, 5)
    await database!.query(
      address,
      `alter table ledger disable trigger all; update ledger set request_id = 'x402_0123' where amount = 5`,
    )
    expect((await billing.ledger.audit()).faults).toEqual([expect.stringContaining('x402_0123')])
  } finally {
    await billing.close()
  }
})
