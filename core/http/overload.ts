/** Sheds load before it hurts: by calls in flight, and by how late the event loop runs. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Middleware } from 'koa'
import { Failure } from '../contract/failure.ts'

/** How calls of a route are let in. */
export interface Admission {
  /** Whatever the load: the question whether the process lives. */
  readonly always?: true
  /** It lets each piece of its work in by itself, as a stream of calls does. */
  readonly admitsItself?: true
}

export interface Overload {
  /** Does a piece of work in one of the places that there are. Throws the 503 where too much is going on. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Admits each call as the options of its route say. */
  shed(optionsOf: (path: string) => Admission): Middleware
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
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    check()
    inFlight += 1
    try {
      return await work()
    } finally {
      inFlight -= 1
    }
  }

  return {
    get inFlight() {
      return inFlight
    },
    get delay() {
      return delay
    },
    during,
    shed: (optionsOf) => async (ctx, next) => {
      const { always, admitsItself } = optionsOf(ctx.path)
      if (always) return next()
      // A stream lasts as long as its caller likes, and may hold many calls or none: only the calls in it take places.
      if (admitsItself) {
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
