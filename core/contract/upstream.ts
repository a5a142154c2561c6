/** What the pipeline asks of the outside world, and how the outside world fails. */
import type { Operation } from './operation.ts'

/**
 * Why a value is not there; the words of `_meta.missing`. `not_asked`: a limit, queue or open breaker of ours, never
 * the source's failure. `plugin_failed`: the code of a plugin failed. `not_licensed`: the operator has not said that
 * its licence is held.
 */
export const reasons = [
  'not_configured',
  'not_imported',
  'not_licensed',
  'not_covered',
  'no_data',
  'not_asked',
  'upstream_failed',
  'upstream_timeout',
  'plugin_failed',
  'depends_on',
] as const
export type Reason = (typeof reasons)[number]

/** Something failed that may well succeed soon: such an answer is kept for seconds only, and is paid for once. */
export const isPassingReason = (reason: string): boolean =>
  reason === 'upstream_failed' || reason === 'upstream_timeout' || reason === 'not_asked' || reason === 'plugin_failed'

/**
 * A call that brought no answer. The detail is for logs and for operators: it never holds a secret or an upstream
 * body.
 */
export class UpstreamFault extends Error {
  readonly reason: Reason
  readonly source: string
  /** Seconds after which another try may help. */
  readonly retryAfter: number | null
  constructor(source: string, reason: Reason, detail: string, retryAfter: number | null = null) {
    super(detail)
    this.name = 'UpstreamFault'
    this.source = source
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** An answer and its age. `value` is the digest that `read` made. */
export interface Answered {
  readonly value: unknown
  /** When it was fetched, epoch milliseconds. */
  readonly at: number
  /** Until when it counts as fresh; an answer resting on it may be kept no longer. */
  readonly until: number
}

export interface Upstream {
  /** Rejects with an `UpstreamFault` and nothing else. */
  ask(operation: Operation<any, any>, input: unknown): Promise<Answered>
}

/** A source's settings as the core uses them: durations in milliseconds, sizes in bytes. */
export interface SourceSettings {
  readonly base: string
  /** Hosts beside the base's that calls and downloads may go to. */
  readonly hosts: readonly string[]
  readonly timeout: number
  readonly tries: number
  readonly rate: { readonly calls: number; readonly per: number; readonly burst: number } | null
  readonly concurrency: number
  /** Freshness by operation id; `default` for the others, `none` for an answer that there is none. */
  readonly ttl: Readonly<Record<string, number>>
  readonly stale_for: number
  readonly breaker: { readonly failures: number; readonly for: number }
  readonly max_bytes: number
  /** Datasets and stores only: how often a new pull is due. */
  readonly refresh: number | null
  /**
   * Stores only: their own pace, and the hours in which the upstream likes to be read, such as `21:00-07:00` in UK
   * time.
   */
  readonly pull: { readonly rate: NonNullable<SourceSettings['rate']>; readonly hours: string } | null
}
