import { describe, expect, it } from 'vitest'
import { nearestOf, type Stop } from './index.ts'

describe('the nearest stops, five in all', () => {
  const stops = (...all: readonly (readonly [type: Stop['type'], metres: number])[]) =>
    all.map(([type, distance_m]) => ({ type, distance_m }))
  it('keeps the nearest of each type, however far', () => {
    expect(
      nearestOf(
        stops(['bus', 1], ['bus', 2], ['bus', 3], ['bus', 4], ['bus', 5], ['rail', 900], ['rail', 950], ['tram', 800]),
        5,
      ),
    ).toEqual(stops(['bus', 1], ['bus', 2], ['bus', 3], ['tram', 800], ['rail', 900]))
  })
  it('takes what there is', () => {
    expect(nearestOf(stops(['rail', 9], ['bus', 3]), 5)).toEqual(stops(['bus', 3], ['rail', 9]))
    expect(nearestOf([], 5)).toEqual([])
  })
})
