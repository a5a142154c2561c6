/** Sheds load before it hurts: by calls in flight, and by how late the event loop runs. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Middleware } from 'koa'
import { Failure } from '../serve/failures.ts'

export interface Overload {
  readonly shed: Middleware
  readonly inFlight: number
  /** Median lateness of the event loop in the last half second, milliseconds. */
  readonly delay: number
  close(): void
}

const resolution = 20, look = 500

export const overload = ({ inFlightCap, delayCap }: { readonly inFlightCap: () => number; readonly delayCap: () => number }): Overload => {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let inFlight = 0, delay = 0
  const timer = setInterval(() => {
    delay = Math.max(0, histogram.percentile(50) / 1e6 - resolution)
    histogram.reset()
  }, look)
  timer.unref()

  return {
    get inFlight() { return inFlight },
    get delay() { return delay },
    shed: async (ctx, next) => {
      if (inFlight >= inFlightCap() || delay > delayCap()) throw new Failure('overloaded', 'Too much is going on at the moment. Nothing was charged.', { retry_after_s: 1 })
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
