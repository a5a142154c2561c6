import { describe, expect, it } from 'vitest'
import { urgencyOf } from './bulk.ts'

describe('the urgency that a Priority header names', () => {
  it.each([
    ['u=7', 7],
    ['u=6, i', 6],
    ['i,u=0', 0],
    ['i, \tu=5;note=1', 5],
    ['u=1, u=7', 7],
  ])('is read from %j: %i', (header, urgency) => {
    expect(urgencyOf(header)).toBe(urgency)
  })

  it.each([null, '', 'i', 'u=8', 'u=-1', 'u=6.5', 'u="7"', 'u=77', 'xu=7', 'U=7', 'u'])(
    'is the usual one where it is %j',
    (header) => {
      expect(urgencyOf(header)).toBe(3)
    },
  )
})
