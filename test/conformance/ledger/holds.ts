import { describe, expect, it } from 'vitest'
import { outcome, purpose, type Fixture } from './fixture.ts'

/** Holds, and what becomes of them when their process dies, sleeps or ends. */
export const holdConformance = (fixture: () => Promise<Fixture>): void => {
  describe('holds', () => {
    it('sets credits aside without changing the balance, and charges them when settled', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(20)
      expect(await ledger.hold(id, 'r1', 12, purpose)).toEqual({ ok: true, remaining: 8 })
      expect(await ledger.account(id)).toMatchObject({ balance: 20, held: 12, ledger: [{ kind: 'grant' }] })
      expect(await ledger.settle('r1')).toEqual({ ok: true, remaining: 8 })
      expect(await ledger.account(id)).toMatchObject({
        balance: 8,
        held: 0,
        ledger: [{ kind: 'charge', amount: -12, ...purpose }, { kind: 'grant' }],
      })
    })

    it('gives a released hold back for good', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(20)
      await ledger.hold(id, 'r1', 12, purpose)
      expect(await ledger.release('r1')).toBe(20)
      expect(await ledger.release('r1')).toBe(20)
      expect(await ledger.settle('r1')).toEqual({ ok: false, reason: 'released', remaining: 20 })
      expect(await ledger.hold(id, 'r1', 12, purpose)).toEqual({ ok: false, reason: 'released', remaining: 20 })
      expect(await ledger.account(id)).toMatchObject({ balance: 20, held: 0 })
    })

    it('answers a repeated hold and settle as the first', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(20)
      await ledger.hold(id, 'r1', 12, purpose)
      expect(await ledger.hold(id, 'r1', 12, purpose)).toEqual({ ok: true, remaining: 8 })
      expect(await outcome(ledger.hold(id, 'r1', 13, purpose))).toBe('request_reused')
      await ledger.settle('r1')
      expect(await ledger.settle('r1')).toEqual({ ok: true, remaining: 8 })
      expect(await ledger.hold(id, 'r1', 12, purpose)).toEqual({ ok: true, remaining: 8 })
      expect(await ledger.release('r1')).toBe(8)
      expect(await ledger.settle('r1')).toEqual({ ok: true, remaining: 8 })
      expect(await outcome(ledger.settle('r2'))).toBe('unknown_request')
      expect(await ledger.release('r2')).toBeNull()
    })

    it('pays for exactly as many parallel calls as the credits are for', async () => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      for (const take of [
        (id: string, i: number) => ledger.charge(id, `${id}-${i}`, 5, purpose),
        (id: string, i: number) => ledger.hold(id, `${id}-${i}`, 5, purpose),
      ]) {
        const id = await key(100)
        const taken = await Promise.all(Array.from({ length: 64 }, (_, i) => take(id, i)))
        expect(taken.filter(({ ok }) => ok)).toHaveLength(20)
        expect(await ledger.remaining(id)).toBe(0)
      }
    })
  })

  describe('processes that die', () => {
    it('frees their holds at the next start, and leaves those of a living neighbour alone', async () => {
      const { billing: dead, crash, pass, key } = await fixture()
      const id = await key(100)
      await dead.ledger.hold(id, 'r1', 40, purpose)
      const living = await crash()
      expect(await living.ledger.account(id)).toMatchObject({ balance: 100, held: 0 })

      await living.ledger.hold(id, 'r2', 30, purpose)
      for (let i = 0; i < 3; i++) {
        pass(4_000)
        expect(await dead.sweep()).toBe(0)
        await living.sweep()
      }
      expect(await living.ledger.account(id)).toMatchObject({ balance: 100, held: 30 })
    })

    it('lets a process that was only slow take its credits afresh, if they are still there', async () => {
      const { billing: slow, crash, key } = await fixture()
      const id = await key(100)
      await slow.ledger.hold(id, 'r1', 40, purpose)
      await slow.ledger.hold(id, 'r2', 40, purpose)
      const next = await crash()
      await next.ledger.charge(id, 'r3', 30, purpose)
      expect(await slow.ledger.settle('r1')).toEqual({ ok: true, remaining: 30 })
      expect(await slow.ledger.settle('r2')).toEqual({ ok: false, reason: 'insufficient', remaining: 30 })
      await next.ledger.grant(id, 10)
      expect(await slow.ledger.settle('r2')).toEqual({ ok: true, remaining: 0 })
      expect((await next.ledger.audit()).faults).toEqual([])
    })

    it('lapses a hold that is older than any call, though its process lives', async () => {
      const { billing, pass, key } = await fixture()
      const id = await key(100)
      await billing.ledger.hold(id, 'r1', 40, purpose)
      pass(59_000)
      expect(await billing.sweep()).toBe(0)
      pass(2_000)
      expect(await billing.sweep()).toBe(1)
      expect(await billing.ledger.remaining(id)).toBe(100)
      expect(await billing.ledger.release('r1')).toBe(100)
      expect(await billing.ledger.settle('r1')).toMatchObject({ ok: false, reason: 'released' })
    })

    it('frees their holds though the clock was set back meanwhile', async () => {
      const { billing: dead, crash, pass, key } = await fixture()
      const id = await key(100)
      await dead.ledger.hold(id, 'r1', 40, purpose)
      pass(-3_600_000)
      expect(await (await crash()).ledger.account(id)).toMatchObject({ held: 0 })
    })

    it('remembers a closed hold for an hour, and its charge for ever', async () => {
      const {
        billing: { ledger, sweep },
        pass,
        key,
      } = await fixture()
      const id = await key(100)
      await ledger.hold(id, 'r1', 40, purpose)
      await ledger.settle('r1')
      pass(3_600_000)
      await sweep()
      expect(await ledger.settle('r1')).toEqual({ ok: true, remaining: 60 })
      pass(1)
      await sweep()
      expect(await outcome(ledger.settle('r1'))).toBe('unknown_request')
      await ledger.hold(id, 'r1', 40, purpose)
      expect(await ledger.settle('r1')).toEqual({ ok: true, remaining: 60 })
    })

    it('frees what was held at an orderly end with the next start', async () => {
      const { billing, start, key } = await fixture()
      const id = await key(100)
      await billing.ledger.hold(id, 'r1', 40, purpose)
      await billing.close()
      expect(await outcome(billing.ledger.charge(id, 'r2', 1, purpose))).toBe('closed')
      const next = await start()
      expect(await next.ledger.audit()).toMatchObject({ keys: 1, rows: 1, openHolds: 0, faults: [] })
    })
  })
}
