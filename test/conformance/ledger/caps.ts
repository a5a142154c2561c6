import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyTerms } from '../../../core/credits/keys.ts'
import { outcome, purpose, type Fixture } from './fixture.ts'
import { allCases } from '../../support/cases.ts'

const day = 24 * 3_600_000
const capped = (per: 'day' | 'month', credits: number, left: number, endsAt: number, remaining: number) => ({
  ok: false,
  reason: 'capped',
  remaining,
  cap: { per, credits, left, endsAt },
})
const [tomorrow, february] = [Date.UTC(2026, 0, 2), Date.UTC(2026, 1, 1)]

/** Spend caps: exact under any order of calls, with days and months of UTC. */
export const capConformance = (fixture: () => Promise<Fixture>): void => {
  const open = async (credits: number, terms: Partial<KeyTerms>) => {
    const world = await fixture()
    const { id } = await world.billing.keys.create({ credits, ...terms })
    return { ...world, world, id, ledger: world.billing.ledger, keys: world.billing.keys }
  }

  describe('spend caps', () => {
    it('refuse what goes beyond them, and say until when', async () => {
      const { ledger, keys, id } = await open(100, { creditsPerDay: 20 })
      expect(await ledger.charge(id, 'r1', 12, purpose)).toEqual({ ok: true, remaining: 88 })
      expect(await ledger.charge(id, 'r2', 9, purpose)).toEqual(capped('day', 20, 8, tomorrow, 88))
      expect(await ledger.hold(id, 'r3', 9, purpose)).toEqual(capped('day', 20, 8, tomorrow, 88))
      expect(await ledger.charge(id, 'r4', 8, purpose)).toEqual({ ok: true, remaining: 80 })
      expect(await ledger.charge(id, 'r5', 0, purpose)).toEqual({ ok: true, remaining: 80 })
      expect(await ledger.hold(id, 'r6', 0, purpose)).toEqual({ ok: true, remaining: 80 })
      // A charge that was made is answered as it was, whatever the cap says now.
      expect(await ledger.charge(id, 'r1', 12, purpose)).toEqual({ ok: true, remaining: 80 })
      expect(await keys.get(id)).toMatchObject({ balance: 80, spentToday: 20, spentThisMonth: 20 })
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('count what is held, and give back what is not charged', async () => {
      const { ledger, keys, id } = await open(100, { creditsPerDay: 20 })
      await ledger.hold(id, 'r1', 12, purpose)
      expect(await ledger.hold(id, 'r2', 9, purpose)).toEqual(capped('day', 20, 8, tomorrow, 88))
      await ledger.settle('r1', undefined, undefined, { amount: 5, depth: 'summary' })
      expect(await ledger.hold(id, 'r3', 15, purpose)).toEqual({ ok: true, remaining: 80 })
      await ledger.release('r3')
      expect(await ledger.charge(id, 'r4', 15, purpose)).toEqual({ ok: true, remaining: 80 })
      expect(await keys.get(id)).toMatchObject({ spentToday: 20 })
    })

    it('begin anew with each day and each month of UTC', async () => {
      const { ledger, keys, id, pass } = await open(1000, { creditsPerDay: 20, creditsPerMonth: 30 })
      pass(day - 1)
      expect(await ledger.charge(id, 'r1', 20, purpose)).toMatchObject({ ok: true })
      expect(await ledger.charge(id, 'r2', 1, purpose)).toEqual(capped('day', 20, 0, tomorrow, 980))
      pass(1)
      expect(await keys.get(id)).toMatchObject({ spentToday: 0, spentThisMonth: 20 })
      expect(await ledger.charge(id, 'r3', 11, purpose)).toEqual(capped('month', 30, 10, february, 980))
      // Where both refuse, the later one is told.
      expect(await ledger.charge(id, 'r4', 21, purpose)).toEqual(capped('month', 30, 10, february, 980))
      expect(await ledger.charge(id, 'r5', 10, purpose)).toMatchObject({ ok: true })
      pass(29 * day)
      expect(await ledger.hold(id, 'r6', 1, purpose)).toEqual(capped('month', 30, 0, february, 970))
      pass(day)
      expect(await ledger.hold(id, 'r7', 20, purpose)).toMatchObject({ ok: true })
      expect(await keys.get(id)).toMatchObject({ spentToday: 0, spentThisMonth: 0, held: 20 })
    })

    it('charge what was held before midnight to the day on which it is settled, without refusing it', async () => {
      const { ledger, keys, id, pass } = await open(100, { creditsPerDay: 20 })
      pass(day - 1)
      await ledger.hold(id, 'r1', 20, purpose)
      pass(1)
      expect(await ledger.hold(id, 'r2', 1, purpose)).toMatchObject({ reason: 'capped' })
      expect(await ledger.settle('r1')).toEqual({ ok: true, remaining: 80 })
      expect(await keys.get(id)).toMatchObject({ spentToday: 20 })
      expect(await ledger.charge(id, 'r3', 1, purpose)).toMatchObject({ reason: 'capped' })
    })

    it('get room back from a refund of the same day and month, and from no other', async () => {
      const { ledger, keys, id, pass } = await open(100, { creditsPerDay: 20, creditsPerMonth: 40 })
      await ledger.charge(id, 'r1', 20, purpose)
      await ledger.refund('r1')
      await ledger.refund('r1')
      expect(await keys.get(id)).toMatchObject({ spentToday: 0, spentThisMonth: 0 })
      expect(await ledger.charge(id, 'r2', 20, purpose)).toMatchObject({ ok: true })
      pass(day)
      expect(await ledger.charge(id, 'r3', 15, purpose)).toMatchObject({ ok: true })
      await ledger.refund('r2')
      expect(await keys.get(id)).toMatchObject({ spentToday: 15, spentThisMonth: 15 })
      pass(31 * day)
      await ledger.charge(id, 'r4', 5, purpose)
      await ledger.refund('r3')
      expect(await keys.get(id)).toMatchObject({ spentToday: 5, spentThisMonth: 5 })
    })

    it('count what was spent before they were set, and do not refuse what was held before', async () => {
      const { ledger, keys, id } = await open(100, {})
      await ledger.charge(id, 'r1', 12, purpose)
      await ledger.hold(id, 'r2', 10, purpose)
      await keys.change(id, { creditsPerDay: 15, creditsPerMonth: 500 })
      expect(await ledger.charge(id, 'r3', 4, purpose)).toEqual(capped('day', 15, 0, tomorrow, 78))
      expect(await ledger.settle('r2')).toEqual({ ok: true, remaining: 78 })
      expect(await keys.get(id)).toMatchObject({ spentToday: 22, spentThisMonth: 22 })
      await keys.change(id, { creditsPerDay: null })
      expect(await ledger.charge(id, 'r3', 4, purpose)).toEqual({ ok: true, remaining: 74 })
    })

    it('bind a hold that lapsed, as if it was never made', async () => {
      const { ledger, id, world } = await open(100, { creditsPerDay: 20 })
      await ledger.hold(id, 'r1', 15, purpose)
      const next = await world.crash()
      expect(await next.ledger.charge(id, 'r2', 10, purpose)).toMatchObject({ ok: true })
      expect(await ledger.settle('r1')).toMatchObject({ ok: false, reason: 'capped' })
      expect(await next.ledger.remaining(id)).toBe(90)
    })

    it('say that credits are short where they are, and no cap where there is no key', async () => {
      const { ledger, id } = await open(5, { creditsPerDay: 2 })
      expect(await ledger.charge(id, 'r1', 6, purpose)).toEqual({ ok: false, reason: 'insufficient', remaining: 5 })
      expect(await ledger.charge(id, 'r1', 3, purpose)).toMatchObject({ reason: 'capped', cap: { left: 2 } })
      expect(await outcome(ledger.hold('nobody', 'r2', 1, purpose))).toBe('unknown_key')
    })

    it('hold for 64 calls at once, from two processes', async () => {
      const { ledger, keys, id, world } = await open(1_000, { creditsPerDay: 100 })
      const other = await world.start()
      const calls = await Promise.all(
        Array.from({ length: 64 }, async (_, i) => {
          const books = i % 2 === 0 ? ledger : other.ledger
          if (i % 4 < 2) return books.charge(id, `r${i}`, 7, purpose)
          const held = await books.hold(id, `r${i}`, 7, purpose)
          return held.ok ? books.settle(`r${i}`) : held
        }),
      )
      expect(calls.filter(({ ok }) => ok)).toHaveLength(14)
      expect(calls.filter((call) => !call.ok && call.reason === 'capped')).toHaveLength(50)
      expect(await keys.get(id)).toMatchObject({ balance: 902, held: 0, spentToday: 98 })
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('are never exceeded, whatever is held, settled, released and refunded in any order', async () => {
      const step = fc.record({
        kind: fc.constantFrom('hold', 'settle', 'release', 'charge', 'refund'),
        request: fc.nat(11),
        hours: fc.constantFrom(0, 0, 0, 5, 24),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
          const { ledger, keys, id, pass, end } = await open(1_000, { creditsPerDay: 30, creditsPerMonth: 70 })
          for (const { kind, request, hours } of steps) {
            pass(hours * 3_600_000)
            const name = `r${request}`
            const before = await keys.get(id)
            const call = kind === 'hold' || kind === 'charge'
            const answer = await outcome(call ? ledger[kind](id, name, request + 3, purpose) : ledger[kind](name))
            const { balance, held, spentToday, spentThisMonth } = await keys.get(id)
            expect(spentToday + held).toBeLessThanOrEqual(30)
            expect(spentThisMonth + held).toBeLessThanOrEqual(70)
            expect(1_000 - balance).toBeGreaterThanOrEqual(spentThisMonth)
            if ((answer as { readonly reason?: string } | null)?.reason === 'capped' && call)
              expect(
                before.spentToday + before.held + request + 3 > 30 ||
                  before.spentThisMonth + before.held + request + 3 > 70,
              ).toBe(true)
          }
          await end()
        }),
        { numRuns: allCases ? 40 : 10 },
      )
    })
  })
}
