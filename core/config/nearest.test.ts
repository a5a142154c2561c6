import { describe, expect, it } from 'vitest'
import { nearest, suggestion } from './nearest.ts'

describe('nearest', () => {
  it.each([
    ['wieghts', ['curves', 'weights', 'bands'], 'weights'],
    ['ful', ['summary', 'standard', 'full'], 'full'],
    ['minimum-weight', ['weights', 'minimum_weight'], 'minimum_weight'],
    ['EXCELLENT', ['Excellent', 'Good'], 'Excellent'],
    ['flodo', ['food', 'flood'], 'flood'],
    ['xyz', ['weights', 'bands'], null],
    ['cat', ['dog'], null],
    ['weights', [], null],
  ])('%s among %j is %s', (word, legal, expected) => {
    expect(nearest(word, legal)).toBe(expected)
  })

  it('lists the legal words where none is near and they are few', () => {
    expect(suggestion('xyz', ['weights', 'bands'])).toBe('; legal: weights, bands')
    expect(
      suggestion(
        'xyz',
        Array.from({ length: 13 }, (_, i) => `weights_${i}`),
      ),
    ).toBe('')
  })
})
