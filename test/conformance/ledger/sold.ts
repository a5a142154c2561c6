import { describe, expect, it } from 'vitest'
import { purpose, type Fixture } from './fixture.ts'
import type { Ledger, Lookup } from '../../../core/credits/ledger.ts'

const day = 24 * 3_600_000
const price = 12
const less = 3

/** Equal answers to equal look-ups: what they cost within a day of a charge in full. */
export const soldConformance = (fixture: () => Promise<Fixture>): void => {
  const of = (answerHash: string, more: Partial<Lookup> = {}): Lookup => ({
    hash: 'of a look-up',
    retryAt: null,
    again: { answerHash, amount: less },
    ...more,
  })

  /** One look-up as a service makes it: what it took, or why it was refused. */
  const lookUp = async (ledger: Ledger, id: string, requestId: string, lookup: Lookup) => {
    const before = await ledger.remaining(id)
    const held = await ledger.hold(id, requestId, price, purpose, { hash: lookup.hash, hasAnswer: false })
    if (!held.ok) return held.reason
    expect(await ledger.remaining(id)).toBe(before - (held.repeats === undefined ? price : 0))
    const taken =
      held.repeats === undefined
        ? await ledger.settle(requestId, undefined, lookup, { amount: price, depth: 'standard' })
        : await ledger.repeat(id, requestId, held.repeats, lookup)
    return taken.ok ? before - taken.remaining : taken.reason
  }

  describe('an answer that was charged in full', () => {
    it('costs less where it is equal, for a day, out of a hold of the full price or without one', async () => {
      const { billing, pass, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      expect(await lookUp(ledger, id, 'r0', of('a'))).toBe(price)
      expect(await ledger.hold(id, 'r1', price, purpose)).toEqual({ ok: true, remaining: 76 })
      expect(await ledger.settle('r1', undefined, of('a'), { amount: price, depth: 'standard' })).toEqual({
        ok: true,
        remaining: 85,
        repeats: 'r0',
        charged: less,
      })
      expect(await ledger.charge(id, 'r2', price, purpose, undefined, of('a'))).toEqual({
        ok: true,
        remaining: 82,
        repeats: 'r0',
        charged: less,
      })
      pass(day - 1)
      expect(await lookUp(ledger, id, 'r3', of('a'))).toBe(less)
      // What cost less begins no new day.
      pass(1)
      expect(await lookUp(ledger, id, 'r4', of('a'))).toBe(price)
      expect(await lookUp(ledger, id, 'r5', of('a'))).toBe(less)
      const { balance, held, ledger: rows } = await ledger.account(id)
      expect({ balance, held }).toEqual({ balance: 64, held: 0 })
      expect(rows.map(({ amount }) => amount)).toEqual([-less, -price, -less, -less, -less, -price, 100])
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('costs the full price where another key, look-up or answer is meant, or the price is the same again', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const [id, other] = [await key(100), await key(100)]
      await lookUp(ledger, id, 'r0', of('a'))
      expect(await lookUp(ledger, other, 'r1', of('a'))).toBe(price)
      expect(await lookUp(ledger, id, 'r2', of('a', { hash: 'of another' }))).toBe(price)
      expect(await lookUp(ledger, id, 'r3', { hash: 'of a look-up', retryAt: null })).toBe(price)
      expect(await lookUp(ledger, id, 'r4', of('b'))).toBe(price)
      // The answer before the last is no longer the one that was charged.
      expect(await lookUp(ledger, id, 'r5', of('a'))).toBe(price)
      expect(await lookUp(ledger, id, 'r6', of('a'))).toBe(less)
    })

    it('has to be affordable at the full price where the work is still to be done', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(price + less)
      await lookUp(ledger, id, 'r0', of('a'))
      expect(await lookUp(ledger, id, 'r1', of('a'))).toBe('insufficient')
      expect(await ledger.charge(id, 'r2', price, purpose, undefined, of('a'))).toMatchObject({
        ok: true,
        remaining: 0,
      })
      expect(await ledger.charge(id, 'r3', price, purpose, undefined, of('a'))).toMatchObject({
        reason: 'insufficient',
      })
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('is charged in full once, however many ask for it at once', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(1_000)
      const taken = await Promise.all(
        Array.from({ length: 30 }, async (_, i) => {
          if (i % 2 === 0) return ledger.charge(id, `r${i}`, price, purpose, undefined, of('a'))
          await ledger.hold(id, `r${i}`, price, purpose)
          return ledger.settle(`r${i}`, undefined, of('a'), { amount: price, depth: 'standard' })
        }),
      )
      expect(taken.every(({ ok }) => ok)).toBe(true)
      expect(await ledger.account(id)).toMatchObject({ balance: 1_000 - price - 29 * less, held: 0 })
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('costs the same where a step is made twice, whatever came between', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      const charge = (requestId: string) => ledger.charge(id, requestId, price, purpose, undefined, of('a'))
      await charge('r0')
      expect(await charge('r1')).toEqual({ ok: true, remaining: 85, repeats: 'r0', charged: less })
      expect(await charge('r0')).toEqual({ ok: true, remaining: 85 })
      expect(await charge('r1')).toEqual({ ok: true, remaining: 85, repeats: 'r0', charged: less })
      await ledger.refund('r0')
      expect(await charge('r1')).toMatchObject({ ok: true, remaining: 97 })
      expect(await charge('r0')).toMatchObject({ ok: true, remaining: 97 })
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('costs the full price again once that charge is refunded; what cost less is refunded as it was charged', async () => {
      const { billing, key } = await fixture()
      const { ledger, delivery } = billing
      const id = await key(100)
      await lookUp(ledger, id, 'r0', of('a'))
      await lookUp(ledger, id, 'r1', of('a'))
      expect(await ledger.refund('r1')).toBe(88)
      expect(await lookUp(ledger, id, 'r2', of('a'))).toBe(less)
      expect(await ledger.refund('r0')).toBe(97)
      expect(await lookUp(ledger, id, 'r3', of('a'))).toBe(price)
      delivery.expect('r4')
      await lookUp(ledger, id, 'r4', of('b'))
      expect(await delivery.lost('r4')).toBe('refunded')
      expect(await lookUp(ledger, id, 'r5', of('b'))).toBe(price)
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('is the one that was given last: a free repeat takes its place', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      const failed = of('a part', { retryAt: Date.UTC(2026, 0, 1) })
      expect(await lookUp(ledger, id, 'r0', failed)).toBe(price)
      expect(await lookUp(ledger, id, 'r1', of('whole'))).toBe(0)
      expect(await lookUp(ledger, id, 'r2', of('whole'))).toBe(less)
      expect(await lookUp(ledger, id, 'r3', of('a part'))).toBe(price)
    })

    it('keeps what it cost under an idempotency key, which a refund of the other charge does not void', async () => {
      const { billing, key } = await fixture()
      const { ledger, idempotency } = billing
      const id = await key(100)
      const keep = (idempotencyKey: string) => ({
        keyId: id,
        idempotencyKey,
        body: (cost: object) => new TextEncoder().encode(JSON.stringify(cost)),
      })
      for (const name of ['a', 'b', 'c']) await idempotency.claim(id, name, 'x', name)
      await ledger.charge(id, 'a', price, purpose, keep('a'), of('a'))
      await ledger.charge(id, 'b', price, purpose, keep('b'), of('a'))
      await ledger.hold(id, 'c', price, purpose)
      await ledger.settle('c', keep('c'), of('a'), { amount: price, depth: 'standard' })
      const kept = (name: string) =>
        idempotency
          .claim(id, name, 'x', 'later')
          .then((claim) => (claim.state === 'done' ? JSON.parse(new TextDecoder().decode(claim.body)) : claim.state))
      const cheap = { credits: less, repeats: 'a' }
      expect([await kept('a'), await kept('b'), await kept('c')]).toEqual([
        { credits: price, repeats: null },
        cheap,
        cheap,
      ])
      await ledger.refund('a')
      expect([await kept('a'), await kept('b'), await kept('c')]).toEqual(['new', cheap, cheap])
    })

    it('is forgotten with its subject', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      await lookUp(ledger, id, 'r0', of('a', { subject: 'Somebody' }))
      expect(await ledger.erase('Somebody')).toBe(1)
      expect(await lookUp(ledger, id, 'r1', of('a', { subject: 'Somebody' }))).toBe(price)
    })

    it('outlives the process; what that had begun, or not handed over, is no charge in full', async () => {
      const { billing, crash, key } = await fixture()
      const id = await key(100)
      await lookUp(billing.ledger, id, 'r0', of('a'))
      await billing.ledger.hold(id, 'cut off', price, purpose)
      billing.delivery.expect('r1')
      await lookUp(billing.ledger, id, 'r1', of('b', { hash: 'of another' }))
      const next = await crash()
      expect(await lookUp(next.ledger, id, 'r2', of('a'))).toBe(less)
      expect(await lookUp(next.ledger, id, 'r3', of('b', { hash: 'of another' }))).toBe(price)
      expect((await next.ledger.audit()).faults).toEqual([])
    })

    it('spends no more of a cap than it costs', async () => {
      const { billing } = await fixture()
      const { ledger, keys } = billing
      const { id } = await keys.create({ credits: 100, creditsPerDay: price + 2 * less })
      await lookUp(ledger, id, 'r0', of('a'))
      for (const requestId of ['r1', 'r2'])
        expect(await ledger.charge(id, requestId, price, purpose, undefined, of('a'))).toMatchObject({ charged: less })
      expect(await ledger.charge(id, 'r3', price, purpose, undefined, of('a'))).toMatchObject({ reason: 'capped' })
    })
  })
}
