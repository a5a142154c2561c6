import { expect, it } from 'vitest'
import { planOf } from './plan.ts'

it('never shares out more calls than there are, whatever the size of the board', () => {
  for (let calls = 6; calls <= 50; calls++)
    for (let directors = 0; directors <= 60; directors++) {
      const plan = planOf(calls, directors)
      const all = Object.values(plan)
      expect(
        all.reduce((sum, part) => sum + part, 0),
        `${calls} calls, ${directors} directors`,
      ).toBeLessThanOrEqual(calls)
      expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
    }
})

it('looks up all of a small board, and most of a large one', () => {
  expect([1, 2, 3, 5, 8, 14].map((directors) => planOf(12, directors).directors)).toEqual([1, 2, 3, 5, 8, 8])
  expect(planOf(12, 1)).toEqual({ directors: 1, records: 1, bodies: 2, casesOfBodies: 1, entries: 1, failures: 6 })
})
