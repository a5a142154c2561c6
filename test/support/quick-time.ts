import { onTestFinished, vi } from 'vitest'

/**
 * Timers, and `performance.now()`, run ten times as fast in this test. Time goes on in steps between which the event
 * loop turns: where the machine is busy with something else it stands still, and nothing is late.
 */
export const quickTime = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const going = setInterval(() => vi.advanceTimersByTime(10), 1)
  onTestFinished(() => {
    clearInterval(going)
    vi.useRealTimers()
  })
}
