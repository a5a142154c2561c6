import { describe, expect, it } from 'vitest'
import { retryAfterOf } from './retry-after.ts'

describe('Retry-After', () => {
  it('is read as seconds or as a date, by the clock of the answer', () => {
    expect(retryAfterOf({ 'retry-after': '3' })).toBe(3)
    expect(retryAfterOf({ 'retry-after': ' 1.5 ' })).toBe(1.5)
    expect(
      retryAfterOf({ 'retry-after': 'Wed, 21 Oct 2026 07:28:10 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }),
    ).toBe(10)
    expect(retryAfterOf({ 'retry-after': 'Wed, 21 Oct 2026 07:28:10 GMT' }, Date.parse('2026-10-21T07:28:06Z'))).toBe(4)
    expect(retryAfterOf({ 'retry-after': 'Wed, 21 Oct 2020 07:28:10 GMT' }, Date.parse('2026-10-21T07:28:06Z'))).toBe(0)
  })
  it('is nothing where it makes no sense', () => {
    for (const said of ['', '-5', 'soon', '1,2']) expect(retryAfterOf({ 'retry-after': said }), said).toBeNull()
    expect(retryAfterOf({})).toBeNull()
  })
})
