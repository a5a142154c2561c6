import { describe, expect, it } from 'vitest'
import { Failure } from '../../../core/contract/failure.ts'
import { gathered, other, type Fixture } from './fixture.ts'

export const readingConformance = (fixture: () => Promise<Fixture>): void => {
  describe('shows a pack', () => {
    it('to those who were charged for it and to the operator, and to nobody else', async () => {
      const { evidence, kept } = await fixture()
      const id = await kept(gathered(), 'key-1', 'payment-1')
      const others = await kept(gathered(), 'key-2')
      for (const owner of ['key-1', 'payment-1', null]) expect(await evidence.find(id, owner)).not.toBeNull()
      for (const owner of ['key-2', 'key', 'key-1 ', '0', '', 'stranger']) {
        expect(await evidence.find(id, owner)).toBeNull()
        const { rows } = await evidence.list({ owner, path: '/entity/99000025', limit: 10 })
        expect(rows.map((row) => row.id)).toEqual(owner === 'key-2' ? [others] : [])
      }
    })

    it('to one who is charged later, and once however often', async () => {
      const { evidence, kept } = await fixture()
      const id = await kept(gathered(), 'key-1')
      for (const owner of ['key-2', 'key-2', 'key-1']) evidence.own(id, owner)
      await evidence.flush()
      expect((await evidence.list({ owner: 'key-2', limit: 10 })).rows.map((row) => row.id)).toEqual([id])
      expect((await evidence.list({ owner: 'key-1', limit: 10 })).rows).toHaveLength(1)
      expect((await evidence.list({ owner: null, limit: 10 })).rows).toHaveLength(1)
    })

    it('under its whole name alone', async () => {
      const { evidence, kept } = await fixture()
      const id = await kept(gathered())
      for (const wrong of ['', 'ev_', id.slice(3), id.slice(0, -1), `${id}0`, id.toUpperCase(), `ev_${'0'.repeat(64)}`])
        expect(await evidence.find(wrong, null)).toBeNull()
    })

    it('to no owner of one that is not there', async () => {
      const { evidence } = await fixture()
      evidence.own(`ev_${'0'.repeat(64)}`, 'key-1')
      await evidence.flush()
      expect(await evidence.list({ owner: 'key-1', limit: 10 })).toEqual({ rows: [], next: null })
    })
  })

  describe('lists packs', () => {
    it('newest first, page by page, each once, also where many were made at once', async () => {
      const { evidence, pass } = await fixture()
      const ids: string[] = []
      for (let i = 0; i < 57; i += 1) {
        ids.unshift(evidence.keep(i % 3 === 0 ? other('99000026') : gathered())!)
        evidence.own(ids[0]!, i % 2 === 0 ? 'key-1' : 'key-2')
        if (i > 40) pass(1)
      }
      await evidence.flush()
      for (const [query, wanted] of [
        [{ owner: null }, () => true],
        [{ owner: 'key-1' }, (i: number) => i % 2 === 0],
        [{ owner: 'key-2', path: '/entity/99000026' }, (i: number) => i % 2 === 1 && i % 3 === 0],
        [{ owner: null, lookup: 'look-up of 99000026' }, (i: number) => i % 3 === 0],
        [{ owner: null, path: '/entity/99000026', lookup: 'look-up of 99000025' }, () => false],
      ] as const) {
        const rows: string[] = []
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await evidence.list({ ...query, limit: 5, ...(cursor !== undefined && { cursor }) })
          expect(page.rows.length).toBeLessThanOrEqual(5)
          rows.push(...page.rows.map(({ id }) => id))
          cursor = page.next
        }
        expect(rows).toEqual(ids.filter((_, i) => wanted(56 - i)))
      }
    })

    it('of a time: from its beginning to before its end', async () => {
      const { evidence, kept, pass, now } = await fixture()
      const ids: string[] = []
      for (let i = 0; i < 4; i += 1) {
        ids.push(await kept(gathered(), 'key-1'))
        pass(1000)
      }
      const start = now() - 4000
      const listed = async (span: object) =>
        (await evidence.list({ owner: 'key-1', limit: 10, ...span })).rows.map(({ id }) => ids.indexOf(id))
      expect(await listed({ before: start + 2000 })).toEqual([1, 0])
      expect(await listed({ since: start + 2000 })).toEqual([3, 2])
      expect(await listed({ since: start + 1000, before: start + 3000 })).toEqual([2, 1])
      expect(await listed({ before: start })).toEqual([])
    })

    it('refuses a cursor that it never gave', async () => {
      const { evidence, kept } = await fixture()
      await kept(gathered())
      for (const cursor of ['', 'x', '0', 'AAAA', '../..', 'ev_1'])
        await expect(evidence.list({ owner: null, limit: 1, cursor })).rejects.toBeInstanceOf(Failure)
    })

    it('never more than a thousand at once', async () => {
      const { evidence, pass } = await fixture()
      for (let i = 0; i < 1_010; i += 1) {
        evidence.keep(gathered({ asks: [] }))
        pass(1)
      }
      await evidence.flush()
      const { rows, next } = await evidence.list({ owner: null, limit: 1e9 })
      expect(rows).toHaveLength(1_000)
      expect(next).not.toBeNull()
    })
  })
}
