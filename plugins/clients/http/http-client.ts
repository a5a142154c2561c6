/**
 * Questions by HTTP: memo → single flight → circuit breaker → retry → limiter → timeout → fetch → size cap → read.
 * The order is fixed by `layers.test.ts`.
 */
import {
  type Answered,
  canonical,
  type ClientParts,
  isPassingReason,
  keepable,
  missingEnv,
  termsOf,
  type Upstream,
  type UpstreamEvent,
  UpstreamFault,
} from '@domesday/core/client'
import type { CallHow, Operation, RunHow } from '@domesday/core'
import { createAside } from './aside.ts'
import { call } from './call.ts'
import { asFault } from './fault.ts'
import { createFlights } from './flight.ts'
import { createLanes, type Lane } from './lane.ts'
import { createMemo } from './memo.ts'
import { runThrough } from './run.ts'

type Parts = Pick<ClientParts, 'sources' | 'sourceSettings' | 'egress' | 'unlimited' | 'ask' | 'log' | 'observe'>

export interface HttpClientOptions extends Parts {
  readonly cache: { readonly entries: number; readonly bytes: number }
  /** Epoch milliseconds, for ages and freshness. */
  readonly now?: () => number
}

export interface HttpClient extends Upstream {
  /** What the source's circuit breaker does; undefined where the source has not been asked. */
  breaker(source: string): 'closed' | 'half-open' | 'open' | undefined
  /** Ends all connections; calls under way fail. */
  close(): Promise<void>
}

interface Landed extends Answered {
  readonly outcome: 'ok' | 'none' | 'stale'
  readonly bytes: number
}

/** An `ask` rejects with an `UpstreamFault` and nothing else. */
export const createHttpClient = (options: HttpClientOptions): HttpClient => {
  const { sources, egress, log, observe, now = Date.now } = options
  const memo = createMemo(options.cache)
  const flights = createFlights()
  const aside = createAside()
  const lanes = createLanes({ settings: options.sourceSettings, lifted: options.unlimited, now })
  /** A fault passes through the runs that rest on it, and is logged where it arose. */
  const logged = new WeakSet<UpstreamFault>()

  const laneOf = (id: string): Lane => {
    const about = sources.get(id)
    if (about === undefined) throw new UpstreamFault(id, 'not_configured', 'is not a source of this service')
    // A key for some paths only is looked for once the path is known: its lack must not stop the others.
    const missing = egress.anonymous === true || about.keyless === true ? [] : missingEnv(about, egress.env, '')
    if (missing.length > 0) throw new UpstreamFault(id, 'not_configured', `needs ${missing.join(', ')}`)
    return lanes.of(about)
  }

  const fetchAnswer = async (lane: Lane, id: string, how: CallHow | RunHow, input: unknown): Promise<Landed> => {
    const ttl = lane.settings.ttl[id] ?? lane.settings.ttl['default'] ?? 0
    if (how.kind === 'run')
      return {
        ...(await runThrough({ source: lane.about.id, run: how.run, input, ttl, ask: options.ask, now })),
        outcome: 'ok',
        bytes: 0,
      }
    const { value, none, bytes } = await call(egress, lane, id, how, input, aside)
    const at = now()
    return { value, at, until: at + ttl, outcome: none ? 'none' : 'ok', bytes }
  }

  /** What one flight does: the calls, the memo, and the old value where they failed. */
  const fly = async (
    key: string,
    lane: Lane,
    operation: string,
    how: CallHow | RunHow,
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
      observe({ source, operation: id, outcome, ms: performance.now() - begun, bytes })
    try {
      const lane = laneOf(source)
      // Another base, such as a test system, has other answers.
      const key = `${source} ${id} ${lane.settings.base} ${canonical(input)}`
      const fresh = memo.fresh(key, now())
      if (fresh !== null) {
        seen('memo')
        return fresh
      }
      const { led, landing } = flights.join(key, () => fly(key, lane, id, how as CallHow | RunHow, input))
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
    breaker: (source) => lanes.used(source)?.breaker.state,
    close: async () => {
      await Promise.all([lanes.close(), aside.close()])
    },
  }
}
