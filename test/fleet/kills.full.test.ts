/** A node is killed in a burst of charged calls at two: the other gives back what it left, and the books are exact. */
import { afterAll, describe, expect, it } from 'vitest'
import { sound } from './callers.ts'
import { openFleet } from './fleet.ts'
import { kill } from './kills.ts'
import { unlimited } from './settings.ts'

const kills = Number(process.env['KILLS'] ?? 1)
const fleet = await openFleet({ endpoints: ['location'], service: unlimited })
afterAll(() => fleet?.close())

describe.skipIf(fleet === null)('two nodes', () => {
  it(
    `of which one is killed ${kills} times leave no charge without its answer, and the other answers every call`,
    async () => {
      const outcome = await kill(fleet!, kills)
      console.log(JSON.stringify({ kills, ...outcome }))
      expect(outcome).toMatchObject(sound)
      expect(outcome.failed).toBeGreaterThan(0)
    },
    60_000 + kills * 600_000,
  )
})
