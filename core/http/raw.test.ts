import { describe, expect, it } from 'vitest'
import { queryOf } from './raw.ts'

describe('a query', () => {
  it('has a list where a name comes more than once', () => {
    expect(queryOf('/x?a=1&b=2&a=3&a&c+d=%20')).toEqual({ a: ['1', '3', ''], b: '2', 'c d': ' ' })
  })

  it('is parsed in linear time, also where one name repeats', () => {
    const began = performance.now()
    expect(queryOf(`/x?${'a&'.repeat(40_000)}`)['a']).toHaveLength(40_000)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
