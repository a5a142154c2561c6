/** The kinds of faults of a call: some are retried, some count against the upstream, some neither. */
import { type Reason, thrownAt, UpstreamFault } from '@domesday/core/client'

/**
 * - `network`: no connection, or one that broke
 * - `timeout`: no whole answer in time
 * - `server`: 5xx, or a 2xx that the operation's `read` calls passing
 * - `garbage`: an answer that cannot be read, now or at another try; 501 too
 * - `changed`: an answer of another shape than its operation declares or reads
 * - `slow`: the upstream asks to be called less often
 * - `refused`: 4xx, a redirect that is not followed, a body over the cap: another question may succeed
 * - `queued`: not called, because our limiter could not let it go in time
 * - `open`: not called, because the circuit breaker is open
 */
export type Trouble = 'network' | 'timeout' | 'server' | 'garbage' | 'changed' | 'slow' | 'refused' | 'queued' | 'open'

/** What exactly went wrong, for metrics and logs, where the throw says no more than the trouble. */
const kindOf: Readonly<Record<Trouble, string>> = {
  network: 'connection_failed',
  timeout: 'timeout',
  server: 'server_error',
  garbage: 'unreadable',
  changed: 'other_shape',
  slow: 'rate_limited',
  refused: 'rejected',
  queued: 'own_limit',
  open: 'breaker_open',
}

/** The reasons of the kinds that are not `upstream_failed`. */
const reasonOf: Partial<Readonly<Record<Trouble, Reason>>> = {
  timeout: 'upstream_timeout',
  changed: 'upstream_changed',
  queued: 'not_asked',
  open: 'not_asked',
}

export class CallFault extends UpstreamFault {
  readonly trouble: Trouble
  /** Such as `not_found`: finer than the trouble. */
  readonly kind: string
  /** `file:line:column` of the plugin's code that threw; null where none did. */
  readonly at: string | null
  /** The upstream asks not to be called at all for `retryAfter` seconds, or for a moment. */
  readonly pauses: boolean
  constructor(
    source: string,
    trouble: Trouble,
    detail: string,
    {
      retryAfter = null,
      reason = reasonOf[trouble] ?? 'upstream_failed',
      at = null,
      pauses = trouble === 'slow',
      kind = reason === 'no_sample' || reason === 'plugin_failed' ? reason : kindOf[trouble],
      cause,
    }: {
      readonly retryAfter?: number | null
      readonly reason?: Reason
      readonly at?: string | null
      readonly pauses?: boolean
      readonly kind?: string | undefined
      readonly cause?: unknown
    } = {},
  ) {
    const wait = retryAfter === null ? null : Math.max(0, Math.ceil(retryAfter))
    super(source, reason, detail, wait, {
      asksToWait: pauses || kind === 'paused',
      ...(cause !== undefined && { cause }),
    })
    this.trouble = trouble
    this.kind = kind
    this.at = at
    this.pauses = pauses
  }
}

const down: ReadonlySet<Trouble> = new Set<Trouble>(['network', 'timeout', 'server', 'garbage'])
const passing: ReadonlySet<Trouble> = new Set<Trouble>(['network', 'timeout', 'server'])

/** Whether the fault says that the upstream is down, which opens its breaker. */
export const isDown = (error: unknown): boolean => error instanceof CallFault && down.has(error.trouble)
/** Whether another try may well succeed. All our calls only read, so trying again is safe. */
export const isPassing = (fault: CallFault): boolean => passing.has(fault.trouble)

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** An `UpstreamFault` as it is; any other error, which a plugin's code threw, as an answer that could not be read. */
export const asFault = (source: string, error: unknown, homes: readonly string[] = []): UpstreamFault =>
  error instanceof UpstreamFault
    ? error
    : new CallFault(source, 'garbage', `could not be read: ${messageOf(error)}`, {
        at: thrownAt(error, homes),
        cause: error,
      })
