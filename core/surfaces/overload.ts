/** Sheds load before it hurts: by calls in flight, and by how late the event loop runs. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Middleware } from 'koa'
import { Failure } from '../serve/failures.ts'

export interface Overload {
  readonly shed: Middleware
  readonly inFlight: number
  /** Lateness of the event loop that has lasted for a second and a half, milliseconds. */
  readonly delay: number
  close(): void
}

const resolution = 20, look = 500, lasting = 3

export const overload = ({ inFlightCap, delayCap }: { readonly inFlightCap: () => number; readonly delayCap: () => number }): Overload => {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let inFlight = 0, delay = 0, windows: readonly number[] = Array.from({ length: lasting }, () => 0)
  const timer = setInterval(() => {
    // One long block makes one window late: that is a hiccup. A load is what lasts.
    windows = [...windows.slice(1), Math.max(0, histogram.percentile(50) / 1e6 - resolution)]
    delay = Math.min(...windows)
    histogram.reset()
  }, look)
  timer.unref()

  return {
    get inFlight() { return inFlight },
    get delay() { return delay },
    shed: async (ctx, next) => {
      if (ctx.req.url !== '/livez' && (inFlight >= inFlightCap() || delay > delayCap())) throw new Failure('overloaded', 'Too much is going on at the moment. Nothing was charged.', { retry_after_s: 1 })
      inFlight += 1
      try {
        await next()
      } finally {
        inFlight -= 1
      }
    },
    close: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
