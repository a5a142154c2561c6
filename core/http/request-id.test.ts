import { afterEach, describe, expect, it, vi } from 'vitest'
import { newRequestId } from './request-id.ts'

const idsOf = (n: number): readonly string[] => Array.from({ length: n }, newRequestId)
const timeOf = (id: string): number => parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

describe('request ids', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are UUIDs of version 7 of this moment', () => {
    const before = Date.now(),
      id = newRequestId()
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(timeOf(id)).toBeGreaterThanOrEqual(before)
    expect(timeOf(id)).toBeLessThanOrEqual(Date.now())
  })

  it('rise, however many a millisecond has', () => {
    vi.useFakeTimers({ now: Date.now() + 1_000 })
    const ids = idsOf(10_000)
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(10_000)
    expect(timeOf(ids.at(-1)!) - Date.now()).toBe(2)
  })

  it('rise while the clock is set back', () => {
    vi.useFakeTimers({ now: Date.now() + 5_000 })
    const before = newRequestId()
    vi.setSystemTime(Date.now() - 60_000)
    expect(newRequestId() > before).toBe(true)
  })

  it('share no random part from one millisecond to the next', () => {
    vi.useFakeTimers({ now: Date.now() + 10_000 })
    const first = newRequestId()
    vi.setSystemTime(Date.now() + 1)
    expect(newRequestId().slice(19)).not.toBe(first.slice(19))
  })
})
