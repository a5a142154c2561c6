import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openBilling } from '../open.ts'
import type { Payments } from './payments.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const open = (): Payments => {
  const dir = mkdtempSync(join(tmpdir(), 'payments-'))
  const billing = openBilling({ dir })
  ends.push(
    () => rmSync(dir, { recursive: true, force: true }),
    () => billing.close(),
  )
  return billing.payments
}
const id = { payer: '0xabc', nonce: '0x1', proof: 'p1' }
const claim = (payments: Payments, requestId: string) => payments.claim(id, 'resource', 2000, requestId)

describe('a payment whose settlement has an unknown outcome', () => {
  const pending = async (): Promise<Payments> => {
    const payments = open()
    await claim(payments, 'r1')
    await payments.settling(id)
    await payments.pending(id)
    return payments
  }

  it('is worked on by one request at a time', async () => {
    const payments = await pending()
    expect(await Promise.all([claim(payments, 'r2'), claim(payments, 'r3')])).toEqual([
      { state: 'claimed', unsettled: true },
      { state: 'running' },
    ])
  })

  it('is left to the next request by one that fails before it asks again, and stays unknown', async () => {
    const payments = await pending()
    await claim(payments, 'r2')
    await payments.free(id)
    expect(await claim(payments, 'r3')).toEqual({ state: 'claimed', unsettled: true })
  })
})

it('counts as good once its settlement was asked for, and another with its nonce never', async () => {
  const payments = open(),
    forged = { ...id, proof: 'p2' }
  await claim(payments, 'r1')
  expect(payments.wasGood(id)).toBe(false)
  await payments.settling(id)
  expect([payments.wasGood(id), payments.wasGood(forged)]).toEqual([true, false])
  await payments.settled(id, 'tx', Buffer.from('body'), {})
  expect([payments.wasGood(id), payments.wasGood(forged)]).toEqual([true, false])
})
