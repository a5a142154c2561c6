import { describe, expect, it } from 'vitest'
import { purpose, type Fixture } from './fixture.ts'

/** Charges whose answers did not reach their callers. */
export const deliveryConformance = (fixture: () => Promise<Fixture>): void => {
  describe('answers that are lost', () => {
    const body = new TextEncoder().encode('{"data":{}}')

    it('are refunded, and what was stored for them is void', async () => {
      const { billing, key } = await fixture()
      const { ledger, idempotency, delivery } = billing
      const id = await key(20)
      await idempotency.claim(id, 'k', 'fingerprint', 'r1')
      delivery.expect('r1')
      await ledger.charge(
        id,
        'r1',
        12,
        purpose,
        { keyId: id, idempotencyKey: 'k', body },
        { hash: 'look-up', retryAt: 0 },
      )
      expect(await delivery.lost('r1')).toBe('refunded')
      expect(await ledger.remaining(id)).toBe(20)
      expect(await idempotency.claim(id, 'k', 'fingerprint', 'r2')).toEqual({ state: 'new' })
      expect(await ledger.hold(id, 'r3', 12, purpose, { hash: 'look-up', hasAnswer: true })).toEqual({
        ok: true,
        remaining: 8,
      })
      expect((await billing.ledger.audit()).faults).toEqual([])
    })

    it('void what was stored for their free repeats too', async () => {
      const { billing, key } = await fixture()
      const { ledger, idempotency } = billing
      const id = await key(20)
      const stored = (idempotencyKey: string) => ({ keyId: id, idempotencyKey, body })
      const failed = { hash: 'look-up', retryAt: 0 }
      for (const [name, requestId] of Object.entries({ a: 'q1', b: 'q2', c: 'q3', d: 'q4' }))
        await idempotency.claim(id, name, 'fingerprint', requestId)
      await ledger.charge(id, 'q1', 5, purpose, stored('a'), failed)
      await ledger.hold(id, 'q2', 5, purpose, { hash: 'look-up', hasAnswer: false })
      await ledger.repeat(id, 'q2', 'q1', failed, stored('b'))
      // From the cache.
      expect(await ledger.charge(id, 'q3', 5, purpose, stored('c'), failed)).toMatchObject({ repeats: 'q1' })
      await ledger.charge(id, 'q4', 5, purpose, stored('d'))
      expect(await ledger.refund('q1')).toBe(15)
      const states = await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (name) => (await idempotency.claim(id, name, 'fingerprint', 'later')).state),
      )
      expect(states).toEqual(['new', 'new', 'new', 'done'])
    })

    it('are none where nothing was charged', async () => {
      const {
        billing: { ledger, delivery },
        key,
      } = await fixture()
      const id = await key(20)
      delivery.expect('r1')
      await ledger.hold(id, 'r1', 12, purpose)
      await ledger.release('r1')
      expect(await delivery.lost('r1')).toBe('none')
      expect(await ledger.remaining(id)).toBe(20)
    })

    it('are refunded when their process dies, and those that were handed over are not', async () => {
      const { billing, key, crash } = await fixture()
      const { ledger, delivery } = billing
      const id = await key(100)
      for (const requestId of ['r1', 'r2', 'r3']) delivery.expect(requestId)
      await ledger.charge(id, 'r1', 10, purpose)
      await ledger.hold(id, 'r2', 10, purpose)
      await ledger.settle('r2')
      delivery.handedOver('r1')
      await ledger.charge(id, 'r3', 10, purpose)
      // Nobody waits for this one: the operator's own call.
      await ledger.charge(id, 'r4', 10, purpose)
      const next = await crash()
      const { balance, ledger: rows } = await next.ledger.account(id)
      expect(balance).toBe(80)
      expect(rows.filter(({ kind }) => kind === 'refund').map(({ requestId }) => requestId)).toEqual(['r3', 'r2'])
      expect((await next.ledger.audit()).faults).toEqual([])
      const heard: string[] = []
      next.delivery.recovered?.((loss) => heard.push(loss))
      expect(heard).toEqual(['refunded', 'refunded'])
      // It was slow, not dead: what it says now changes nothing.
      delivery.handedOver('r2')
      await billing.sweep()
      await next.sweep()
      expect(await next.ledger.remaining(id)).toBe(80)
      expect(heard).toHaveLength(2)
    })

    it('are refunded after a close that came before they were handed over', async () => {
      const { billing, key, start } = await fixture()
      const id = await key(100)
      billing.delivery.expect('r1')
      billing.delivery.expect('r2')
      await billing.ledger.charge(id, 'r1', 10, purpose)
      await billing.ledger.charge(id, 'r2', 10, purpose)
      billing.delivery.handedOver('r1')
      await billing.close()
      expect(await (await start()).ledger.remaining(id)).toBe(90)
    })

    it('are listed where all the keys of one principal lose many, and not those of another', async () => {
      const { billing, pass } = await fixture()
      const { keys, ledger, delivery } = billing
      let requests = 0
      const lose = async (principal?: string): Promise<string> => {
        const { id } = await keys.create({ credits: 20, unpaid: true })
        const requestId = `r${(requests += 1)}`
        delivery.expect(requestId)
        await ledger.charge(id, requestId, 10, purpose)
        return delivery.lost(requestId, principal)
      }
      // Nothing was charged for the first: it takes none of the refunds.
      expect(await delivery.lost('r0', '192.0.2.1')).toBe('none')
      const all = await Promise.all(Array.from({ length: 8 }, () => lose('192.0.2.1')))
      expect(all.toSorted()).toEqual([...Array(3).fill('listed'), ...Array(5).fill('refunded')])
      expect([await lose('192.0.2.2'), await lose()]).toEqual(['refunded', 'refunded'])
      pass(24 * 3_600_000)
      expect(await lose('192.0.2.1')).toBe('refunded')
      expect((await ledger.audit()).faults).toEqual([])
    })

    it('are listed for the operator where a key loses many, who may refund them', async () => {
      const { billing, key, pass } = await fixture()
      const { ledger, delivery } = billing
      const id = await key(1000)
      const lose = async (requestId: string): Promise<string> => {
        delivery.expect(requestId)
        await ledger.charge(id, requestId, 10, purpose)
        return delivery.lost(requestId)
      }
      for (let call = 0; call < 5; call++) expect(await lose(`a${call}`)).toBe('refunded')
      expect(await lose('b')).toBe('listed')
      expect(await delivery.lost('b')).toBe('listed')
      pass(61_000)
      // Within the minute again, but more than two in a hundred of its calls.
      expect(await lose('c')).toBe('listed')
      expect((await delivery.listed()).map(({ requestId, amount }) => [requestId, amount])).toEqual([
        ['b', 10],
        ['c', 10],
      ])
      expect(await ledger.refund('b')).toBe(990)
      expect((await delivery.listed()).map(({ requestId }) => requestId)).toEqual(['c'])
      expect((await ledger.audit()).faults).toEqual([])
    })
  })
}
