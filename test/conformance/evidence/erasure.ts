import { describe, expect, it } from 'vitest'
import { ask, gathered, other, type Fixture } from './fixture.ts'

const officer = { name: 'SMITH, Jörg Edward', officer_id: 'aBcDeFgHiJkLmNoPqRsTuVwXyZa', address: '1 High St, W1A 1AA' }
const company = { company_number: 'SC123456', company_name: 'Acme Holdings Limited', officers: [officer] }

export const erasureConformance = (fixture: () => Promise<Fixture>): void => {
  describe('forgets', () => {
    it.each([
      ['a number of a company in a digest', 'SC123456'],
      ['the same as a caller may write it', 'sc 123456'],
      ['an officer', 'aBcDeFgHiJkLmNoPqRsTuVwXyZa'],
      ['a postcode within an address', 'w1a1aa'],
      ['a name in any order, casing and spelling of letters', 'Jorg Edward Smith'],
      ['a name of a company', 'ACME HOLDINGS LTD.'],
      ['the path of another look-up of it', '/director/aBcDeFgHiJkLmNoPqRsTuVwXyZa'],
      ['a path with a name', '/entity/Acme%20Holdings%20Limited?depth=full'],
    ])('%s', async (_, subject) => {
      const { evidence, kept } = await fixture()
      const ids = [
        await kept(gathered({ asks: [ask('free', company)] }), 'key-1'),
        await kept(other('99000026', { asks: [ask('free', company), ask('free', { own: 1 })] }), 'key-2'),
      ]
      const untouched = await kept(other('99000027', { asks: [ask('free', { name: 'Somebody Else' })] }), 'key-1')
      const found = await evidence.about(subject)
      expect(found.endpoints).toEqual({ entity: 2 })
      expect(found.newest.map(({ id }) => id)).toEqual(ids.toReversed())
      expect(await evidence.forget(subject)).toBe(2)
      for (const id of ids) expect(await evidence.find(id, null)).toBeNull()
      expect((await evidence.list({ owner: null, limit: 10 })).rows.map(({ id }) => id)).toEqual([untouched])
      expect(await evidence.about(subject)).toEqual({ endpoints: {}, newest: [] })
      expect(await evidence.forget(subject)).toBe(0)
    })

    it('what was asked, though no digest has it', async () => {
      const { evidence, kept } = await fixture()
      await kept(other('AB12CDE', { asks: [] }))
      await kept(gathered({ asks: [ask('free', 1, { question: { registration: 'AB12CDE' } })] }))
      expect(await evidence.forget('ab12 cde')).toBe(2)
    })

    it('all packs of a path, and no longer path that begins like it', async () => {
      const { evidence, kept } = await fixture()
      const about = (path: string) => gathered({ asked: { query: 'solar' }, path, lookup: path, asks: [] })
      await kept(about('/tenders'))
      const longer = await kept(about('/tenders/open'))
      expect(await evidence.forget('/tenders')).toBe(1)
      expect(await evidence.find(longer, null)).not.toBeNull()
    })

    it('what is still in the queue', async () => {
      const { evidence } = await fixture()
      const id = evidence.keep(gathered())!
      expect(await evidence.forget('99000025')).toBe(1)
      expect(await evidence.find(id, null)).toBeNull()
    })

    it('several hundred packs, while others are kept and read', async () => {
      const { evidence, gauge } = await fixture()
      for (let i = 0; i < 400; i += 1) evidence.keep(gathered({ asks: [ask('free', { i })] }))
      await evidence.flush()
      const forgetting = evidence.forget('99000025')
      const id = evidence.keep(other('99000026'))!
      await evidence.flush()
      expect(await evidence.find(id, null)).not.toBeNull()
      expect(await forgetting).toBe(400)
      expect(await gauge('domesday_evidence_packs')).toBe(1)
    })

    it('no name that only shares a word, and nothing for a subject of no words', async () => {
      const { evidence, kept } = await fixture()
      await kept(gathered({ asks: [ask('free', company)] }))
      for (const subject of [
        'Smith',
        'Acme',
        'Jörg Edward Smith Junior',
        '',
        ' ',
        '-',
        '/',
        '/entity',
        '/entity/',
        '{}',
      ])
        expect(await evidence.about(subject)).toEqual({ endpoints: {}, newest: [] })
    })

    it('no settings, which all packs have', async () => {
      const { evidence, kept } = await fixture()
      await kept(gathered({ settings: { name: 'Acme Holdings Limited' }, asks: [] }))
      expect(await evidence.about('Acme Holdings Limited')).toEqual({ endpoints: {}, newest: [] })
    })
  })
}
