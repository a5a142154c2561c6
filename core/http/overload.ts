/** Sheds load by two limits: requests in flight, of all and of each holder, and the delay of the event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Code } from '../contract/failure.ts'
import { Refused } from './refused.ts'
import { createPlaces, type Full, type Holder, type Shares } from './places.ts'

/** How requests to a route are admitted. */
export interface Admission {
  /** Under any load: the liveness check. */
  readonly always?: true
  /** The route admits each piece of its work itself, as a stream of calls does. */
  readonly admitsItself?: true
}

export interface Overload {
  /** Runs work that counts as in flight. Throws the 503 under overload, and the 429 if the holder has its share. */
  during<T>(work: () => Promise<T>, holder?: Holder): Promise<T>
  /** Throws as `during` does where no place is left, and takes none. */
  check(holder: Holder): void
  readonly inFlight: number
  /** Requests in flight of the holder's principal. */
  inFlightOf(holder: Holder): number
  /** Delay of the event loop that has lasted for 1.5 seconds, milliseconds. */
  readonly delay: number
  close(): void
}

/** Milliseconds. */
const resolution = 20,
  windowLength = 500
const windowCount = 3

const tooMuch = 'Too much is going on at the moment. Nothing was charged.'
const refusals: Readonly<Record<Full, readonly [code: Code, detail: string]>> = {
  in_flight: ['overloaded', tooMuch],
  key: ['rate_limited', 'Too many requests with this key are running. Nothing was charged.'],
  address: ['rate_limited', 'Too many requests from this address are running. Nothing was charged.'],
  surface: ['overloaded', 'Too many requests of this kind are running. Nothing was charged.'],
}

export const overload = ({
  inFlightCap,
  shares,
  delayCap,
}: {
  readonly inFlightCap: () => number
  readonly shares: () => Shares
  readonly delayCap: () => number
}): Overload => {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  const places = createPlaces(inFlightCap, shares)
  let delay = 0,
    windows: readonly number[] = Array.from({ length: windowCount }, () => 0)
  const timer = setInterval(() => {
    // A single blocking task delays one window only: the minimum over all windows ignores it.
    windows = [...windows.slice(1), Math.max(0, histogram.percentile(50) / 1e6 - resolution)]
    delay = Math.min(...windows)
    histogram.reset()
  }, windowLength)
  timer.unref()

  const check = (holder?: Holder): void => {
    if (delay > delayCap()) throw new Refused('overloaded', tooMuch, 'event_loop_delay', 1)
    const full = places.full(holder)
    if (full !== null) throw new Refused(...refusals[full], full === 'in_flight' ? full : `${full}_share`, 1)
  }
  const during = async <T>(work: () => Promise<T>, holder?: Holder): Promise<T> => {
    check(holder)
    places.take(holder)
    try {
      return await work()
    } finally {
      places.leave(holder)
    }
  }

  return {
    get inFlight() {
      return places.taken
    },
    get delay() {
      return delay
    },
    inFlightOf: places.heldBy,
    during,
    check,
    close: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
