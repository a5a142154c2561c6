import { describe, expect, it } from 'vitest'
import { entryKinds } from '@domesday/core/store'
import type { AccountPage, Ledger, LedgerEntry } from '../../../core/credits/ledger.ts'
import { outcome, type Fixture } from './fixture.ts'

const start = Date.UTC(2026, 0, 1)

/** All rows of an account that a filter takes, page by page. */
const allPages = async (ledger: Ledger, id: string, filter: AccountPage = {}): Promise<readonly LedgerEntry[]> => {
  const rows: LedgerEntry[] = []
  let cursor: string | null | undefined
  do {
    const page: AccountPage = { ...filter, ...(cursor && { cursor }) }
    const { ledger: more, next } = await ledger.account(id, page)
    expect(more.length).toBeLessThanOrEqual(filter.limit ?? 50)
    rows.push(...more)
    cursor = next
  } while (cursor !== null)
  return rows
}

/** The pages of an account. */
export const accountConformance = (fixture: () => Promise<Fixture>): void => {
  describe('pages of an account', () => {
    const entity = { endpoint: 'entity', depth: 'full', surface: 'rest' }
    const location = { endpoint: 'location', depth: 'summary', surface: 'mcp' }
    /** 120 charges, ten at a time, of which every tenth is refunded, among those of another key. */
    const busy = async () => {
      const made = await fixture()
      const { ledger } = made.billing
      const [id, other] = [await made.key(1_000), await made.key(1_000)]
      for (let i = 0; i < 120; i += 10) {
        made.pass(10_000)
        const ten = Array.from({ length: 10 }, (_, n) => i + n)
        await Promise.all(
          ten.flatMap((n) => [
            ledger.charge(id, `r${n}`, 1, n % 2 === 0 ? entity : location),
            ledger.charge(other, `other ${n}`, 1, entity),
          ]),
        )
        await ledger.refund(`r${i}`)
      }
      return { ...made, ledger, id, other }
    }

    it('hold every row once, newest first, whatever their size', async () => {
      const { ledger, id } = await busy()
      const all = await allPages(ledger, id)
      expect(all).toHaveLength(133)
      expect(all.at(-1)).toMatchObject({ kind: 'grant' })
      expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a))
      for (const limit of [1, 7, 133, 500]) expect(await allPages(ledger, id, { limit })).toEqual(all)
      const { ledger: first, next } = await ledger.account(id)
      expect([first.length, typeof next]).toEqual([50, 'string'])
    })

    it('stay where they are when rows are added', async () => {
      const { ledger, id } = await busy()
      const { next } = await ledger.account(id, { limit: 10 })
      const second = (await ledger.account(id, { limit: 10, cursor: next! })).ledger
      await Promise.all(Array.from({ length: 20 }, (_, i) => ledger.charge(id, `new ${i}`, 1, entity)))
      expect((await ledger.account(id, { limit: 10, cursor: next! })).ledger).toEqual(second)
    })

    it('are of one kind, endpoint, surface and time where that is asked', async () => {
      const { ledger, id } = await busy()
      const all = await allPages(ledger, id)
      const cases: readonly (readonly [AccountPage, (row: LedgerEntry) => boolean])[] = [
        ...entryKinds.map((wanted) => [{ kind: wanted }, ({ kind }: LedgerEntry) => kind === wanted] as const),
        [{ endpoint: 'entity', limit: 7 }, ({ endpoint }) => endpoint === 'entity'],
        [{ surface: 'mcp', kind: 'charge' }, ({ surface }) => surface === 'mcp'],
        [{ from: start + 100_000 }, ({ at }) => at >= start + 100_000],
        [{ from: start + 10_000, to: start + 20_000 }, ({ at }) => at >= start + 10_000 && at < start + 20_000],
      ]
      for (const [filter, isWanted] of cases) expect(await allPages(ledger, id, filter)).toEqual(all.filter(isWanted))
    })

    it('are of one key: a cursor of another, and what is no cursor, are refused', async () => {
      const { ledger, id, other } = await busy()
      const { next } = await ledger.account(other, { limit: 120 })
      for (const cursor of [next!, '', 'x', '-1', '9999999', 'AAAAAAAAAAAAAAAAAAAAAA'])
        expect([cursor, await outcome(ledger.account(id, { cursor }))]).toEqual([cursor, 'unknown_cursor'])
    })
  })
}
