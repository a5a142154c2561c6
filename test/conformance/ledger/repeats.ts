import { describe, expect, it } from 'vitest'
import { purpose, type Fixture } from './fixture.ts'
import type { Ledger } from '../../../core/credits/ledger.ts'

const hour = 3_600_000
const wait = 30_000
const hash = 'of a look-up'

/** Look-ups that were charged though something failed: when another is free, and how often. */
export const repeatConformance = (fixture: () => Promise<Fixture>): void => {
  const start = Date.UTC(2026, 0, 1)
  const failed = { hash, retryAt: start + wait }
  const whole = { hash, retryAt: null }

  /** One look-up as a service makes it: what it took, and what it repeats. */
  const lookUp = async (
    ledger: Ledger,
    id: string,
    requestId: string,
    outcome: { readonly hash: string; readonly retryAt: number | null },
  ) => {
    const held = await ledger.hold(id, requestId, 12, purpose, { hash, hasAnswer: false })
    if (!held.ok) return held.reason
    const taken =
      held.repeats === undefined
        ? await ledger.settle(requestId, undefined, outcome)
        : await ledger.repeat(id, requestId, held.repeats, outcome)
    return taken.ok ? (taken.repeats ?? 'charged') : taken.reason
  }

  describe('repeats', () => {
    it('are free until an answer is whole, without a balance and without a hold', async () => {
      const { billing, pass, key } = await fixture()
      const { ledger } = billing
      const id = await key(12)
      expect(await lookUp(ledger, id, 'r1', failed)).toBe('charged')
      pass(wait)
      expect(await ledger.hold(id, 'r2', 12, purpose, { hash, hasAnswer: true })).toEqual({
        ok: true,
        remaining: 0,
        repeats: 'r1',
      })
      expect((await ledger.account(id)).held).toBe(0)
      expect(await ledger.repeat(id, 'r2', 'r1', failed)).toEqual({ ok: true, remaining: 0, repeats: 'r1' })
      expect(await lookUp(ledger, id, 'r3', whole)).toBe('r1')
      expect(await lookUp(ledger, id, 'r4', whole)).toBe('insufficient')
      expect(await ledger.account(id)).toMatchObject({ balance: 0, ledger: [{ amount: -12, requestId: 'r1' }, {}] })
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('belong to one key and one look-up', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const [id, other] = [await key(100), await key(100)]
      await lookUp(ledger, id, 'r1', failed)
      expect(await ledger.hold(other, 'r2', 12, purpose, { hash, hasAnswer: false })).toEqual({
        ok: true,
        remaining: 88,
      })
      expect(await ledger.hold(id, 'r3', 12, purpose, { hash: 'another', hasAnswer: false })).toEqual({
        ok: true,
        remaining: 76,
      })
    })

    it('end an hour after the charge, whatever came between', async () => {
      const { billing, pass, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      await lookUp(ledger, id, 'r1', failed)
      pass(hour - 1)
      expect(await lookUp(ledger, id, 'r2', failed)).toBe('r1')
      pass(1)
      expect(await lookUp(ledger, id, 'r3', failed)).toBe('charged')
      expect(await lookUp(ledger, id, 'r4', failed)).toBe('r3')
    })

    it('are twelve at most; one that comes to nothing is not counted', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      await lookUp(ledger, id, 'r0', failed)
      for (let i = 1; i <= 3; i++) {
        await ledger.hold(id, `failing-${i}`, 12, purpose, { hash, hasAnswer: false })
        await ledger.undoRepeat(id, hash)
      }
      for (let i = 1; i <= 12; i++) expect(await lookUp(ledger, id, `r${i}`, failed)).toBe('r0')
      expect(await lookUp(ledger, id, 'r13', failed)).toBe('charged')
      expect(await lookUp(ledger, id, 'r14', failed)).toBe('r13')
    })

    it('are never more than twelve, however many are asked at once', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      await lookUp(ledger, id, 'r0', failed)
      const at = await Promise.all(
        Array.from({ length: 20 }, (_, i) => ledger.hold(id, `r${i + 1}`, 1, purpose, { hash, hasAnswer: false })),
      )
      expect(at.filter((taken) => taken.ok && taken.repeats === 'r0')).toHaveLength(12)
      expect((await ledger.account(id)).held).toBe(8)
    })

    it('that come too early are given the kept answer, uncounted; without one they are tried', async () => {
      const { billing, pass, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      await lookUp(ledger, id, 'r0', failed)
      const early = (i: number) => ledger.hold(id, `early-${i}`, 12, purpose, { hash, hasAnswer: true })
      for (let i = 0; i < 20; i++) expect(await early(i)).toMatchObject({ ok: true, repeats: 'r0', early: true })
      expect(await ledger.hold(id, 'lost', 12, purpose, { hash, hasAnswer: false })).toEqual({
        ok: true,
        remaining: 88,
        repeats: 'r0',
      })
      pass(wait)
      expect(await early(20)).toEqual({ ok: true, remaining: 88, repeats: 'r0' })
    })

    it('are free too where the answer is at hand, uncounted', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      await ledger.charge(id, 'r0', 12, purpose, undefined, failed)
      for (let i = 1; i <= 20; i++)
        expect(await ledger.charge(id, `r${i}`, 12, purpose, undefined, failed)).toEqual({
          ok: true,
          remaining: 88,
          repeats: 'r0',
        })
      expect(await ledger.charge(id, 'r21', 12, purpose, undefined, whole)).toMatchObject({ repeats: 'r0' })
      expect(await ledger.charge(id, 'r22', 12, purpose, undefined, whole)).toEqual({ ok: true, remaining: 76 })
    })

    it('charge one of two equal look-ups that run at once', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(24)
      for (const requestId of ['r1', 'r2']) await ledger.hold(id, requestId, 12, purpose, { hash, hasAnswer: false })
      expect(await Promise.all(['r1', 'r2'].map((requestId) => ledger.settle(requestId, undefined, failed)))).toEqual([
        { ok: true, remaining: 0 },
        { ok: true, remaining: 12, repeats: 'r1' },
      ])
      expect(await ledger.settle('r2', undefined, failed)).toEqual({ ok: true, remaining: 12 })
      expect(await ledger.account(id)).toMatchObject({ balance: 12, held: 0 })
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('are not opened by what cost nothing, nor anew by a charge that is made twice', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(100)
      await ledger.charge(id, 'free', 0, purpose, undefined, failed)
      expect(await lookUp(ledger, id, 'r0', failed)).toBe('charged')
      for (let i = 1; i <= 12; i++) await lookUp(ledger, id, `r${i}`, failed)
      expect(await ledger.charge(id, 'r0', 12, purpose, undefined, failed)).toEqual({ ok: true, remaining: 88 })
      expect(await lookUp(ledger, id, 'r13', failed)).toBe('charged')
    })

    it('keep their answer under an idempotency key, with what it cost', async () => {
      const { billing, key } = await fixture()
      const { ledger, idempotency } = billing
      const id = await key(100)
      const keep = (idempotencyKey: string) => ({
        keyId: id,
        idempotencyKey,
        body: (cost: object) => new TextEncoder().encode(JSON.stringify(cost)),
      })
      for (const name of ['a', 'b', 'c']) await idempotency.claim(id, name, hash, name)
      await ledger.charge(id, 'a', 12, purpose, keep('a'), failed)
      await ledger.charge(id, 'b', 12, purpose, keep('b'), failed)
      await ledger.hold(id, 'c', 12, purpose, { hash, hasAnswer: false })
      await ledger.repeat(id, 'c', 'a', whole, keep('c'))
      const kept = await Promise.all(
        ['a', 'b', 'c'].map(async (name) => {
          const claim = await idempotency.claim(id, name, hash, 'later')
          return claim.state === 'done' && JSON.parse(new TextDecoder().decode(claim.body))
        }),
      )
      expect(kept).toEqual([
        { credits: 12, repeats: null },
        { credits: 0, repeats: 'a' },
        { credits: 0, repeats: 'a' },
      ])
    })

    it('outlive the process, and what it had begun', async () => {
      const { billing, crash, pass, key } = await fixture()
      const id = await key(12)
      await lookUp(billing.ledger, id, 'r0', failed)
      await billing.ledger.hold(id, 'cut off', 12, purpose, { hash, hasAnswer: false })
      const next = await crash()
      expect(await lookUp(next.ledger, id, 'r1', failed)).toBe('r0')
      pass(hour)
      await next.sweep()
      expect(await lookUp(next.ledger, id, 'r2', failed)).toBe('insufficient')
    })
  })

  describe('an answer that is worth less than was held', () => {
    it('is charged what it is worth, at the depth that it is worth', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(24)
      await ledger.hold(id, 'r1', 24, { endpoint: 'demographics', depth: 'full' })
      const worth = { amount: 12, depth: 'standard' }
      expect(await ledger.settle('r1', undefined, undefined, worth)).toEqual({ ok: true, remaining: 12 })
      expect(await ledger.settle('r1', undefined, undefined, worth)).toEqual({ ok: true, remaining: 12 })
      expect(await ledger.account(id)).toMatchObject({
        balance: 12,
        held: 0,
        ledger: [{ amount: -12, endpoint: 'demographics', depth: 'standard' }, {}],
      })
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('costs nothing where it is worth nothing, and never more than was held', async () => {
      const { billing, key } = await fixture()
      const { ledger } = billing
      const id = await key(24)
      await ledger.hold(id, 'r1', 12, purpose)
      expect(await ledger.settle('r1', undefined, undefined, { amount: 0, depth: 'full' })).toEqual({
        ok: true,
        remaining: 24,
      })
      await ledger.hold(id, 'r2', 12, purpose)
      await expect(ledger.settle('r2', undefined, undefined, { amount: 13, depth: 'full' })).rejects.toThrow('r2')
      expect(await ledger.release('r2')).toBe(24)
      expect((await ledger.audit()).faults).toEqual([])
    })
  })
}
