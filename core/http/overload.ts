/** Sheds load by two limits: requests in flight, and the delay of the event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Middleware } from 'koa'
import { Failure } from '../contract/failure.ts'

/** How requests to a route are admitted. */
export interface Admission {
  /** Under any load: the liveness check. */
  readonly always?: true
  /** The route admits each piece of its work itself, as a stream of calls does. */
  readonly admitsItself?: true
}

export interface Overload {
  /** Runs work that counts as in flight. Throws the 503 under overload. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Admits each request by the options of its route. */
  shed(optionsOf: (path: string) => Admission): Middleware
  readonly inFlight: number
  /** Delay of the event loop that has lasted for 1.5 seconds, milliseconds. */
  readonly delay: number
  close(): void
}

/** Milliseconds. */
const resolution = 20,
  windowLength = 500
const windowCount = 3

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
    windows: readonly number[] = Array.from({ length: windowCount }, () => 0)
  const timer = setInterval(() => {
    // A single blocking task delays one window only: the minimum over all windows ignores it.
    windows = [...windows.slice(1), Math.max(0, histogram.percentile(50) / 1e6 - resolution)]
    delay = Math.min(...windows)
    histogram.reset()
  }, windowLength)
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
      // A stream may stay open for hours: only the calls inside it count as in flight.
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
