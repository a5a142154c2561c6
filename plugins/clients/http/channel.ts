/** The channel to a source's upstream: its connections, limiter, breaker and access tokens. */
import type { Agent } from 'undici'
import type { SourceAbout } from '@domesday/core'
import type { BulkSettings } from './bulk.ts'
import { createBreaker, type Breaker } from './breaker.ts'
import { createAgent } from './exchange.ts'
import { createHints, type Hints } from './hints.ts'
import { createLimiter, type Limiter } from './limiter.ts'
import { createAccessTokens, type AccessTokens } from './access-token.ts'
import type { ClientParts, SourceSettings } from '@domesday/core/client'

export interface Channel {
  readonly about: SourceAbout
  /** With the time limit that the source has here. */
  readonly settings: SourceSettings
  /** As they were read. */
  readonly read: SourceSettings
  readonly agent: Agent
  readonly limiter: Limiter
  readonly breaker: Breaker
  readonly tokens: AccessTokens
  /** Of the nodes of a fleet; null for a single one. */
  readonly hints: Hints | null
}

export interface Channels {
  /** The channel to a source under its present settings. */
  of(about: SourceAbout): Channel
  /** Those of the sources that were asked. */
  all(): readonly Channel[]
  close(): Promise<void>
}

/** Bytes. */
const longestHint = 100

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Settings are read at every call; another object means that they were reloaded. A part is replaced only where its own
 * settings differ, because a reload must not fill a bucket or close a breaker. Calls under way end on the channel that
 * they began on.
 */
export const createChannels = ({
  settings,
  unlimited,
  patience = 1,
  now,
  bulk,
  shared = null,
}: {
  readonly settings: (source: string) => SourceSettings
  readonly unlimited: boolean
  readonly patience?: number | undefined
  readonly now: () => number
  readonly bulk: () => BulkSettings
  readonly shared?: ClientParts['shared']
}): Channels => {
  const cache = shared?.cache(longestHint)
  const channels = new Map<string, Channel>()
  const retired = new Set<Agent>()

  const retire = (agent: Agent): void => {
    retired.add(agent)
    agent
      .close()
      .catch(() => {})
      .finally(() => retired.delete(agent))
  }

  const renewed = (about: SourceAbout, read: SourceSettings, old: Channel | undefined): Channel => {
    const { id } = about
    const next = { ...read, timeout: patience * read.timeout }
    const { rate, concurrency, timeout, max_bytes, breaker } = next
    const was = old?.settings
    const keeps = (...parts: readonly (keyof SourceSettings)[]): boolean =>
      parts.every((part) => same(was?.[part], next[part]))
    const hints = old?.hints ?? (cache === undefined ? null : createHints(id, cache))
    const agent =
      old !== undefined && keeps('concurrency', 'timeout', 'max_bytes')
        ? old.agent
        : createAgent({ concurrency, timeout, max_bytes })
    if (old !== undefined && agent !== old.agent) retire(old.agent)
    const limiter =
      old !== undefined && keeps('rate', 'concurrency')
        ? old.limiter
        : createLimiter({ source: id, rate, concurrency, unlimited, bulk, shared })
    // The upstream knows nothing of our settings.
    if (old !== undefined && limiter !== old.limiter) limiter.pause(old.limiter.paused())
    return {
      about,
      settings: next,
      read,
      agent,
      limiter,
      breaker:
        old !== undefined && keeps('breaker', 'base') ? old.breaker : createBreaker(id, breaker, hints?.tellDown),
      tokens: old?.tokens ?? createAccessTokens(now),
      hints,
    }
  }

  return {
    of: (about) => {
      const read = settings(about.id)
      const old = channels.get(about.id)
      if (old?.read === read) return old
      const channel = renewed(about, read, old)
      channels.set(about.id, channel)
      return channel
    },
    all: () => [...channels.values()],
    close: async () => {
      await Promise.all(
        [...retired, ...[...channels.values()].map(({ agent }) => agent)].map((agent) => agent.destroy()),
      )
      channels.clear()
    },
  }
}
