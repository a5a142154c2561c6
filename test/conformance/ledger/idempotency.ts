import { describe, expect, it } from 'vitest'
import { purpose, type Fixture } from './fixture.ts'

const day = 24 * 3_600_000

/** Claims on idempotency keys, and the answers kept with a charge. */
export const idempotencyConformance = (fixture: () => Promise<Fixture>): void => {
  describe('idempotency keys', () => {
    const body = new TextEncoder().encode('{"data":{}}')

    it('keeps the answer of a settled call and gives it again byte for byte', async () => {
      const {
        billing: { ledger, idempotency },
        key,
      } = await fixture()
      const id = await key(20)
      const keep = { keyId: id, idempotencyKey: 'k', body, headers: { 'content-type': 'application/json' } }
      expect(await idempotency.claim(id, 'k', 'fingerprint', 'r1')).toEqual({ state: 'new' })
      expect(await idempotency.claim(id, 'k', 'fingerprint', 'r2')).toEqual({ state: 'running' })
      await ledger.hold(id, 'r1', 12, purpose)
      expect(await ledger.settle('r1', keep)).toEqual({ ok: true, remaining: 8 })
      expect(await ledger.settle('r1', keep)).toEqual({ ok: true, remaining: 8 })
      const again = await idempotency.claim(id, 'k', 'fingerprint', 'r3')
      expect(again).toMatchObject({ state: 'done', requestId: 'r1', headers: { 'content-type': 'application/json' } })
      expect(again.state === 'done' && Buffer.compare(again.body, body)).toBe(0)
    })

    it('keeps the answer of a charge, of a free one too', async () => {
      const {
        billing: { ledger, idempotency },
        key,
      } = await fixture()
      const id = await key(20)
      for (const [idempotencyKey, amount] of [
        ['k', 12],
        ['free', 0],
      ] as const) {
        await idempotency.claim(id, idempotencyKey, 'fingerprint', idempotencyKey)
        expect(await ledger.charge(id, idempotencyKey, amount, purpose, { keyId: id, idempotencyKey, body })).toEqual({
          ok: true,
          remaining: 8,
        })
        expect(await idempotency.claim(id, idempotencyKey, 'fingerprint', 'r9')).toMatchObject({
          state: 'done',
          headers: {},
        })
      }
    })

    it('keeps nothing where the charge fails', async () => {
      const {
        billing: { ledger, idempotency },
        key,
      } = await fixture()
      const id = await key(3)
      await idempotency.claim(id, 'k', 'fingerprint', 'r1')
      expect(await ledger.charge(id, 'r1', 12, purpose, { keyId: id, idempotencyKey: 'k', body })).toMatchObject({
        ok: false,
        reason: 'insufficient',
      })
      expect(await idempotency.claim(id, 'k', 'fingerprint', 'r2')).toEqual({ state: 'running' })
    })

    it('refuses another request under the same key, running or done, but not under that of another caller', async () => {
      const {
        billing: { ledger, idempotency },
        key,
      } = await fixture()
      const [id, other] = [await key(20), await key(20)]
      await idempotency.claim(id, 'k', 'fingerprint', 'r1')
      expect(await idempotency.claim(id, 'k', 'another', 'r2')).toEqual({ state: 'mismatch' })
      await ledger.charge(id, 'r1', 12, purpose, { keyId: id, idempotencyKey: 'k', body })
      expect(await idempotency.claim(id, 'k', 'another', 'r3')).toEqual({ state: 'mismatch' })
      expect(await idempotency.claim(other, 'k', 'another', 'r4')).toEqual({ state: 'new' })
    })

    it('lets one of many parallel requests run', async () => {
      const {
        billing: { idempotency },
        key,
      } = await fixture()
      const id = await key(20)
      const claims = await Promise.all(
        Array.from({ length: 32 }, (_, i) => idempotency.claim(id, 'k', 'fingerprint', `r${i}`)),
      )
      expect(claims.filter(({ state }) => state === 'new')).toHaveLength(1)
      expect(claims.filter(({ state }) => state === 'running')).toHaveLength(31)
    })

    it('frees the key of a call that failed, for its owner only and never after an answer', async () => {
      const {
        billing: { ledger, idempotency },
        key,
      } = await fixture()
      const id = await key(20)
      await idempotency.claim(id, 'k', 'fingerprint', 'r1')
      await idempotency.abandon(id, 'k', 'r2')
      expect(await idempotency.claim(id, 'k', 'fingerprint', 'r2')).toEqual({ state: 'running' })
      await idempotency.abandon(id, 'k', 'r1')
      expect(await idempotency.claim(id, 'k', 'another', 'r3')).toEqual({ state: 'new' })
      await ledger.charge(id, 'r3', 12, purpose, { keyId: id, idempotencyKey: 'k', body })
      await idempotency.abandon(id, 'k', 'r3')
      expect(await idempotency.claim(id, 'k', 'another', 'r4')).toMatchObject({ state: 'done' })
    })

    it('keeps an answer for a day', async () => {
      const {
        billing: { ledger, idempotency, sweep },
        key,
        pass,
      } = await fixture()
      const id = await key(20)
      await idempotency.claim(id, 'k', 'fingerprint', 'r1')
      await ledger.charge(id, 'r1', 12, purpose, { keyId: id, idempotencyKey: 'k', body })
      pass(day - 1_000)
      await sweep()
      expect(await idempotency.claim(id, 'k', 'fingerprint', 'r2')).toMatchObject({ state: 'done' })
      pass(1_000)
      expect(await idempotency.claim(id, 'k', 'fingerprint', 'r3')).toEqual({ state: 'new' })
    })

    it('frees a key whose process died, and charges only the request that took it over', async () => {
      const { billing: slow, crash, key } = await fixture()
      const id = await key(100)
      const keep = { keyId: id, idempotencyKey: 'k', body }
      await slow.idempotency.claim(id, 'k', 'fingerprint', 'r1')
      await slow.ledger.hold(id, 'r1', 12, purpose)
      const next = await crash()
      expect(await next.idempotency.claim(id, 'k', 'fingerprint', 'r2')).toEqual({ state: 'new' })
      expect(await slow.ledger.settle('r1', keep)).toEqual({ ok: false, reason: 'superseded', remaining: 100 })
      expect(await slow.ledger.charge(id, 'r1', 12, purpose, keep)).toEqual({
        ok: false,
        reason: 'superseded',
        remaining: 100,
      })
      expect(await next.ledger.charge(id, 'r2', 12, purpose, keep)).toEqual({ ok: true, remaining: 88 })
      expect(await next.idempotency.claim(id, 'k', 'fingerprint', 'r3')).toMatchObject({
        state: 'done',
        requestId: 'r2',
      })
    })

    it('lets a process that was only slow finish where nobody took its key over', async () => {
      const { billing: slow, crash, key } = await fixture()
      const id = await key(100)
      await slow.idempotency.claim(id, 'k', 'fingerprint', 'r1')
      await slow.ledger.hold(id, 'r1', 12, purpose)
      const next = await crash()
      expect(await slow.ledger.settle('r1', { keyId: id, idempotencyKey: 'k', body })).toEqual({
        ok: true,
        remaining: 88,
      })
      expect(await next.idempotency.claim(id, 'k', 'fingerprint', 'r2')).toMatchObject({
        state: 'done',
        requestId: 'r1',
      })
    })

    it('frees the keys of calls that an orderly end cut off', async () => {
      const { billing, start, key } = await fixture()
      const id = await key(100)
      await billing.idempotency.claim(id, 'k', 'fingerprint', 'r1')
      await billing.close()
      const next = await start()
      expect(await next.idempotency.claim(id, 'k', 'fingerprint', 'r2')).toEqual({ state: 'new' })
    })

    it('frees a key that was claimed before any call still running, though its process lives', async () => {
      const {
        billing: { idempotency, sweep },
        pass,
        key,
      } = await fixture()
      const id = await key(100)
      await idempotency.claim(id, 'k', 'fingerprint', 'r1')
      pass(59_000)
      await sweep()
      expect(await idempotency.claim(id, 'k', 'fingerprint', 'r2')).toEqual({ state: 'running' })
      pass(1_000)
      await sweep()
      expect(await idempotency.claim(id, 'k', 'fingerprint', 'r3')).toEqual({ state: 'new' })
    })
  })
}
