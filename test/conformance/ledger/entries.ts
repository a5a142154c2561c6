import { describe, expect, it } from 'vitest'
import { outcome, purpose, type Fixture } from './fixture.ts'

/** Charges, grants, refunds and adjustments, and the account that shows them. */
export const entryConformance = (fixture: () => Promise<Fixture>): void => {
  describe('entries', () => {
    it('opens a key with its grant', async () => {
      const { billing, key } = await fixture()
      const id = await key(200)
      expect(await billing.ledger.account(id)).toEqual({
        balance: 200,
        held: 0,
        ledger: [
          {
            at: Date.UTC(2026, 0, 1),
            kind: 'grant',
            amount: 200,
            balance: 200,
            requestId: null,
            endpoint: null,
            depth: null,
            surface: null,
            subject: null,
          },
        ],
        next: null,
      })
    })

    it('charges in one step and lists the newest row first', async () => {
      const {
        billing: { ledger },
        key,
        pass,
      } = await fixture()
      const id = await key(20)
      pass(1_000)
      expect(await ledger.charge(id, 'r1', 12, purpose)).toEqual({ ok: true, remaining: 8 })
      const { balance, ledger: rows } = await ledger.account(id)
      expect(balance).toBe(8)
      expect(rows[0]).toEqual({
        at: Date.UTC(2026, 0, 1) + 1_000,
        kind: 'charge',
        amount: -12,
        balance: 8,
        requestId: 'r1',
        endpoint: 'entity',
        depth: 'standard',
        surface: null,
        subject: null,
      })
      expect(rows).toHaveLength(2)
    })

    it('refuses what a key cannot pay for and leaves it as it was', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(11)
      expect(await ledger.charge(id, 'r1', 12, purpose)).toEqual({ ok: false, reason: 'insufficient', remaining: 11 })
      expect(await ledger.hold(id, 'r2', 12, purpose)).toEqual({ ok: false, reason: 'insufficient', remaining: 11 })
      expect(await ledger.account(id)).toMatchObject({ balance: 11, held: 0, ledger: [{ kind: 'grant' }] })
    })

    it('charges a request once, and tells a repetition from another use of its id', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const [id, other] = [await key(50), await key(50)]
      await ledger.charge(id, 'r1', 12, purpose)
      expect(await ledger.charge(id, 'r1', 12, purpose)).toEqual({ ok: true, remaining: 38 })
      expect(await outcome(ledger.charge(id, 'r1', 13, purpose))).toBe('request_reused')
      expect(await outcome(ledger.charge(other, 'r1', 12, purpose))).toBe('request_reused')
      expect([await ledger.remaining(id), await ledger.remaining(other)]).toEqual([38, 50])
    })

    it('writes no row for a charge of 0', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(5)
      expect(await ledger.charge(id, 'r1', 0, purpose)).toEqual({ ok: true, remaining: 5 })
      expect((await ledger.account(id)).ledger).toHaveLength(1)
    })

    it('grants once for each reference', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(0)
      expect(await ledger.grant(id, 100, 'invoice-7')).toBe(100)
      expect(await ledger.grant(id, 100, 'invoice-7')).toBe(100)
      expect(await ledger.grant(id, 100)).toBe(200)
      expect(await ledger.grant(id, 100)).toBe(300)
      expect(await outcome(ledger.grant(id, 90, 'invoice-7'))).toBe('request_reused')
    })

    it('refunds all that a request was charged, once', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(20)
      await ledger.charge(id, 'r1', 12, purpose)
      expect(await ledger.refund('r1')).toBe(20)
      expect(await ledger.refund('r1')).toBe(20)
      expect(await outcome(ledger.refund('r2'))).toBe('unknown_request')
      expect((await ledger.account(id)).ledger.map((row) => [row.kind, row.amount])).toEqual([
        ['refund', 12],
        ['charge', -12],
        ['grant', 20],
      ])
    })

    it('adjusts up and down, never below what is held', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(20)
      await ledger.hold(id, 'r1', 15, purpose)
      expect(await ledger.adjust(id, -6)).toEqual({ ok: false, reason: 'insufficient', remaining: 5 })
      expect(await ledger.adjust(id, -5, 'correction')).toEqual({ ok: true, remaining: 0 })
      expect(await ledger.adjust(id, -5, 'correction')).toEqual({ ok: true, remaining: 0 })
      expect(await ledger.settle('r1')).toEqual({ ok: true, remaining: 0 })
      expect(await ledger.adjust(id, 3)).toEqual({ ok: true, remaining: 3 })
    })

    it('takes whole numbers up to a thousand million', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(1_000_000_000)
      expect(await ledger.grant(id, 1_000_000_000)).toBe(2_000_000_000)
      for (const amount of [0.5, -1, NaN, Infinity, 1_000_000_001]) {
        expect(await outcome(ledger.hold(id, 'r1', amount, purpose))).toBe('invalid_amount')
        expect(await outcome(ledger.charge(id, 'r1', amount, purpose))).toBe('invalid_amount')
        expect(await outcome(ledger.grant(id, amount))).toBe('invalid_amount')
      }
      expect(await outcome(ledger.adjust(id, 0))).toBe('invalid_amount')
    })

    it('knows its keys', async () => {
      const {
        billing: { ledger },
      } = await fixture()
      const answers = await Promise.all(
        [
          ledger.hold('nobody', 'r1', 1, purpose),
          ledger.charge('nobody', 'r1', 1, purpose),
          ledger.charge('nobody', 'r1', 0, purpose),
          ledger.grant('nobody', 1),
          ledger.adjust('nobody', 1),
          ledger.account('nobody'),
          ledger.remaining('nobody'),
        ].map(outcome),
      )
      expect(answers).toEqual(answers.map(() => 'unknown_key'))
    })

    it('shows the newest fifty rows of this key alone', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const [id, other] = [await key(100), await key(100)]
      await Promise.all(
        Array.from({ length: 60 }, (_, i) => [
          ledger.charge(id, `a${i}`, 1, purpose),
          ledger.charge(other, `b${i}`, 1, purpose),
        ]).flat(),
      )
      const rows = (await ledger.account(id)).ledger
      expect(rows.map((row) => row.requestId)).toEqual(Array.from({ length: 50 }, (_, i) => `a${59 - i}`))
      expect(rows.map((row) => row.balance)).toEqual(Array.from({ length: 50 }, (_, i) => 40 + i))
    })
  })
}
