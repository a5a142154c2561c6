import { describe, expect, it } from 'vitest'
import { purpose, type Fixture } from './fixture.ts'

const day = 24 * 3_600_000

/** What calls asked about: named in the account for a day, and forgotten when it must be. */
export const subjectConformance = (fixture: () => Promise<Fixture>): void => {
  describe('subjects of calls', () => {
    const body = new TextEncoder().encode('{"data":{}}')
    const about = (subject: string) => ({ hash: subject, retryAt: null, subject })

    it('are named in the account for a day', async () => {
      const {
        billing: { ledger, sweep },
        key,
        pass,
      } = await fixture()
      const id = await key(40)
      await ledger.hold(id, 'r1', 12, purpose)
      await ledger.settle('r1', undefined, about('WA1 1UH'))
      await ledger.charge(id, 'r2', 5, purpose, undefined, about('99000017'))
      await ledger.charge(id, 'r3', 5, purpose)
      const subjects = async () => (await ledger.account(id)).ledger.map(({ subject }) => subject)
      expect(await subjects()).toEqual([null, '99000017', 'WA1 1UH', null])
      pass(day + 1)
      await sweep()
      expect(await subjects()).toEqual([null, null, null, null])
    })

    it.each([
      ['Café Zoë', 'CAFÉ ZOË'],
      ['Straße 1', 'STRASSE 1'],
      ['Οδός', 'ΟΔΌΣ'],
      ['ŁÓDŹ', 'Łódź'],
      ['Zoë', 'ZOE\u0308'],
    ])('%s are erased as %s', async (asked, erased) => {
      const {
        billing: { ledger },
        key,
      } = await fixture()
      const id = await key(40)
      await ledger.charge(id, 'r1', 5, purpose, undefined, about(asked))
      await ledger.charge(id, 'r2', 5, purpose, undefined, about(`${asked} and Sons`))
      expect(await ledger.erase(erased)).toBe(1)
      expect((await ledger.account(id)).ledger.map(({ subject }) => subject)).toEqual([`${asked} and Sons`, null, null])
    })

    it('are erased with the answers about them, and the ledger stays', async () => {
      const {
        billing: { ledger, idempotency },
        key,
      } = await fixture()
      const id = await key(40)
      const charge = async (requestId: string, subject: string): Promise<void> => {
        await idempotency.claim(id, requestId, subject, requestId)
        await ledger.charge(id, requestId, 5, purpose, { keyId: id, idempotencyKey: requestId, body }, about(subject))
      }
      await charge('r1', 'Perrin Vasswood')
      await charge('r2', 'WA1 1UH')
      await charge('r3', 'PERRIN VASSWOOD')
      expect(await ledger.erase('perrin vasswood')).toBe(2)
      expect(await ledger.erase('perrin vasswood')).toBe(0)
      const { balance, ledger: rows } = await ledger.account(id)
      expect(rows.map(({ requestId, subject }) => [requestId, subject])).toEqual([
        ['r3', null],
        ['r2', 'WA1 1UH'],
        ['r1', null],
        [null, null],
      ])
      expect(balance).toBe(25)
      expect(await idempotency.claim(id, 'r1', 'Perrin Vasswood', 'r4')).toEqual({ state: 'new' })
      expect(await idempotency.claim(id, 'r2', 'WA1 1UH', 'r5')).toMatchObject({ state: 'done' })
    })
  })
}
