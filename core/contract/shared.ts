/**
 * The port of what the nodes of a fleet share: limits, and what one fetched for all. It holds nothing that may not be
 * lost: while its engine is away each node goes on with its own memory, and says so.
 */
import type { RateLimiterRes } from 'rate-limiter-flexible'

/** Counts calls in windows of time. `consume` rejects with a `RateLimiterRes` where the window is used up. */
export interface Counter {
  consume(caller: string): Promise<RateLimiterRes>
  /** Null where this caller has made no call in this window. */
  get(caller: string): Promise<RateLimiterRes | null>
}

export interface Window {
  /** Unique among the windows of a service. */
  readonly name: string
  readonly points: number
  /** Seconds. */
  readonly duration: number
}

/** How often a source may be called: so many calls in so many milliseconds, and so many at once. */
export interface Quota {
  readonly calls: number
  readonly per: number
  readonly burst: number
}

export interface SharedQuota {
  /**
   * Takes the next token over all nodes. Resolves to the milliseconds until it is due; where that is more than `most`,
   * no token is taken. Resolves to null while the engine is away: use a quota of your own, divided by `nodes`.
   */
  take(most: number): Promise<{ readonly taken: boolean; readonly wait: number } | null>
  /** No node starts a call for so many milliseconds, because the source asked for a pause. */
  pause(ms: number): void
  /** Tokens that are there at this moment; null while the engine is away. */
  left(): Promise<number | null>
}

/**
 * Texts that a node keeps for all nodes of its release. They may be gone at any time, and others than nodes may have
 * written them: what is read has to be checked.
 */
export interface SharedCache {
  /**
   * The texts under these keys: null where there is none, empty where what is there cannot be read. Null in place of
   * all where the engine is away, or takes longer than a moment.
   */
  get(keys: readonly string[]): Promise<readonly (string | null)[] | null>
  /** Keeps a text for so many milliseconds; none that is longer than `longest` bytes. */
  set(key: string, text: string, ms: number): void
}

/** What a node runs, as the others see it. */
export interface Running {
  readonly release: string
  /** The hash of all its settings. */
  readonly settings: string
}

export interface SharedState {
  /** Whether the engine answers. */
  readonly available: boolean
  /** Whether it answers soon enough for the cache. */
  readonly caching: boolean
  /** The nodes that were last seen, this one among them. */
  readonly nodes: number
  /** What each of them said that it runs. */
  readonly running: readonly Running[]
}

export interface OpenShared {
  /** Counts over all nodes; with `own` while the engine is away. */
  counter(window: Window, own: Counter): Counter
  quota(source: string, quota: Quota): SharedQuota
  /** `longest`: bytes of a text. */
  cache(longest: number): SharedCache
  readonly state: SharedState
  close(): Promise<void>
}

export interface SharedParts {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names the ledger of the fleet, so that two fleets on one engine do not mix. */
  readonly fleet: string
  /** What this node runs at this moment. Its release does not change. */
  readonly running: () => Running
  /** A command keeps to what nodes share, and is none of them. */
  readonly isCommand?: boolean
  readonly log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
}

export interface Shared {
  readonly port: 'shared'
  readonly id: string
  /** The package's own folder, `import.meta.dirname`. */
  readonly home: string
  /** What is wrong with the addresses in the environment, in sentences. */
  addressFaults?(env: SharedParts['env']): readonly string[]
  /** Throws or rejects where the address or the engine will never do; an engine that is away keeps no start waiting. */
  open(parts: SharedParts): Promise<OpenShared>
}

export const shared = (declared: Omit<Shared, 'port'>): Shared => ({ port: 'shared', ...declared })
