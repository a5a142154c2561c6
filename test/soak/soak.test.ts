/**
 * A minute of steady load over failing sources, where `DOMESDAY_CASES=all` is set. `npm run soak -- --minutes 15` takes
 * longer and tells more.
 */
import { expect, it } from 'vitest'
import { allCases } from '../support/cases.ts'
import { faultsOf, slopeOf, soak } from './soak.ts'

it('a minute at 70 % of its capacity lets no memory run away, and keeps the books exact', async ({ skip }) => {
  skip(!allCases, 'DOMESDAY_CASES=all runs it: it takes a minute and a half')
  const seconds = 60
  const soaked = await soak({ seconds, measuring: 4, say: (line) => console.log(line) })
  expect(soaked.statuses['200']).toBeGreaterThan(1_000)
  expect(soaked.books.charges).toBeGreaterThan(500)
  // In its first minutes V8 lets the heap grow: this holds only that nothing runs away.
  expect(faultsOf(soaked, { seconds, flat: 300 })).toEqual([])
}, 240_000)

it('a leak, a wrong charge and a lost answer are told', () => {
  const sound = {
    capacity: 100,
    rate: 70,
    statuses: { 200: 10 },
    memory: [100, 100],
    growthPerHour: 0,
    books: { charges: 9, faults: 0, openHolds: 0, chargedWithoutAnswer: 0, answeredWithoutCharge: 0, wrongAmount: 0 },
    exitCode: 0,
  }
  const limits = { seconds: 900, flat: 25 }
  expect(faultsOf(sound, limits)).toEqual([])
  expect(faultsOf({ ...sound, growthPerHour: 300 }, limits)).toEqual([expect.stringMatching(/^memory grew by 38 MB/)])
  expect(faultsOf({ ...sound, books: { ...sound.books, wrongAmount: 1 } }, limits)).toEqual(['wrongAmount: 1'])
  expect(faultsOf({ ...sound, statuses: { 500: 2 } }, limits)).toEqual(['2 × 500'])
  expect(
    slopeOf([
      [0, 1],
      [1, 3],
      [2, 5],
    ]),
  ).toBe(2)
})
