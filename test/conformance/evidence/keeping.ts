import { describe, expect, it } from 'vitest'
import { open, verify, type Pack } from '../../../plugins/vocabularies/verify/index.ts'
import { ask, day, gathered, other, type Fixture } from './fixture.ts'

export const keepingConformance = (fixture: () => Promise<Fixture>): void => {
  describe('keeps', () => {
    it('a pack under a name of its own, which the answer has before it is written', async () => {
      const { evidence, now } = await fixture()
      const [a, b] = [evidence.keep(gathered()), evidence.keep(gathered())]
      expect(a).toMatch(/^ev_[0-9a-f]{64}$/)
      expect(b).toMatch(/^ev_[0-9a-f]{64}$/)
      expect(a).not.toBe(b)
      await evidence.flush()
      expect((await evidence.find(a!, null))!.row).toEqual({
        id: a,
        path: '/entity/99000025',
        endpoint: 'entity',
        depth: 'standard',
        verdict: 'known',
        score: 51,
        rating: 'HIGH_RISK',
        at: now(),
      })
    })

    it('all that a replay needs, as it was, and how long it took', async () => {
      const { evidence, kept } = await fixture()
      const asks = [
        ask('free', { name: 'Ünïcode ✓', list: [1, 2.5, -3e-7, null, true], nested: { z: 1, a: '' } }),
        ask('free', null, { outcome: { none: 'nothing' }, node: 'free.look#2' }),
        ask('free', null, { outcome: { gap: 'upstream_timeout', retry_after_s: 5 }, fetched_at: null, from: null }),
      ]
      const whole = gathered({ asks, include: ['identity'] })
      const found = (await evidence.find(await kept(whole), null))!
      expect(verify(found.pack)).toEqual({ ok: true, pack: found.pack })
      const opened = open(found.pack as Pack)
      expect(whole).toMatchObject(opened.gathering)
      expect(Object.keys(opened.gathering)).toHaveLength(9)
      expect(opened.leftOut).toEqual([])
      expect(opened.isAnswer(whole.answer)).toBe(true)
      expect(opened.isAnswer({ ...whole.answer, data: { name: 'Another' } })).toBe(false)
      expect(found.timings).toEqual([0, 1, 2].map((began) => ({ began, took: 12.5 })))
    })

    it('a pack that is asked for at once', async () => {
      const { evidence } = await fixture()
      const id = evidence.keep(gathered())!
      evidence.own(id, 'key-1')
      expect(await evidence.find(id, 'key-1')).not.toBeNull()
      expect((await evidence.list({ owner: 'key-1', limit: 1 })).rows).toHaveLength(1)
    })

    it('a pack without a score, or without asks', async () => {
      const { evidence, kept } = await fixture()
      const id = await kept(gathered({ asks: [], score: { score: null, rating: null } }))
      expect((await evidence.find(id, null))!.row).toMatchObject({ score: null, rating: null })
    })

    it('packs over a restart', async () => {
      const { kept, restart } = await fixture()
      const id = await kept(gathered(), 'key-1')
      const again = await restart()
      expect((await again.find(id, 'key-1'))!.row.id).toBe(id)
      expect((await again.list({ owner: 'key-1', limit: 10 })).rows).toHaveLength(1)
    })

    it('what is queued when it is closed', async () => {
      const { evidence, restart } = await fixture()
      const id = evidence.keep(gathered())!
      evidence.own(id, 'key-1')
      const again = await restart()
      expect(await again.find(id, 'key-1')).not.toBeNull()
    })

    it('packs of several processes, each seen by all', async () => {
      const { evidence, start, kept } = await fixture()
      const a = await kept(gathered(), 'key-1')
      const second = await start()
      const b = await kept(gathered(), 'key-1')
      for (const process of [evidence, second])
        expect((await process.list({ owner: 'key-1', limit: 10 })).rows.map(({ id }) => id)).toEqual([b, a])
    })
  })

  describe('keeps nothing', () => {
    it('while the settings say so, and what is there keeps its time', async () => {
      const { evidence, kept, set, pass } = await fixture()
      const id = await kept(gathered())
      set({ keep: '0d' })
      expect(evidence.keep(gathered())).toBeNull()
      pass(89 * day)
      expect(await evidence.find(id, null)).not.toBeNull()
    })

    it('that is larger than a pack may be, and counts it', async () => {
      const { evidence, gauge, kept } = await fixture()
      const big = { text: 'x'.repeat(256_000) }
      expect(evidence.keep(gathered({ asks: [ask('free', big)] }))).toBeNull()
      expect(await gauge('domesday_evidence_not_kept_total')).toBe(1)
      await kept(gathered({ asks: [ask('free', { text: 'x'.repeat(200_000) })] }))
    })

    it('that cannot be sealed, and counts it', async () => {
      const { evidence, gauge, warnings } = await fixture()
      expect(evidence.keep(gathered({ asks: [ask('free', { half: '\ud800' })] }))).toBeNull()
      expect(await gauge('domesday_evidence_not_kept_total')).toBe(1)
      expect(warnings).toEqual(['evidence could not be written'])
    })

    it('while the queue is full, and counts it', async () => {
      const { evidence, gauge, set } = await fixture()
      set({ queue: '100kB' })
      const ids = Array.from({ length: 100 }, (_, i) =>
        evidence.keep(other(String(i), { asks: [ask('free', { i, text: 'x'.repeat(10_000) })] })),
      )
      const named = ids.filter((id) => id !== null)
      expect(named.length).toBeGreaterThan(5)
      expect(named.length).toBeLessThan(11)
      expect(await gauge('domesday_evidence_not_kept_total')).toBe(100 - named.length)
      await evidence.flush()
      expect((await evidence.list({ owner: null, limit: 100 })).rows).toHaveLength(named.length)
      expect(evidence.keep(gathered())).not.toBeNull()
    })

    it('of an owner, only once the room beyond what packs may fill is full too', async () => {
      const { evidence, gauge, set } = await fixture()
      set({ queue: '100kB' })
      const named: string[] = []
      // What was named last before the queue was full may have been charged for by then.
      for (let i = 0; ; i++) {
        const id = evidence.keep(other(String(i), { asks: [ask('free', { i, text: 'x'.repeat(1_000) })] }))
        if (id === null) break
        named.push(id)
      }
      for (const id of named) evidence.own(id, 'key-1')
      expect(await gauge('domesday_evidence_not_kept_total')).toBe(1)
      for (let i = 0; i < 200; i++) evidence.own(named[0]!, `another-${i}`)
      const lost = (await gauge('domesday_evidence_not_kept_total')) - 1
      expect(lost).toBeGreaterThan(0)
      expect(lost).toBeLessThan(200)
      await evidence.flush()
      expect((await evidence.list({ owner: 'key-1', limit: 200 })).rows).toHaveLength(named.length)
    })
  })
}
