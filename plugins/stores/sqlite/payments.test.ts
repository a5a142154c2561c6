import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Payments } from '@domesday/core/store'
import { openBilling } from './index.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const open = (now?: () => number): Payments => {
  const dir = mkdtempSync(join(tmpdir(), 'payments-'))
  const billing = openBilling({ dir, ...(now && { now }) })
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
      { state: 'claimed', settlementUnknown: true },
      { state: 'running' },
    ])
  })

  it('is left to the next request by one that fails before it asks again, and stays unknown', async () => {
    const payments = await pending()
    await claim(payments, 'r2')
    await payments.release(id)
    expect(await claim(payments, 'r3')).toEqual({ state: 'claimed', settlementUnknown: true })
  })
})

it('counts as good once its settlement was asked for, and another with its nonce never', async () => {
  const payments = open(),
    forged = { ...id, proof: 'p2' }
  await claim(payments, 'r1')
  expect(payments.settlementRequested(id)).toBe(false)
  await payments.settling(id)
  expect([payments.settlementRequested(id), payments.settlementRequested(forged)]).toEqual([true, false])
  await payments.settled(id, 'tx', Buffer.from('body'), {}, null)
  expect([payments.settlementRequested(id), payments.settlementRequested(forged)]).toEqual([true, false])
})

describe('a payment for an answer in which something failed', () => {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const bought = async (again: number | null): Promise<Payments> => {
    const payments = open(() => clock.now)
    await claim(payments, 'r1')
    await payments.settling(id)
    await payments.settled(id, 'tx', Buffer.from('first'), { receipt: 'x' }, again)
    return payments
  }
  const text = async (payments: Payments, requestId = 'later') => {
    const found = await claim(payments, requestId)
    return [found.state, 'body' in found ? Buffer.from(found.body).toString() : null]
  }

  it('buys the lookup again from `retryAt` on, until an answer is complete', async () => {
    const payments = await bought(clock.now + 30_000)
    expect(await text(payments)).toEqual(['bought', 'first'])
    clock.now += 30_000
    expect(await claim(payments, 'r2')).toMatchObject({ state: 'repeat', requestId: 'r1', headers: { receipt: 'x' } })
    await payments.repeated(id, Buffer.from('second'), clock.now)
    expect(await text(payments)).toEqual(['repeat', 'second'])
    await payments.repeated(id, Buffer.from('whole'), null)
    await payments.repeated(id, Buffer.from('late, and worse'), clock.now)
    expect(await text(payments)).toEqual(['bought', 'whole'])
  })

  it('does so for an hour and twelve times at most, of which those that come to nothing do not count', async () => {
    const payments = await bought(clock.now)
    for (let i = 0; i < 12; i++) expect(await text(payments)).toEqual(['repeat', 'first'])
    expect(await text(payments)).toEqual(['bought', 'first'])
    await payments.undoRepeat(id)
    expect(await text(payments)).toEqual(['repeat', 'first'])
    await payments.undoRepeat(id)
    clock.now += 3_600_000
    expect(await text(payments)).toEqual(['bought', 'first'])
  })

  it('whose answer was whole buys it once', async () => {
    expect(await text(await bought(null))).toEqual(['bought', 'first'])
  })

  it('buys no other look-up', async () => {
    const payments = await bought(clock.now)
    expect(await payments.claim(id, 'another', 2000, 'r2')).toEqual({ state: 'spent' })
  })
})
