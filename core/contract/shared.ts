/**
 * The port of what the nodes of a fleet share for the sake of limits. It holds nothing that may not be lost: while its
 * engine is away each node goes on with its own memory, and says so.
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
}

export interface SharedState {
  /** Whether the engine answers. */
  readonly available: boolean
  /** The nodes that were last seen, this one among them. */
  readonly nodes: number
}

export interface OpenShared {
  /** Counts over all nodes; with `own` while the engine is away. */
  counter(window: Window, own: Counter): Counter
  quota(source: string, quota: Quota): SharedQuota
  readonly state: SharedState
  close(): Promise<void>
}

export interface SharedParts {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names the ledger of the fleet, so that two fleets on one engine do not mix. */
  readonly fleet: string
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
  /** Throws or rejects where the address or the engine will never do; an engine that is away is waited for. */
  open(parts: SharedParts): Promise<OpenShared>
}

export const shared = (declared: Omit<Shared, 'port'>): Shared => ({ port: 'shared', ...declared })
