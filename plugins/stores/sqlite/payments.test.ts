import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Billing, Payments, Purchase } from '@domesday/core/store'
import { openBilling } from './index.ts'
import { DatabaseSync } from 'node:sqlite'

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
const purchase = (resource = 'resource'): Purchase => ({
  resource,
  microUsd: 2000,
  surface: 'pay',
  purpose: { kind: 'call', endpoint: 'entity', depth: 'standard', subject: null },
})
const claim = (payments: Payments, requestId: string) => payments.claim(id, purchase(), requestId)

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
  expect(await payments.settlementRequested(id)).toBe(false)
  await payments.settling(id)
  expect([await payments.settlementRequested(id), await payments.settlementRequested(forged)]).toEqual([true, false])
  await payments.settled(id, 'tx', Buffer.from('body'), {}, null)
  expect([await payments.settlementRequested(id), await payments.settlementRequested(forged)]).toEqual([true, false])
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
    expect(await payments.claim(id, purchase('another'), 'r2')).toEqual({ state: 'spent' })
  })
})

describe('in the file', () => {
  const folder = (): string => {
    const dir = mkdtempSync(join(tmpdir(), 'payments-'))
    ends.push(() => rmSync(dir, { recursive: true, force: true }))
    return dir
  }
  const rowsOf = (dir: string) => {
    const db = new DatabaseSync(join(dir, 'ledger.db'))
    const rows = ['payments', 'subjects'].flatMap((table) =>
      db.prepare(`select * from ${table}`).all().map(Object.values),
    )
    db.close()
    return JSON.stringify(rows)
  }
  const pay = async ({ payments }: Billing, nonce: string, subject: string): Promise<void> => {
    const payment = { payer: '0xwallet', nonce, proof: 'proof' }
    const purpose = { kind: 'call', endpoint: 'entity', depth: 'full', subject } as const
    await payments.claim(
      payment,
      { resource: `["entity","${subject}"]`, microUsd: 2_000, surface: 'pay', purpose },
      'a request',
    )
    await payments.settling(payment)
    await payments.settled(payment, '0xtransaction', Buffer.from('body'), { receipt: '0xwallet' }, null)
  }

  it('nothing names a wallet, a nonce or a subject a day later', async () => {
    const dir = folder()
    let clock = Date.UTC(2026, 0, 1)
    const billing = openBilling({ dir, now: () => clock })
    await pay(billing, '0xnonce', 'Perrin Vasswood')
    expect(rowsOf(dir)).toMatch(/0xwallet.*Perrin Vasswood/)
    clock += 24 * 3_600_000 + 1
    await billing.sweep()
    expect(rowsOf(dir)).not.toMatch(/0xwallet|0xnonce|Vasswood|proof|body|receipt/)
    expect(rowsOf(dir)).toContain('0xtransaction')
    await billing.close()
  })

  it('rows of an earlier release are counted, and forgotten as well', async () => {
    const dir = folder()
    await openBilling({ dir }).close()
    const db = new DatabaseSync(join(dir, 'ledger.db'))
    db.exec(`insert into payments (payer, nonce, proof, resource, micro_usd, state, request_id, instance, settlement, at)
      values ('0xwallet', '0xnonce', 'proof', '["entity","WA1 1UH"]', 2000, 'settled', 'r1', 'i', '0xtransaction', ${Date.UTC(2026, 0, 1)})`)
    db.close()
    const billing = openBilling({ dir, now: () => Date.UTC(2026, 0, 1, 1) })
    expect((await Array.fromAsync(billing.reports.payments({})))[0]).toMatchObject({
      id: expect.stringMatching(/^x402_/),
    })
    await billing.close()
    const later = openBilling({ dir })
    await later.sweep()
    expect(rowsOf(dir)).not.toMatch(/0xwallet|0xnonce|WA1 1UH|proof/)
    expect((await later.ledger.audit()).payments.settled).toEqual({ count: 1, microUsd: 2_000 })
    expect(await later.payments.claim({ payer: '0xwallet', nonce: '0xnonce', proof: 'x' }, purchase(), 'r2')).toEqual({
      state: 'spent',
    })
    await later.close()
  })

  it('what does not fit is a fault of the books', async () => {
    const dir = folder()
    const billing = openBilling({ dir })
    const { id: keyId } = await billing.keys.create({ credits: 0 })
    const topUp = { payer: '0xwallet', nonce: 'n', proof: 'p' }
    const purpose = { kind: 'top-up', keyId, credits: 100 } as const
    await billing.payments.claim(topUp, { resource: 't', microUsd: 1_000, surface: 'pay', purpose }, 'r')
    await billing.payments.settling(topUp)
    await billing.payments.toppedUp(topUp, '0x1', () => Buffer.from(''), {})
    await pay(billing, 'm', 'WA1 1UH')
    expect((await billing.ledger.audit()).faults).toEqual([])
    const faultsAfter = async (sql: string, undo: string): Promise<readonly string[]> => {
      const db = new DatabaseSync(join(dir, 'ledger.db'))
      db.exec(sql)
      const { faults } = await billing.ledger.audit()
      db.exec(undo)
      db.close()
      return faults
    }
    expect(
      await faultsAfter(
        "update payments set settlement = null where nonce = 'm'",
        "update payments set settlement = 'tx' where nonce = 'm'",
      ),
    ).toEqual([expect.stringContaining('settled without a transaction')])
    expect(
      await faultsAfter(
        'update payments set credits = 300 where key_id is not null',
        'update payments set credits = 100 where key_id is not null',
      ),
    ).toEqual([
      expect.stringContaining('for 300 credits at 1000 micro-dollars'),
      expect.stringContaining('settled for 300 credits, granted are 100'),
      expect.stringContaining('no top-up of that key and amount'),
    ])
    const granted = new DatabaseSync(join(dir, 'ledger.db'))
    granted.exec(`
      update keys set balance = 105, last_row = 2 where id = '${keyId}';
      insert into ledger values (2, '${keyId}', 'grant', 5, 105, 'x402_0123', null, null, 0, 1, null);
    `)
    granted.close()
    expect((await billing.ledger.audit()).faults).toEqual([expect.stringContaining('x402_0123')])
    await billing.close()
  })
})
