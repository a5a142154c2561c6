import { describe, expect, it } from 'vitest'
import { latestExpiry, type KeyTerms } from '../../../core/credits/keys.ts'
import { outcome, type Fixture } from './fixture.ts'

const unbounded: KeyTerms = {
  label: null,
  expiresAt: null,
  endpoints: null,
  surfaces: null,
  perMinute: null,
  creditsPerDay: null,
  creditsPerMonth: null,
}

/** What a key may do: kept, told at once to who asks, and changed without touching its credits. */
export const termConformance = (fixture: () => Promise<Fixture>): void => {
  describe('terms of keys', () => {
    it('are none unless they are set, and kept as they were set', async () => {
      const {
        billing: { keys },
        start,
      } = await fixture()
      const terms = {
        label: 'Acme',
        expiresAt: Date.UTC(2030, 0, 1),
        endpoints: ['entity', 'location'],
        surfaces: ['rest'],
        perMinute: 30,
        creditsPerDay: 100,
        creditsPerMonth: 1_000,
      }
      const free = await keys.create({ credits: 5 })
      const bound = await keys.create({ credits: 5, ...terms })
      expect(await keys.get(free.id)).toMatchObject({ ...unbounded, balance: 5, spentToday: 0, spentThisMonth: 0 })
      expect(await keys.get(bound.id)).toMatchObject({ ...terms, id: bound.id, balance: 5, held: 0, revokedAt: null })
      expect(keys.verify(free.key)).toEqual({ id: free.id, endpoints: null, surfaces: null, perMinute: null })
      const { endpoints, surfaces, perMinute } = terms
      expect((await start()).keys.verify(bound.key)).toEqual({ id: bound.id, endpoints, surfaces, perMinute })
    })

    it('say of a key that was handed out for nothing that it is unpaid, until credits are granted for it', async () => {
      const { billing, start } = await fixture()
      const { keys, ledger } = billing
      const made = () => keys.create({ credits: 20, label: 'self-service', unpaid: true })
      const isUnpaid = (key: string, of = keys) => of.verify(key)!.unpaid === true
      const [granted, corrected, free] = [await made(), await made(), await made()]
      const [bought, empty] = [await keys.create({ credits: 20 }), await keys.create({ credits: 0, unpaid: true })]
      expect([granted, corrected, free, bought, empty].map(({ key }) => isUnpaid(key))).toEqual([
        true,
        true,
        true,
        false,
        true,
      ])
      await ledger.charge(free.id, 'r1', 5, { endpoint: 'entity', depth: 'full' })
      await ledger.refund('r1')
      await ledger.adjust(free.id, -3)
      await keys.change(free.id, { perMinute: 30 })
      await ledger.grant(granted.id, 5, 'order 1')
      await ledger.adjust(corrected.id, 1)
      await ledger.grant(empty.id, 5)
      await expect.poll(() => [granted, corrected, empty].some(({ key }) => isUnpaid(key))).toBe(false)
      expect(isUnpaid(free.key)).toBe(true)
      await billing.close()
      const later = (await start()).keys
      expect([granted, corrected, free, empty].map(({ key }) => isUnpaid(key, later))).toEqual([
        false,
        false,
        true,
        false,
      ])
    })

    it('change at once, those that are given, and null takes a bound away', async () => {
      const { billing, pass } = await fixture()
      const { keys } = billing
      const { id, key } = await keys.create({ credits: 5, label: 'a', endpoints: ['entity'], perMinute: 30 })
      keys.verify(key)
      expect(await keys.change(id, { endpoints: null, surfaces: ['mcp'], creditsPerDay: 7 })).toMatchObject({
        ...unbounded,
        label: 'a',
        surfaces: ['mcp'],
        perMinute: 30,
        creditsPerDay: 7,
        balance: 5,
      })
      expect(keys.verify(key)).toEqual({ id, endpoints: null, surfaces: ['mcp'], perMinute: 30 })
      await keys.change(id, { expiresAt: Date.UTC(2026, 0, 1) + 1_000 })
      expect([keys.verify(key)?.id, keys.hasExpired(key)]).toEqual([id, false])
      pass(1_000)
      expect([keys.verify(key), keys.hasExpired(key)]).toEqual([null, true])
      await keys.change(id, { expiresAt: null })
      expect([keys.verify(key)?.id, keys.hasExpired(key)]).toEqual([id, false])
    })

    it('say of an expired key alone that it expired', async () => {
      const {
        billing: { keys },
        pass,
      } = await fixture()
      const expiresAt = Date.UTC(2026, 0, 1) + 1_000
      const [revoked, rotated] = [
        await keys.create({ credits: 0, expiresAt }),
        await keys.create({ credits: 0, expiresAt }),
      ]
      await keys.revoke(revoked.id)
      const { key } = await keys.rotate(rotated.id)
      pass(1_000)
      expect([revoked.key, rotated.key, key, 'domesday_live_nonsense'].map((one) => keys.hasExpired(one))).toEqual([
        false,
        false,
        true,
        false,
      ])
    })

    it('that mean nothing are refused, and change nothing', async () => {
      const {
        billing: { keys },
      } = await fixture()
      const { id } = await keys.create({ credits: 0, label: 'a' })
      const wrong: Partial<KeyTerms>[] = [
        { label: 'x'.repeat(201) },
        { expiresAt: Date.UTC(2026, 0, 1) },
        { expiresAt: 0.5 },
        { expiresAt: latestExpiry + 1 },
        { endpoints: [] },
        { surfaces: [] },
        { perMinute: 0 },
        { perMinute: 1.5 },
        { creditsPerDay: -1 },
        { creditsPerMonth: 1_000_000_001 },
      ]
      for (const terms of wrong) {
        expect({ terms, code: await outcome(keys.create({ credits: 1, ...terms })) }).toEqual({
          terms,
          code: 'invalid_key_terms',
        })
        expect(await outcome(keys.change(id, { ...terms, surfaces: terms.surfaces ?? ['mcp'] }))).toBe(
          'invalid_key_terms',
        )
      }
      for (const graceMs of [-1, 0.5, latestExpiry])
        expect(await outcome(keys.rotate(id, { graceMs }))).toBe('invalid_key_terms')
      expect(await keys.list()).toMatchObject([{ ...unbounded, id, label: 'a' }])
      expect(await outcome(keys.change('nobody', { label: 'b' }))).toBe('unknown_key')
      expect(await outcome(keys.get('nobody'))).toBe('unknown_key')
      await keys.revoke(id)
      expect(await outcome(keys.change(id, { label: 'b' }))).toBe('revoked_key')
    })

    it('are listed by pages that hold each key once, whatever changes between them', async () => {
      const {
        billing: { keys },
        pass,
      } = await fixture()
      const ids: string[] = []
      for (let i = 0; i < 7; i++) {
        // Two keys of each moment.
        if (i % 2 === 0) pass(1)
        ids.push((await keys.create({ credits: i })).id)
      }
      const seen: string[] = []
      for (let after: string | undefined; ; after = seen.at(-1)) {
        const page = await keys.list({ after, limit: 3 })
        seen.push(...page.map(({ id }) => id))
        await keys.change(ids[0]!, { label: `seen ${seen.length}` })
        if (page.length < 3) break
      }
      expect(seen.toSorted()).toEqual(ids.toSorted())
      expect((await keys.list()).map(({ id }) => id)).toEqual(seen)
    })

    it('take no more credits once the key is revoked or expired', async () => {
      const { billing, pass } = await fixture()
      const { keys, ledger } = billing
      const [revoked, expired] = [
        await keys.create({ credits: 1 }),
        await keys.create({ credits: 1, expiresAt: Date.UTC(2026, 0, 1) + 1_000 }),
      ]
      expect(await ledger.grant(revoked.id, 10, 'invoice-1')).toBe(11)
      await keys.revoke(revoked.id)
      pass(1_000)
      expect(await outcome(ledger.grant(revoked.id, 10))).toBe('revoked_key')
      expect(await outcome(ledger.grant(expired.id, 10, 'invoice-2'))).toBe('expired_key')
      // What was granted before is answered as it was.
      expect(await ledger.grant(revoked.id, 10, 'invoice-1')).toBe(11)
      expect(await ledger.remaining(expired.id)).toBe(1)
    })

    it('grant once for each reference with which a key is made', async () => {
      const {
        billing: { keys },
      } = await fixture()
      await keys.create({ credits: 10, reference: 'order-1' })
      expect(await outcome(keys.create({ credits: 10, reference: 'order-1' }))).toBe('request_reused')
      expect(await keys.list()).toHaveLength(1)
    })
  })
}
