/** The port to upstreams, and the ways in which they fail. */
import type { Operation } from './operation.ts'

/**
 * Why a value is missing, as in `_meta.missing`. `not_asked`: a limit, queue or open breaker of ours, never the
 * source's failure. `upstream_changed`: the source answered in another shape than it is known to have, so that asking
 * again does not help. `contradictory`: it states two things that cannot both be. `partly`: the value is there, and a
 * part of it is not known. `plugin_failed`: the code of a plugin failed. `not_licensed`: the operator has not confirmed
 * the licence. `no_sample`: the sandbox has no sample for the question, which says nothing about the source.
 */
export const reasons = [
  'not_configured',
  'not_imported',
  'not_licensed',
  'not_covered',
  'no_data',
  'no_sample',
  'not_asked',
  'upstream_failed',
  'upstream_timeout',
  'upstream_changed',
  'plugin_failed',
  'depends_on',
  'contradictory',
  'partly',
] as const
export type Reason = (typeof reasons)[number]

/** Transient failures: such an answer is cached for seconds only, and repeating it is free. */
export const isPassingReason = (reason: string): boolean =>
  reason === 'upstream_failed' || reason === 'upstream_timeout' || reason === 'not_asked' || reason === 'plugin_failed'

/** Those, and what asking again does not help: something that should have been there is not. */
export const isFailure = (reason: string): boolean => reason === 'upstream_changed' || isPassingReason(reason)

/** The source is not asked before the operator has set something up: waiting does not help. */
export const isUnready = (reason: string): boolean =>
  reason === 'not_configured' || reason === 'not_imported' || reason === 'not_licensed'

/** A failed call. Its message is for logs and operators: it must never contain a secret or an upstream body. */
export class UpstreamFault extends Error {
  readonly reason: Reason
  readonly source: string
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | null
  /** The source itself asked to be left alone. */
  readonly asksToWait: boolean
  constructor(
    source: string,
    reason: Reason,
    detail: string,
    retryAfter: number | null = null,
    { asksToWait = false, ...options }: ErrorOptions & { readonly asksToWait?: boolean } = {},
  ) {
    super(detail, options)
    this.name = 'UpstreamFault'
    this.source = source
    this.reason = reason
    this.retryAfter = retryAfter
    this.asksToWait = asksToWait
  }
}

/** Where an answer came from: the network, the memory of this server or another node, or an imported dataset. */
export type Origin = 'wire' | 'cache' | 'dataset'

/** An answer with its age. `value`: the digest from `read`. */
export interface Answered {
  readonly value: unknown
  /** When it was fetched, epoch milliseconds. */
  readonly at: number
  /** When it expires, epoch milliseconds; an answer that uses it may be cached no longer. */
  readonly until: number
  /** By default the network. */
  readonly from?: Origin
}

export interface Upstream {
  /** Rejects with an `UpstreamFault` and nothing else. */
  ask(operation: Operation<any, any>, input: unknown): Promise<Answered>
}

/** A source's parsed settings: durations in milliseconds, sizes in bytes. */
export interface SourceSettings {
  readonly base: string
  /** Further hosts, or folders of hosts, that calls and downloads may go to. */
  readonly hosts: readonly string[]
  readonly timeout: number
  readonly tries: number
  readonly rate: { readonly calls: number; readonly per: number; readonly burst: number } | null
  readonly concurrency: number
  /** Time to live by operation id; `default` for the others, `none` for the answer that there is none. */
  readonly ttl: Readonly<Record<string, number>>
  readonly stale_for: number
  readonly breaker: { readonly failures: number; readonly for: number }
  readonly max_bytes: number
  /** Datasets and stores only: the interval between pulls. */
  readonly refresh: number | null
  /** Stores only: their own rate, and the hours that suit the upstream, such as `21:00-07:00` in UK time. */
  readonly pull: { readonly rate: NonNullable<SourceSettings['rate']>; readonly hours: string } | null
}
