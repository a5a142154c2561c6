import { describe, expect, it } from 'vitest'
import { subjectHash } from '@domesday/store-parts/subject-hash'
import type { Actor } from '../../../core/credits/acts.ts'
import { outcome, purpose, type Fixture } from './fixture.ts'

const by: Actor = { who: 'ada', surface: 'cli' }

/** The audit trail: one row for each change that an operator makes, and none for what changes nothing. */
export const actConformance = (fixture: () => Promise<Fixture>): void => {
  describe('acts', () => {
    it('say who changed what, newest first', async () => {
      const { billing, pass } = await fixture()
      const { keys, ledger, acts } = billing
      const { id } = await keys.create({ credits: 50, label: 'Acme', reference: 'order-1' }, by)
      pass(1_000)
      await keys.change(id, { label: 'Acme Ltd', perMinute: 30 }, { who: 'bob', surface: 'api' })
      await ledger.grant(id, 10, 'invoice-1', by)
      await ledger.charge(id, 'r1', 5, purpose)
      await ledger.refund('r1', by)
      await ledger.adjust(id, -3, 'typing error', by)
      await keys.rotate(id, { graceMs: 60_000 }, by)
      await ledger.erase('Perrin Vasswood', by)
      await keys.revoke(id, by)
      const at = Date.UTC(2026, 0, 1) + 1_000
      const rows = await acts.list()
      expect(rows.map(({ seq: _, ...row }) => row)).toEqual([
        { at, ...by, act: 'keys revoke', target: id, keyId: id, details: {} },
        { at, ...by, act: 'ledger erase', target: subjectHash('perrin vasswood'), keyId: null, details: { calls: 0 } },
        { at, ...by, act: 'keys rotate', target: id, keyId: id, details: { graceMs: 60_000 } },
        {
          at,
          ...by,
          act: 'ledger adjust',
          target: id,
          keyId: id,
          details: { credits: -3, reference: 'typing error', remaining: 57 },
        },
        { at, ...by, act: 'ledger refund', target: 'r1', keyId: id, details: { credits: 5, remaining: 60 } },
        {
          at,
          ...by,
          act: 'keys top-up',
          target: id,
          keyId: id,
          details: { credits: 10, reference: 'invoice-1', remaining: 60 },
        },
        {
          at,
          who: 'bob',
          surface: 'api',
          act: 'keys set',
          target: id,
          keyId: id,
          details: { before: { label: 'Acme', perMinute: null }, after: { label: 'Acme Ltd', perMinute: 30 } },
        },
        {
          at: at - 1_000,
          ...by,
          act: 'keys create',
          target: id,
          keyId: id,
          details: { credits: 50, reference: 'order-1', after: { label: 'Acme' } },
        },
      ])
      const [newest, next] = rows.map(({ seq }) => seq)
      expect(newest).toBeGreaterThan(next!)
    })

    it('are none where nothing changes, where a change is refused, and where no operator makes it', async () => {
      const {
        billing: { keys, ledger, acts },
      } = await fixture()
      const { id } = await keys.create({ credits: 50, reference: 'order-1' })
      await keys.change(id, { label: 'Acme' })
      await ledger.grant(id, 10, 'invoice-1')
      await ledger.charge(id, 'r1', 5, purpose)
      await ledger.refund('r1')
      await ledger.adjust(id, 1, 'a')
      await Promise.all(
        [
          keys.create({ credits: 50, reference: 'order-1' }, by),
          keys.change(id, { label: 'Acme', endpoints: null }, by),
          keys.change('nobody', { label: 'Acme' }, by),
          ledger.grant(id, 10, 'invoice-1', by),
          ledger.grant(id, 11, 'invoice-1', by),
          ledger.refund('r1', by),
          ledger.refund('r2', by),
          ledger.adjust(id, 1, 'a', by),
          ledger.adjust(id, -1_000, 'b', by),
        ].map(outcome),
      )
      await keys.revoke(id)
      await keys.revoke(id, by)
      await outcome(ledger.grant(id, 5, 'late', by))
      expect(await acts.list()).toEqual([])
    })

    it('may be of what is kept elsewhere, and a second one is as good as the first', async () => {
      const {
        billing: { acts },
      } = await fixture()
      const at = Date.UTC(2026, 0, 1)
      const forgotten = { act: 'evidence forget', target: subjectHash('WA11UH'), details: { answers: 0 } } as const
      const rotated = { act: 'keys rotate-signing', target: 'new', details: { retired: 'old' } } as const
      for (const act of [forgotten, forgotten, rotated]) await acts.note(by, act)
      expect((await acts.list()).map(({ seq: _, ...row }) => row)).toEqual(
        [rotated, forgotten, forgotten].map((act) => ({ at, ...by, keyId: null, ...act })),
      )
    })

    it('are listed by pages, of a time and of a key', async () => {
      const {
        billing: { keys, acts },
        pass,
      } = await fixture()
      const begin = Date.UTC(2026, 0, 1)
      const ids: string[] = []
      for (let i = 0; i < 5; i++) {
        ids.push((await keys.create({ credits: i }, by)).id)
        pass(1_000)
      }
      await keys.revoke(ids[1]!, by)
      const targets = async (...wanted: Parameters<typeof acts.list>) =>
        (await acts.list(...wanted)).map(({ target }) => ids.indexOf(target))
      expect(await targets()).toEqual([1, 4, 3, 2, 1, 0])
      expect(await targets({ limit: 2 })).toEqual([1, 4])
      const [, last] = await acts.list({ limit: 2 })
      expect(await targets({ limit: 2, before: last!.seq })).toEqual([3, 2])
      expect(await targets({ since: begin + 1_000, until: begin + 3_000 })).toEqual([2, 1])
      expect(await targets({ keyId: ids[1]! })).toEqual([1, 1])
      expect(await targets({ keyId: ids[1]!, until: begin + 2_000 })).toEqual([1])
      expect(await targets({ keyId: 'nobody' })).toEqual([])
    })
  })
}
