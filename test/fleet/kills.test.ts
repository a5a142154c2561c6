/** A node is killed in a burst of charged calls at two: the other gives back what it left, and the books are exact. */
import { afterAll, describe, expect, it } from 'vitest'
import { audited, booksOf, call } from './callers.ts'
import { openFleet } from './fleet.ts'
import { unlimited } from './settings.ts'

const kills = Number(process.env['KILLS'] ?? 1)
const fleet = await openFleet({ endpoints: ['location'], service: unlimited })
afterAll(() => fleet?.close())

describe.skipIf(fleet === null)('two nodes', () => {
  it(
    `of which one is killed ${kills} times leave no charge without its answer, and the other answers every call`,
    async () => {
      const keys = [await fleet!.key(10_000_000)]
      const answered = new Map<string, number>()
      let lost = 0
      for (let round = 0; round < kills; round++) {
        if (fleet!.nodes[0]!.isEnded()) await fleet!.restart(0)
        const [killed, other] = fleet!.nodes.map(({ origin }) =>
          call({ count: 12, origin: () => origin, keys, pause: 0 }),
        )
        await Promise.all([killed!.more(100), other!.more(100)])
        await fleet!.nodes[0]!.stop('SIGKILL')
        await killed!.stop()
        await other!.more(100)
        await other!.stop()
        expect(other!.failed).toEqual([])
        lost += killed!.failed.length
        for (const callers of [killed!, other!]) callers.answered.forEach((credits, id) => answered.set(id, credits))
      }
      expect(lost).toBeGreaterThan(0)
      // Its heartbeat is missed after five seconds.
      await expect
        .poll(async () => (await booksOf(fleet!, answered)).chargedWithoutAnswer, { timeout: 20_000, interval: 500 })
        .toBe(0)
      const books = await booksOf(fleet!, answered)
      expect(books).toMatchObject({ answeredWithoutCharge: 0, wrongAmount: 0, chargedTwice: 0 })
      await expect
        .poll(async () => await audited(fleet!), { timeout: 20_000, interval: 500 })
        .toMatchObject({ open_holds: 0, faults: [] })
      console.log(JSON.stringify({ kills, answered: answered.size, refunded: books.refunded }))
    },
    60_000 + kills * 20_000,
  )
})
