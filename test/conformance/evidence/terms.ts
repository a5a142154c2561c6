import { describe, expect, it } from 'vitest'
import { verify } from '../../../plugins/vocabularies/verify/index.ts'
import { ask, day, gathered, other, type Fixture } from './fixture.ts'

/** What is left of a pack is as sound as the whole. */
const textOf = async ({ evidence }: Fixture, id: string): Promise<string> => {
  const { pack } = (await evidence.find(id, null))!
  expect(verify(pack)).toMatchObject({ ok: true, pack: { id } })
  return JSON.stringify(pack)
}

export const termsConformance = (fixture: () => Promise<Fixture>): void => {
  describe('in time', () => {
    it('a pack goes, for all who may read it', async () => {
      const { evidence, kept, pass } = await fixture()
      const id = await kept(gathered(), 'key-1')
      pass(90 * day - 1)
      expect(await evidence.find(id, 'key-1')).not.toBeNull()
      pass(2)
      for (const owner of ['key-1', null]) {
        expect(await evidence.find(id, owner)).toBeNull()
        expect((await evidence.list({ owner, limit: 10 })).rows).toEqual([])
      }
    })

    it('a pack goes earlier where the operator keeps them for less', async () => {
      const { evidence, kept, pass, set } = await fixture()
      const id = await kept(gathered())
      pass(10 * day)
      set({ keep: '7d' })
      expect(await evidence.find(id, null)).toBeNull()
    })

    it('a digest goes when the terms of its source say so, and its pack names the source', async () => {
      const one = await fixture()
      const asks = [ask('weekly', { secret: 'weekly' }), ask('free', { secret: 'free' })]
      const id = await one.kept(gathered({ asks }))
      one.pass(7 * day - 1)
      expect(await textOf(one, id)).toContain('"secret":"weekly"')
      one.pass(1)
      const text = await textOf(one, id)
      expect(text).not.toContain('"secret":"weekly"')
      expect(text).toContain('"secret":"free"')
      expect(text).toContain('"not_replayable":["weekly"]')
    })

    it('what a source had none of goes as well: its candidates are its own', async () => {
      const one = await fixture()
      const outcome = { none: 'ambiguous', detail: 'several', candidates: [{ name: 'Candidate' }] } as const
      const id = await one.kept(gathered({ asks: [ask('weekly', null, { outcome })] }))
      expect(await textOf(one, id)).toContain('Candidate')
      one.pass(7 * day)
      expect(await textOf(one, id)).not.toContain('Candidate')
    })

    it('a digest that may not be kept is never there', async () => {
      const one = await fixture()
      const id = await one.kept(gathered({ asks: [ask('never', { secret: 'never' })] }))
      const text = await textOf(one, id)
      expect(text).not.toContain('"secret"')
      expect(text).toContain('"not_replayable":["never"]')
    })

    it('each pack counts from when its own digest was fetched, though their texts are equal', async () => {
      const one = await fixture()
      const earlier = await one.kept(gathered({ asks: [ask('weekly', { secret: 'equal' })] }))
      one.pass(5 * day)
      const again = ask('weekly', { secret: 'equal' }, { fetched_at: '2026-01-06T00:00:00.000Z' })
      const later = await one.kept(other('99000026', { asks: [again] }))
      one.pass(3 * day)
      expect(await textOf(one, earlier)).not.toContain('"secret"')
      expect(await textOf(one, later)).toContain('"secret"')
    })
  })
}
