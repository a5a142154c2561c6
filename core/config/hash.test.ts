import { describe, expect, it } from 'vitest'
import { canonical, hashOf } from './hash.ts'

describe('hashOf', () => {
  it('is twelve hex digits, whatever the order of the keys', () => {
    expect(hashOf({ a: 1, b: { c: [1, 2], d: null } })).toMatch(/^[0-9a-f]{12}$/)
    expect(hashOf({ a: 1, b: { c: [1, 2], d: null } })).toBe(hashOf({ b: { d: null, c: [1, 2] }, a: 1 }))
  })

  it('tells values apart: by order in lists, by type, by nesting', () => {
    const values = [
      [1, 2],
      [2, 1],
      ['1', 2],
      { a: [1, 2] },
      { a: { 0: 1, 1: 2 } },
      { a: 1, b: 2 },
      { a: 1 },
      null,
      {},
      [],
    ]
    expect(new Set(values.map(hashOf)).size).toBe(values.length)
  })

  it('treats an undefined key as absent', () => {
    expect(canonical({ b: undefined, a: 'x' })).toBe('{"a":"x"}')
  })
})

describe('canonical', () => {
  it('is equal for equal values and differs for others', () => {
    expect(canonical({ b: [1, { d: 1, c: 'x' }], a: null, u: undefined })).toBe('{"a":null,"b":[1,{"c":"x","d":1}]}')
    expect(canonical(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"')
    expect(canonical(undefined)).toBe('null')
    const different = [1, '1', [1], ['1'], { 0: 1 }, null, true, '', []].map(canonical)
    expect(new Set(different).size).toBe(different.length)
  })
})
