import { describe, expect, it } from 'vitest'
import type { Billing } from '../../../core/credits/store.ts'
import type { Purchase } from '../../../core/credits/payments.ts'
import type { PaymentRecord } from '../../../core/credits/reports.ts'
import { outcome, type Fixture } from './fixture.ts'

const day = 24 * 3_600_000
const minute = 60_000
const start = Date.UTC(2026, 0, 1)

const payment = (nonce: string) => ({ payer: '0xwallet', nonce, proof: `proof of ${nonce}` })
const call = (subject: string): Purchase => ({
  resource: `entity ${subject}`,
  microUsd: 2_000,
  surface: 'pay',
  purpose: { kind: 'call', endpoint: 'entity', depth: 'full', subject },
})
const topUp = (keyId: string, credits: number, microUsd = credits * 1_000): Purchase => ({
  resource: `top-up ${keyId} ${credits}`,
  microUsd,
  surface: 'pay',
  purpose: { kind: 'top-up', keyId, credits },
})
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)

/** Every step to a settled payment for a call. */
const settle = async ({ payments }: Billing, nonce: string, subject: string, retryAt: number | null = null) => {
  await payments.claim(payment(nonce), call(subject), `request of ${nonce}`)
  await payments.settling(payment(nonce))
  await payments.settled(payment(nonce), `tx of ${nonce}`, bytes(`about ${subject}`), { receipt: 'r' }, retryAt)
}

const listed = async ({ reports }: Billing, query = {}): Promise<readonly PaymentRecord[]> =>
  Array.fromAsync(reports.payments(query))

/** Payments in the books: their states and sums, what is forgotten of them, and top-ups. */
export const paymentConformance = (fixture: () => Promise<Fixture>): void => {
  describe('payments', () => {
    it('stand in the books with their states and amounts', async () => {
      const { billing, pass } = await fixture()
      const { payments, ledger } = billing
      await settle(billing, 'n1', 'WA1 1UH')
      for (const nonce of ['n2', 'n3', 'n4', 'n5']) await payments.claim(payment(nonce), call('99000017'), nonce)
      await payments.settling(payment('n2'))
      await payments.pending(payment('n2'))
      await payments.settling(payment('n3'))
      await payments.refused(payment('n3'))
      await payments.release(payment('n4'))
      const totals = (await ledger.audit()).payments
      expect(totals).toEqual({
        settled: { count: 1, microUsd: 2_000 },
        unknown: { count: 1, microUsd: 2_000 },
        refused: { count: 1, microUsd: 2_000 },
        pending: { count: 1, microUsd: 2_000 },
      })
      expect((await listed(billing)).map(({ state, transaction }) => [state, transaction])).toEqual([
        ['settled', 'tx of n1'],
        ['unknown', null],
        ['refused', null],
        ['pending', null],
      ])
      expect(await listed(billing, { state: 'settled' })).toEqual([
        {
          id: expect.stringMatching(/./),
          at: start,
          state: 'settled',
          purpose: 'call',
          microUsd: 2_000,
          endpoint: 'entity',
          depth: 'full',
          surface: 'pay',
          keyId: null,
          credits: null,
          transaction: 'tx of n1',
          payer: '0xwallet',
        },
      ])
      expect(await listed(billing, { from: start + 1 })).toEqual([])
      expect((await ledger.audit()).faults).toEqual([])
      // What nobody settles any more is no longer at work.
      await payments.settling(payment('n5'))
      pass(minute)
      expect((await ledger.audit()).payments).toMatchObject({ pending: { count: 0 }, unknown: { count: 2 } })
    })

    it('that were refused may be brought again, and are refused no more once they are settled', async () => {
      const { billing } = await fixture()
      const { payments, ledger } = billing
      await payments.claim(payment('n1'), call('WA1 1UH'), 'r1')
      await payments.settling(payment('n1'))
      await payments.refused(payment('n1'))
      expect(await payments.claim(payment('n1'), call('WA1 1UH'), 'r2')).toEqual({
        state: 'claimed',
        settlementUnknown: false,
      })
      expect((await ledger.audit()).payments).toMatchObject({ pending: { count: 1 }, refused: { count: 0 } })
      await payments.release(payment('n1'))
      expect((await ledger.audit()).payments).toMatchObject({ pending: { count: 0 }, refused: { count: 1 } })
      await settle(billing, 'n1', 'WA1 1UH')
      expect((await ledger.audit()).payments).toMatchObject({ settled: { count: 1 }, refused: { count: 0 } })
    })

    it('are forgotten after a day but for their sums, and no nonce is good a second time', async () => {
      const { billing, pass } = await fixture()
      const { payments, ledger, sweep } = billing
      await settle(billing, 'n1', 'WA1 1UH')
      const [before] = await listed(billing)
      await payments.claim(payment('n2'), call('WA1 1UH'), 'r2')
      await payments.settling(payment('n2'))
      await payments.pending(payment('n2'))
      pass(day - 1)
      await sweep()
      expect(await payments.claim(payment('n1'), call('WA1 1UH'), 'r3')).toMatchObject({ state: 'bought' })
      pass(1)
      await sweep()
      expect(await listed(billing)).toEqual([
        { ...before, payer: null },
        expect.objectContaining({ state: 'unknown', payer: null, microUsd: 2_000 }),
      ])
      expect((await ledger.audit()).payments).toMatchObject({ settled: { count: 1 }, unknown: { count: 1 } })
      for (const ms of [0, 400 * day]) {
        pass(ms)
        for (const nonce of ['n1', 'n2'])
          expect(await payments.claim(payment(nonce), call('WA1 1UH'), 'r4')).toEqual({ state: 'spent' })
      }
      expect(await payments.settlementRequested(payment('n2'))).toBe(true)
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('that were refused and forgotten are good for another purchase', async () => {
      const { billing, pass } = await fixture()
      const { payments, sweep } = billing
      await payments.claim(payment('n1'), call('WA1 1UH'), 'r1')
      await payments.settling(payment('n1'))
      await payments.refused(payment('n1'))
      pass(day)
      await sweep()
      await settle(billing, 'n1', '99000017')
      expect(await listed(billing)).toMatchObject([{ state: 'settled', payer: '0xwallet' }])
    })

    it('that were claimed and given up leave nothing', async () => {
      const { billing, pass } = await fixture()
      await billing.payments.claim(payment('n1'), call('WA1 1UH'), 'r1')
      pass(day)
      await billing.sweep()
      expect(await listed(billing)).toEqual([])
      // Without its claim nothing is asked for: no book would know of it.
      await expect(billing.payments.settling(payment('n1'))).rejects.toThrow('nothing was taken')
    })

    it('are left to be resolved where their settlement is under way or unknown, and erased once it is settled', async () => {
      const { billing } = await fixture()
      const { payments, ledger } = billing
      const asked = call('Perrin Vasswood')
      await payments.claim(payment('n1'), asked, 'r1')
      expect(await ledger.erase('perrin vasswood')).toBe(0)
      await payments.settling(payment('n1'))
      await payments.pending(payment('n1'))
      expect(await ledger.erase('perrin vasswood')).toBe(0)
      expect(await payments.claim(payment('n1'), asked, 'r2')).toEqual({ state: 'claimed', settlementUnknown: true })
      await payments.settled(payment('n1'), 'tx', bytes('about him'), {}, null)
      expect(await payments.claim(payment('n1'), asked, 'r3')).toMatchObject({ state: 'bought' })
      expect(await ledger.erase('perrin vasswood')).toBe(2)
      expect(await payments.claim(payment('n1'), asked, 'r4')).toEqual({ state: 'spent' })
      await payments.claim(payment('n2'), asked, 'r5')
      await payments.settling(payment('n2'))
      await payments.refused(payment('n2'))
      expect(await ledger.erase('perrin vasswood')).toBe(1)
    })

    it('are erased with their subject, and stay in the sums', async () => {
      const { billing } = await fixture()
      const { payments, ledger } = billing
      await settle(billing, 'n1', 'Perrin Vasswood', start)
      await settle(billing, 'n2', 'WA1 1UH')
      expect(await ledger.erase('perrin vasswood')).toBe(1)
      expect(await payments.claim(payment('n1'), call('Perrin Vasswood'), 'r3')).toEqual({ state: 'spent' })
      expect(await payments.claim(payment('n2'), call('WA1 1UH'), 'r4')).toMatchObject({ state: 'bought' })
      expect((await ledger.audit()).payments.settled).toEqual({ count: 2, microUsd: 4_000 })
    })
  })

  describe('a top-up', () => {
    const begin = async ({ payments }: Billing, keyId: string, nonce = 'n1') => {
      const claim = await payments.claim(payment(nonce), topUp(keyId, 500), 'r1')
      await payments.settling(payment(nonce))
      return claim
    }
    const finish = ({ payments }: Billing, nonce = 'n1') =>
      payments.toppedUp(payment(nonce), `tx of ${nonce}`, ({ remaining }) => bytes(`${remaining} left`), {
        receipt: 'r',
      })

    it('grants its credits in the same step as it is settled, with the payment as reference', async () => {
      const { billing, key } = await fixture()
      const id = await key(20)
      await begin(billing, id)
      expect(textOf(await finish(billing))).toBe('520 left')
      const [record] = await listed(billing)
      expect(record).toMatchObject({ purpose: 'top-up', keyId: id, credits: 500, microUsd: 500_000, state: 'settled' })
      const { balance, ledger: rows } = await billing.ledger.account(id)
      expect(balance).toBe(520)
      expect(rows[0]).toMatchObject({ kind: 'grant', amount: 500, requestId: record!.id, endpoint: null })
      expect((await billing.ledger.audit()).faults).toEqual([])
    })

    it('is granted once, however often and by whomever it is finished', async () => {
      const { billing, key, start, pass } = await fixture()
      const id = await key(0)
      await begin(billing, id)
      const other = await start()
      const answers = await Promise.all([finish(billing), finish(other), finish(billing)])
      expect(new Set(answers.map(textOf))).toEqual(new Set(['500 left']))
      const claim = await billing.payments.claim(payment('n1'), topUp(id, 500), 'r2')
      expect([claim.state, 'body' in claim && textOf(claim.body)]).toEqual(['bought', '500 left'])
      expect(await billing.payments.claim(payment('n1'), topUp(id, 501), 'r2')).toEqual({ state: 'spent' })
      pass(day)
      await billing.sweep()
      expect(await billing.payments.claim(payment('n1'), topUp(id, 500), 'r3')).toEqual({ state: 'spent' })
      expect(await billing.ledger.remaining(id)).toBe(500)
      expect((await billing.ledger.audit()).faults).toEqual([])
    })

    it('that a crash cut off before its grant is resolved by the same payment, after days too', async () => {
      for (const wait of [0, 3 * day]) {
        const { billing, key, crash, pass } = await fixture()
        const id = await key(0)
        await begin(billing, id)
        pass(wait)
        const next = await crash()
        await next.sweep()
        expect((await next.ledger.audit()).payments.unknown.count).toBe(wait === 0 ? 0 : 1)
        expect(await next.payments.settlementRequested(payment('n1'))).toBe(true)
        expect(await begin(next, id)).toEqual({ state: 'claimed', settlementUnknown: true })
        await finish(next)
        expect(await next.ledger.remaining(id)).toBe(500)
        expect((await next.ledger.audit()).faults).toEqual([])
      }
    })

    it('of unknown outcome may be granted by the operator under its id, and is not granted again', async () => {
      const { billing, key } = await fixture()
      const id = await key(0)
      await begin(billing, id)
      await billing.payments.pending(payment('n1'))
      const [unknown] = await listed(billing, { state: 'unknown' })
      expect(await billing.ledger.grant(id, 500, unknown!.id)).toBe(500)
      expect((await billing.ledger.audit()).faults).toEqual([])
      await begin(billing, id)
      expect(textOf(await finish(billing))).toBe('500 left')
      expect((await billing.ledger.audit()).faults).toEqual([])
    })

    it('lends its id to no other grant, so that the books balance', async () => {
      const { billing, key } = await fixture()
      const id = await key(20)
      await billing.payments.claim(payment('n1'), topUp(id, 500), 'r1')
      const [verified] = await listed(billing)
      const { ledger, keys } = billing
      const refused = () =>
        Promise.all(
          [
            ledger.grant(id, 499, verified!.id),
            ledger.grant(id, 5, 'x402_oops'),
            ledger.adjust(id, 5, 'x402_oops'),
            keys.create({ credits: 5, reference: 'x402_oops' }),
          ].map(outcome),
        )
      expect(await refused()).toEqual(Array.from({ length: 4 }, () => 'reserved_reference'))
      expect(await outcome(ledger.grant(id, 500, verified!.id))).toBe('reserved_reference')
      await billing.payments.settling(payment('n1'))
      expect(await refused()).toEqual(Array.from({ length: 4 }, () => 'reserved_reference'))
      expect(await ledger.grant(id, 500, verified!.id)).toBe(520)
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('of a key that is not there grants nothing', async () => {
      const { billing } = await fixture()
      await begin(billing, 'nobody')
      expect(await outcome(finish(billing))).toBe('unknown_key')
      expect((await billing.ledger.audit()).payments.settled.count).toBe(0)
    })
  })
}
