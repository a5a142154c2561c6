/** What nodes tell one another about a source: that it is down, and that it asked for a pause. They are hints only. */
import { randomUUID } from 'node:crypto'
import type { ClientParts } from '@domesday/core/client'
import type { Breaker } from './breaker.ts'
import type { Limiter } from './limiter.ts'

/** The longest that one holds, milliseconds: whoever can write to the engine could stop a source. */
const longestDown = 60_000
const longestPause = 3_600_000
/** Clocks of nodes differ, milliseconds: a pause is heard of once. */
const slack = 1_000

export interface Hints {
  readonly keys: readonly string[]
  /** Takes what stands under these keys; nothing where that could not be read. */
  hear(said: readonly (string | null)[], by: { readonly limiter: Limiter; readonly breaker: Breaker }): void
  tellDown(ms: number): void
  tellPause(ms: number): void
}

export const createHints = (source: string, cache: ReturnType<NonNullable<ClientParts['shared']>['cache']>): Hints => {
  const keys = [`down:${source}`, `pause:${source}`] as const
  let own: string | null = null
  return {
    keys,
    hear: ([down = null, pause = null], { limiter, breaker }) => {
      breaker.doubt(down === own ? null : down)
      const left = Math.min(Number(pause ?? 0) - Date.now(), longestPause)
      if (left > limiter.paused() + slack) limiter.pause(left)
    },
    tellDown: (ms) => {
      own = randomUUID()
      cache.set(keys[0], own, Math.min(ms, longestDown))
    },
    tellPause: (ms) => cache.set(keys[1], `${Date.now() + ms}`, Math.min(ms, longestPause)),
  }
}
