/** What each source has of its own while the process runs: connections, limiter, breaker and token. */
import type { Agent } from 'undici'
import type { SourceAbout } from '@domesday/core'
import { createBreaker, type Breaker } from './breaker.ts'
import { createAgent } from './exchange.ts'
import { createLimiter, type Limiter } from './limiter.ts'
import { createTokens, type Tokens } from './oauth.ts'
import type { SourceSettings } from '@domesday/core/client'

export interface Lane {
  readonly about: SourceAbout
  readonly settings: SourceSettings
  readonly agent: Agent
  readonly limiter: Limiter
  readonly breaker: Breaker
  readonly tokens: Tokens
}

export interface Lanes {
  /** The lane of a source under its present settings. */
  of(about: SourceAbout): Lane
  /** The lane of a source that has been asked. */
  used(source: string): Lane | undefined
  close(): Promise<void>
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Settings are asked for at every call, and another object means that they were reloaded. A part is made anew only
 * where its own settings differ: a reload must not fill a bucket or close a breaker. Calls under way end on the lane
 * they began on.
 */
export const createLanes = ({
  settings,
  lifted,
  now,
}: {
  readonly settings: (source: string) => SourceSettings
  readonly lifted: boolean
  readonly now: () => number
}): Lanes => {
  const lanes = new Map<string, Lane>()
  const retired = new Set<Agent>()

  const retire = (agent: Agent): void => {
    retired.add(agent)
    agent
      .close()
      .catch(() => {})
      .finally(() => retired.delete(agent))
  }

  const lay = (about: SourceAbout, next: SourceSettings, old: Lane | undefined): Lane => {
    const { id } = about
    const { rate, concurrency, timeout, max_bytes, breaker } = next
    const was = old?.settings
    const keeps = (...parts: readonly (keyof SourceSettings)[]): boolean =>
      parts.every((part) => same(was?.[part], next[part]))
    const agent =
      old !== undefined && keeps('concurrency', 'timeout', 'max_bytes')
        ? old.agent
        : createAgent({ concurrency, timeout, max_bytes })
    if (old !== undefined && agent !== old.agent) retire(old.agent)
    return {
      about,
      settings: next,
      agent,
      limiter:
        old !== undefined && keeps('rate', 'concurrency')
          ? old.limiter
          : createLimiter({ source: id, rate, concurrency, lifted }),
      breaker: old !== undefined && keeps('breaker', 'base') ? old.breaker : createBreaker(id, breaker),
      tokens: old?.tokens ?? createTokens(now),
    }
  }

  return {
    of: (about) => {
      const next = settings(about.id)
      const old = lanes.get(about.id)
      if (old?.settings === next) return old
      const lane = lay(about, next, old)
      lanes.set(about.id, lane)
      return lane
    },
    used: (source) => lanes.get(source),
    close: async () => {
      await Promise.all([...retired, ...[...lanes.values()].map(({ agent }) => agent)].map((agent) => agent.destroy()))
      lanes.clear()
    },
  }
}
