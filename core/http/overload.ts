/** Sheds load before it hurts: by calls in flight, and by how late the event loop runs. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Middleware } from 'koa'
import { Failure } from '../contract/failure.ts'

export interface Overload {
  /** Throws the 503 where too much is going on; a call that is let in has to be let out. */
  enter(): void
  leave(): void
  /** The same around a piece of work. */
  during<T>(work: () => Promise<T>): Promise<T>
  /**
   * Lets in every call but the one that asks whether the process lives, and those of the tool protocol, which lets in
   * each call itself.
   */
  readonly shed: Middleware
  readonly inFlight: number
  /** Lateness of the event loop that has lasted for a second and a half, milliseconds. */
  readonly delay: number
  close(): void
}

const resolution = 20,
  look = 500,
  lasting = 3

export const overload = ({
  inFlightCap,
  delayCap,
}: {
  readonly inFlightCap: () => number
  readonly delayCap: () => number
}): Overload => {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let inFlight = 0,
    delay = 0,
    windows: readonly number[] = Array.from({ length: lasting }, () => 0)
  const timer = setInterval(() => {
    // One long block makes one window late: that is a hiccup. A load is what lasts.
    windows = [...windows.slice(1), Math.max(0, histogram.percentile(50) / 1e6 - resolution)]
    delay = Math.min(...windows)
    histogram.reset()
  }, look)
  timer.unref()

  const check = (): void => {
    if (inFlight >= inFlightCap() || delay > delayCap())
      throw new Failure('overloaded', 'Too much is going on at the moment. Nothing was charged.', { retry_after_s: 1 })
  }
  const enter = (): void => {
    check()
    inFlight += 1
  }
  const leave = (): void => {
    inFlight -= 1
  }
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return {
    get inFlight() {
      return inFlight
    },
    get delay() {
      return delay
    },
    enter,
    leave,
    during,
    shed: async (ctx, next) => {
      if (ctx.req.url === '/livez') return next()
      // A stream lasts as long as its caller likes, and may hold many calls or none: only the calls in it take places.
      if (ctx.path === '/mcp') {
        check()
        return next()
      }
      return during(next)
    },
    close: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
