import { expect, it } from 'vitest'
import { faultsOf, slopeOf } from './soak.ts'

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
