import { describe, expect, it } from 'vitest'
import { queryOf } from './raw.ts'

describe('a query', () => {
  it('has a list where a name comes more than once', () => {
    expect(queryOf('/x?a=1&b=2&a=3&a&c+d=%20')).toEqual({ a: ['1', '3', ''], b: '2', 'c d': ' ' })
  })

  it('is parsed in linear time, also where one name repeats', () => {
    const text = 'a&'.repeat(20_000)
    /** The shortest of some tries: a busy machine makes others longer. */
    const shortest = (parse: () => unknown): number =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const began = performance.now()
          expect(parse()).toHaveLength(20_000)
          return performance.now() - began
        }),
      )
    // In quadratic time it takes several hundred times as long as the parser of the platform.
    const usual = shortest(() => new URLSearchParams(text).getAll('a'))
    expect(shortest(() => queryOf(`/x?${text}`)['a'])).toBeLessThan(20 * usual)
  })
})
