/** The token bucket of a source's quota. */
import type { SourceSettings } from '@domesday/core/client'

export interface Bucket {
  /** Milliseconds until the next token, or the one after so many others, is due. */
  wait(now: number, ahead?: number): number
  /** Takes the next token. Gives the milliseconds until it is due. */
  take(now: number): number
  /** Tokens that are there; null where nothing limits the rate. */
  left(now: number): number | null
  pause(until: number): void
  /** No token is there before this time. */
  defer(until: number): void
  /** Milliseconds that are left of a pause. */
  paused(now: number): number
}

/** A token bucket kept as one number, the time at which it will be full again (the generic cell rate algorithm). */
export const createBucket = (rate: SourceSettings['rate']): Bucket => {
  const interval = rate === null ? 0 : rate.per / rate.calls
  const slack = rate === null ? 0 : (Math.max(1, rate.burst) - 1) * interval
  let full = 0
  let pausedUntil = 0
  const wait = (now: number, ahead = 0): number =>
    Math.max(now, pausedUntil, Math.max(full, now, pausedUntil) - slack + ahead * interval) - now
  return {
    wait,
    take: (now) => {
      const due = wait(now)
      full = Math.max(full, now, pausedUntil) + interval
      return due
    },
    left: (now) => {
      if (rate === null) return null
      return wait(now) > 0 ? 0 : Math.floor((now + slack - Math.max(full, now)) / interval) + 1
    },
    defer: (until) => {
      full = Math.max(full, until + slack)
    },
    pause: (until) => {
      pausedUntil = Math.max(pausedUntil, until)
    },
    paused: (now) => Math.max(0, pausedUntil - now),
  }
}
