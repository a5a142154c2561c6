/**
 * The upstream client: memo → single flight → circuit breaker → retry → limiter → timeout → fetch → size cap → read.
 * The order is fixed by `layers.test.ts`.
 */
import { keepable, termsOf } from '../../../core/contract/licences.ts'
import type { Operation, RunHow } from '../../../core/contract/operation.ts'
import type { SourceAbout } from '../../../core/contract/source.ts'
import { createAside } from './aside.ts'
import { missingEnv } from '../../../core/registry/credentials.ts'
import { call } from './call.ts'
import type { Egress } from './exchange.ts'
import { asFault } from './fault.ts'
import { createFlights } from './flight.ts'
import type { Get } from './judge.ts'
import { createLanes, type Lane } from './lane.ts'
import { canonical, createMemo } from './memo.ts'
import {
  isPassingReason,
  UpstreamFault,
  type Answered,
  type Reason,
  type SourceSettings,
  type Upstream,
} from '../../../core/contract/upstream.ts'
import { runThrough } from './run.ts'

/**
 * How an ask ended. `flight`: it shared another's call; `none`: the upstream says that there is none; `bytes` as
 * received.
 */
export interface UpstreamEvent {
  readonly source: string
  readonly operation: string
  readonly outcome: 'memo' | 'flight' | 'stale' | 'ok' | 'none' | Reason
  readonly ms: number
  readonly bytes: number
}

export interface UpstreamOptions extends Egress {
  readonly sources: Iterable<SourceAbout>
  /** Read at every call; another object means new settings. */
  readonly settings: (source: string) => SourceSettings
  readonly memo: { readonly entries: number; readonly bytes: number }
  /** Upstream rate limits do not apply: the sandbox. */
  readonly lifted: boolean
  /** Why a question is not put to its source, or a part of it, in view of its terms; null where it is. */
  readonly unlicensed?: (source: string, part: string | null) => string | null
  /** Answers operations over imported datasets. */
  readonly datasets: { ask(operation: Operation<any, any>, input: unknown): Promise<Answered> }
  readonly log: { warn(details: object, message: string): void }
  readonly observe?: (event: UpstreamEvent) => void
  /** Epoch milliseconds, for ages and freshness. */
  readonly now?: () => number
}

export interface SourceStatus {
  readonly configured: boolean
  readonly missing: readonly string[]
}

export interface UpstreamSnapshot {
  readonly memo: { readonly entries: number; readonly bytes: number }
  readonly flights: number
  /** Sources that have been asked. */
  readonly sources: Readonly<
    Record<
      string,
      { readonly breaker: 'closed' | 'half-open' | 'open'; readonly active: number; readonly queued: number }
    >
  >
}

export interface UpstreamClient extends Upstream {
  /** Whether a source has its credential, and the environment variables that are not set. */
  status(source: string): SourceStatus
  snapshot(): UpstreamSnapshot
  /** Ends all connections; calls under way fail. */
  close(): Promise<void>
}

interface Landed extends Answered {
  readonly outcome: 'ok' | 'none' | 'stale'
  readonly bytes: number
}

/**
 * Everything the service asks of the outside world goes through one of these. An `ask` rejects with an
 * `UpstreamFault` and nothing else.
 */
export const createUpstream = (options: UpstreamOptions): UpstreamClient => {
  const { settings, datasets, log, observe, now = Date.now } = options
  const sources = new Map([...options.sources].map((about) => [about.id, about]))
  const memo = createMemo(options.memo)
  const flights = createFlights()
  const aside = createAside()
  const lanes = createLanes({ settings, lifted: options.lifted, now })
  /** A fault passes through the runs that rest on it, and is logged where it arose. */
  const logged = new WeakSet<UpstreamFault>()

  const status = (id: string): SourceStatus => {
    const about = sources.get(id)
    const missing = about === undefined || options.anonymous === true ? [] : missingEnv(about, options.env)
    return { configured: about !== undefined && (about.keyless === true || missing.length === 0), missing }
  }

  const laneOf = (id: string): Lane => {
    const about = sources.get(id)
    if (about === undefined) throw new UpstreamFault(id, 'not_configured', 'is not a source of this service')
    // A key for some paths only is looked for once the path is known: its lack must not stop the others.
    const missing = options.anonymous === true || about.keyless === true ? [] : missingEnv(about, options.env, '')
    if (missing.length > 0) throw new UpstreamFault(id, 'not_configured', `needs ${missing.join(', ')}`)
    return lanes.of(about)
  }

  const fetchAnswer = async (lane: Lane, id: string, how: Get | RunHow, input: unknown): Promise<Landed> => {
    const ttl = lane.settings.ttl[id] ?? lane.settings.ttl['default'] ?? 0
    if (how.kind === 'run')
      return {
        ...(await runThrough({ source: lane.about.id, run: how.run, input, ttl, ask, now })),
        outcome: 'ok',
        bytes: 0,
      }
    const { value, none, bytes } = await call(options, lane, id, how, input, aside)
    const at = now()
    return { value, at, until: at + ttl, outcome: none ? 'none' : 'ok', bytes }
  }

  /** What one flight does: the calls, the memo, and the old value where they failed. */
  const fly = async (
    key: string,
    lane: Lane,
    operation: string,
    how: Get | RunHow,
    input: unknown,
  ): Promise<Landed> => {
    try {
      const { outcome, bytes, ...answered } = await fetchAnswer(lane, operation, how, input)
      return { ...memo.keep(key, answered, lane.settings.ttl['none']), outcome, bytes }
    } catch (error) {
      const fault = asFault(lane.about.id, error)
      const isFailure = isPassingReason(fault.reason)
      const old = isFailure
        ? memo.stale(key, now(), lane.settings.stale_for, keepable(termsOf(lane.about).mayKeep))
        : null
      if (isFailure && !logged.has(fault))
        log.warn(
          { source: fault.source, operation, reason: fault.reason, detail: fault.message, stale: old !== null },
          'upstream call failed',
        )
      logged.add(fault)
      if (old === null) throw fault
      return { ...old, outcome: 'stale', bytes: 0 }
    }
  }

  const ask = async (operation: Operation<any, any>, input: unknown): Promise<Answered> => {
    const {
      id,
      source: { id: source },
      how,
    } = operation
    const begun = performance.now()
    const seen = (outcome: UpstreamEvent['outcome'], bytes = 0): void =>
      observe?.({ source, operation: id, outcome, ms: performance.now() - begun, bytes })
    try {
      const refused = options.unlicensed?.(source, operation.part?.(input) ?? null) ?? null
      if (refused !== null) throw new UpstreamFault(source, 'not_licensed', refused)
      if (how.kind === 'ask') {
        const answered = await datasets.ask(operation, input)
        seen('ok')
        return answered
      }
      const lane = laneOf(source)
      // Another base, such as a test system, has other answers.
      const key = `${source} ${id} ${lane.settings.base} ${canonical(input)}`
      const fresh = memo.fresh(key, now())
      if (fresh !== null) {
        seen('memo')
        return fresh
      }
      const { led, landing } = flights.join(key, () => fly(key, lane, id, how as Get | RunHow, input))
      const { value, at, until, outcome, bytes } = await landing
      seen(led ? outcome : 'flight', led ? bytes : 0)
      return { value, at, until }
    } catch (error) {
      const fault = asFault(source, error)
      seen(fault.reason)
      throw fault
    }
  }

  return {
    ask,
    status,
    snapshot: () => ({
      memo: { entries: memo.entries, bytes: memo.bytes },
      flights: flights.size,
      sources: Object.fromEntries(
        [...lanes.all()].map(({ about, breaker, limiter }) => [
          about.id,
          { breaker: breaker.state, active: limiter.active, queued: limiter.queued },
        ]),
      ),
    }),
    close: async () => {
      await Promise.all([lanes.close(), aside.close()])
    },
  }
}
