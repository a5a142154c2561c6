import { describe, expect, it } from 'vitest'
import { usageDimensions } from '@domesday/core/store'
import type { Purchase } from '../../../core/credits/payments.ts'
import type { Fixture } from './fixture.ts'

const day = 24 * 3_600_000
const start = Date.UTC(2026, 0, 1)
const always = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Usage reports, and the rows that they are made of. */
export const usageConformance = (fixture: () => Promise<Fixture>): void => {
  describe('usage', () => {
    const none = { calls: 0, credits: 0, refunds: 0, refunded: 0, payments: 0, microUsd: 0 }
    const entity = { endpoint: 'entity', depth: 'full', surface: 'rest' }
    const location = { endpoint: 'location', depth: 'summary', surface: 'mcp' }
    const pay = async ({ billing }: Fixture, nonce: string, purpose: Purchase['purpose'], microUsd: number) => {
      const payment = { payer: '0xwallet', nonce, proof: nonce }
      await billing.payments.claim(payment, { resource: nonce, microUsd, surface: 'pay', purpose }, nonce)
      await billing.payments.settling(payment)
      if (purpose.kind === 'call') await billing.payments.settled(payment, 'tx', new Uint8Array(), {}, null)
      else await billing.payments.toppedUp(payment, 'tx', () => new Uint8Array(), {})
    }
    /** Two days of two keys. */
    const used = async () => {
      const made = await fixture()
      const { ledger } = made.billing
      const [id, other] = [await made.key(100), await made.key(100)]
      await ledger.charge(id, 'r1', 12, entity)
      await ledger.hold(id, 'r2', 2, location)
      await ledger.settle('r2')
      await ledger.charge(other, 'r3', 5, entity)
      await pay(made, 'n1', { kind: 'call', endpoint: 'entity', depth: 'full', subject: null }, 40_000)
      made.pass(day)
      await ledger.refund('r1')
      await ledger.charge(id, 'r4', 12, entity)
      await ledger.charge(id, 'free', 0, entity)
      await pay(made, 'n2', { kind: 'top-up', keyId: id, credits: 50 }, 50_000)
      return { ...made, ledger, id, other }
    }

    it('sums calls, credits, refunds and payments of a span', async () => {
      const { billing } = await used()
      const usage = (from: number, to: number) => billing.reports.usage({ from, to, by: [] })
      const all = { calls: 4, credits: 31, refunds: 1, refunded: 12, payments: 2, microUsd: 90_000 }
      expect(await usage(0, start + 2 * day)).toEqual([{ of: {}, ...all }])
      const first = { ...none, calls: 3, credits: 19, payments: 1, microUsd: 40_000 }
      expect(await usage(start, start + day)).toEqual([{ of: {}, ...first }])
      expect(await usage(start + day + 1, start + 2 * day)).toEqual([{ of: {}, ...none }])
    })

    it('tells dimensions apart; a refund is one of its charge’s endpoint, on its own day', async () => {
      const { billing, id, other } = await used()
      const by = (...by: readonly ('key' | 'endpoint' | 'depth' | 'surface' | 'day')[]) =>
        billing.reports.usage({ ...always, by })
      expect(await by('day', 'endpoint')).toEqual([
        {
          of: { day: '2026-01-01', endpoint: 'entity' },
          ...none,
          calls: 2,
          credits: 17,
          payments: 1,
          microUsd: 40_000,
        },
        { of: { day: '2026-01-01', endpoint: 'location' }, ...none, calls: 1, credits: 2 },
        { of: { day: '2026-01-02', endpoint: null }, ...none, payments: 1, microUsd: 50_000 },
        { of: { day: '2026-01-02', endpoint: 'entity' }, ...none, calls: 1, credits: 12, refunds: 1, refunded: 12 },
      ])
      expect(await by('surface', 'depth')).toEqual([
        { of: { surface: 'mcp', depth: 'summary' }, ...none, calls: 1, credits: 2 },
        { of: { surface: 'pay', depth: null }, ...none, payments: 1, microUsd: 50_000 },
        { of: { surface: 'pay', depth: 'full' }, ...none, payments: 1, microUsd: 40_000 },
        { of: { surface: 'rest', depth: 'full' }, ...none, calls: 3, credits: 29, refunds: 1, refunded: 12 },
      ])
      const keys = new Map((await by('key')).map((row) => [row.of.key, row]))
      expect(keys.get(null)).toMatchObject({ calls: 0, payments: 1, microUsd: 40_000 })
      expect(keys.get(id)).toMatchObject({ calls: 3, credits: 26, refunded: 12, payments: 1, microUsd: 50_000 })
      expect(keys.get(other)).toMatchObject({ calls: 1, credits: 5, payments: 0 })
    })

    it('tells all dimensions apart together', async () => {
      const { billing } = await used()
      const rows = await billing.reports.usage({ ...always, by: usageDimensions })
      expect(rows).toHaveLength(6)
      for (const { of } of rows) expect(Object.keys(of)).toEqual(usageDimensions)
      expect(rows.reduce((sum, { credits }) => sum + credits, 0)).toBe(31)
    })

    it('of one key has its rows alone, from the span alone', async () => {
      const { billing, id, other } = await used()
      const of = (keyId: string, from = 0) =>
        billing.reports.usage({ from, to: Number.MAX_SAFE_INTEGER, keyId, by: ['endpoint'] })
      expect(await of(other)).toEqual([{ of: { endpoint: 'entity' }, ...none, calls: 1, credits: 5 }])
      expect(await of(id, start + day)).toEqual([
        { of: { endpoint: null }, ...none, payments: 1, microUsd: 50_000 },
        { of: { endpoint: 'entity' }, ...none, calls: 1, credits: 12, refunds: 1, refunded: 12 },
      ])
      expect(await of('nobody')).toEqual([])
    })

    it('is told row by row too, oldest first, without what was asked', async () => {
      const { billing, id } = await used()
      const rows = await Array.fromAsync(billing.reports.entries({ from: start + day, to: start + 2 * day }))
      expect(rows.map(({ kind, amount, requestId }) => [kind, amount, requestId])).toEqual([
        ['refund', 12, 'r1'],
        ['charge', -12, 'r4'],
        ['grant', 50, expect.stringMatching(/./)],
      ])
      expect(rows[1]).toEqual({
        keyId: id,
        at: start + day,
        kind: 'charge',
        amount: -12,
        balance: 86,
        requestId: 'r4',
        ...entity,
      })
    })

    it('is told whole, where rows are many', async () => {
      const { billing, key } = await fixture()
      const id = await key(5_000)
      await Promise.all(Array.from({ length: 1_234 }, (_, i) => billing.ledger.charge(id, `r${i}`, 1, entity)))
      const rows = await Array.fromAsync(billing.reports.entries(always))
      expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(1_235)
      expect(await billing.reports.usage({ ...always, by: [] })).toMatchObject([{ calls: 1_234, credits: 1_234 }])
    })
  })
}
