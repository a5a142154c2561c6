import { expect, it, vi } from 'vitest'
import { startHeartbeats } from './runs.ts'

it('leaves no row behind, though a heartbeat is on its way when the process ends', async () => {
  vi.useFakeTimers()
  try {
    const rows = new Set<unknown>()
    let pause = Promise.resolve()
    const all = async (sql: string, [self]: readonly unknown[] = []): Promise<never[]> => {
      const isBeat = sql.startsWith('insert')
      if (isBeat) await pause
      if (isBeat) rows.add(self)
      else rows.delete(self)
      return []
    }
    const heartbeats = await startHeartbeats(all, 'one', () => {})
    const slow = Promise.withResolvers<void>()
    pause = slow.promise
    await vi.advanceTimersByTimeAsync(2_000)
    const retired = heartbeats.retire()
    await vi.advanceTimersByTimeAsync(100)
    slow.resolve()
    await retired
    expect([...rows]).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
