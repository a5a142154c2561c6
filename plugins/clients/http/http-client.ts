/**
 * Questions by HTTP: digest cache → single flight → circuit breaker → retry → limiter → timeout → fetch → size cap →
 * read. The order is fixed by `layers.test.ts`.
 */
import {
  type Answered,
  canonical,
  type ClientParts,
  digestMisfit,
  isPassingReason,
  keepable,
  missingEnv,
  termsOf,
  type Upstream,
  type UpstreamEvent,
  UpstreamFault,
} from '@domesday/core/client'
import type { CallHow, Operation, RunHow } from '@domesday/core'
import { createParseWorker } from './parse-worker.ts'
import type { BulkSettings } from './bulk.ts'
import { call } from './call.ts'
import { asFault, CallFault } from './call-fault.ts'
import { createFlights } from './single-flight.ts'
import { createChannels, type Channel } from './channel.ts'
import { createDigestCache, type DigestCache } from './digest-cache.ts'
import { kindIn, logFault } from './fault-log.ts'
import { runThrough } from './run.ts'
import type { KeptMembers } from './learnt-members.ts'
import { createWireWatch, type WireWatch } from '@domesday/client-formats'
import { createSharedDigests, type SharedDigests } from './shared-digests.ts'

type Parts = Pick<
  ClientParts,
  'sources' | 'sourceSettings' | 'egress' | 'unlimited' | 'ask' | 'log' | 'observe' | 'shared' | 'day'
>

export interface HttpClientOptions extends Parts {
  readonly cache: { readonly entries: number; readonly bytes: number }
  /** The longest digest that nodes share, bytes. */
  readonly longestShared?: number
  readonly bulk: () => BulkSettings
  /** Where what is learnt of members is kept; by default nowhere. */
  readonly members?: KeptMembers | undefined
  /** Epoch milliseconds, for ages and freshness. */
  readonly now?: () => number
}

export interface HttpClient extends Upstream {
  /** For metrics: the channels to the sources that were asked, and how often the digest cache had the answer. */
  state(): HttpClientState
  /** Ends all connections; calls under way fail. */
  close(): Promise<void>
}

export interface HttpClientState {
  readonly channels: readonly Channel[]
  readonly wires: ReturnType<WireWatch['seen']>
  readonly digests: ReturnType<DigestCache['counts']>
  /** Null for a single node. */
  readonly shared: ReturnType<SharedDigests['counts']> | null
}

/** Milliseconds. */
const keepEvery = 600_000

interface Landed extends Answered {
  readonly outcome: 'shared' | 'ok' | 'part' | 'none' | 'stale'
  readonly bytes: number
  /** Of the failure that a stale digest helped out of. */
  readonly kind?: string
}

/** An `ask` rejects with an `UpstreamFault` and nothing else. */
export const createHttpClient = (options: HttpClientOptions): HttpClient => {
  const { sources, egress, log, observe, day, now = Date.now } = options
  const digests = createDigestCache(options.cache)
  const { shared, longestShared = 0 } = options
  const sharedDigests = shared ? createSharedDigests(shared, longestShared, log.warn) : null
  const flights = createFlights(egress.joining)
  const parseWorker = createParseWorker()
  const watch = createWireWatch(log.warn, options.members?.read())
  const keepMembers = (): void => options.members?.write(watch.learnt())
  const keeping = setInterval(keepMembers, keepEvery).unref()
  const channels = createChannels({
    settings: options.sourceSettings,
    unlimited: options.unlimited,
    patience: egress.patience,
    now,
    bulk: options.bulk,
    shared,
  })
  /** A fault passes through the runs that rest on it; it is logged only where it arose. */
  const logged = new WeakSet<UpstreamFault>()

  const channelOf = (id: string): Channel => {
    const about = sources.get(id)
    if (about === undefined) throw new UpstreamFault(id, 'not_configured', 'is not a source of this service')
    // A secret that only some paths need is checked once the path is known: the others can be called without it.
    const missing = egress.anonymous === true || about.keyless === true ? [] : missingEnv(about, egress.env, '')
    if (missing.length > 0) throw new UpstreamFault(id, 'not_configured', `needs ${missing.join(', ')}`)
    return channels.of(about)
  }

  const fetchUnchecked = async (
    channel: Channel,
    id: string,
    how: CallHow | RunHow,
    input: unknown,
  ): Promise<Landed> => {
    const ttl = channel.settings.ttl[id] ?? channel.settings.ttl['default'] ?? 0
    if (how.kind === 'run')
      return {
        ...(await runThrough({ source: channel.about.id, run: how.run, input, ttl, ask: options.ask, now, day })),
        outcome: 'ok',
        bytes: 0,
      }
    const { value, none, bytes, unread, tally } = await call(egress, channel, id, how, input, parseWorker)
    if (tally) watch.note(channel.about.id, id, tally)
    const at = now()
    const inPart = unread > 0
    if (inPart)
      log.warn({ source: channel.about.id, operation: id, rows_unread: unread }, 'rows of an answer could not be read')
    return { value, at, until: at + ttl, outcome: none ? 'none' : inPart ? 'part' : 'ok', bytes }
  }

  /** Checked behind the circuit breaker: a strange record says nothing about other questions. */
  const fetchAnswer = async (channel: Channel, operation: Operation<any, any>, input: unknown): Promise<Landed> => {
    const how = operation.how as CallHow | RunHow
    const landed = await fetchUnchecked(channel, operation.id, how, input)
    const misfit = digestMisfit(operation, landed.value)
    if (misfit === null) return landed
    const why = `${operation.id} has another shape than its digest: ${misfit}`
    // What a run makes of checked answers is its own work.
    throw new CallFault(channel.about.id, 'changed', why, how.kind === 'run' ? { reason: 'plugin_failed' } : {})
  }

  /** One flight: what another node has kept, the call and its caching, or the expired digest where the call failed. */
  const fly = async (
    key: string,
    channel: Channel,
    operation: Operation<any, any>,
    input: unknown,
  ): Promise<Landed> => {
    const { none: noneFor } = channel.settings.ttl
    // A run is made of calls that are shared, and of datasets that each node has of its own.
    const sharing = operation.how.kind === 'get' ? sharedDigests : null
    try {
      const found = sharing === null ? null : await sharing.find({ channel, operation, input }, now())
      if (found !== null) return { ...digests.keep(key, found, noneFor), outcome: 'shared', bytes: 0 }
      const { outcome, bytes, ...answered } = await fetchAnswer(channel, operation, input)
      const kept = digests.keep(key, answered, noneFor)
      sharing?.keep({ channel, operation, input }, kept, now())
      return { ...kept, outcome, bytes }
    } catch (error) {
      const fault = asFault(channel.about.id, error, [channel.about.home])
      const isFailure = fault.reason === 'upstream_changed' || isPassingReason(fault.reason)
      const old = isFailure
        ? digests.stale(key, now(), channel.settings.stale_for, keepable(termsOf(channel.about).mayKeep))
        : null
      if (isFailure && !logged.has(fault)) logFault(log, operation.id, fault, old !== null)
      logged.add(fault)
      if (old === null) throw fault
      return { ...old, outcome: 'stale', bytes: 0, kind: kindIn(fault) }
    }
  }

  const ask = async (operation: Operation<any, any>, input: unknown): Promise<Answered> => {
    const { id } = operation,
      source = operation.source.id
    const begun = performance.now()
    const report = (outcome: UpstreamEvent['outcome'], bytes = 0, kind?: string): void =>
      observe({ source, operation: id, outcome, ms: performance.now() - begun, bytes, kind })
    try {
      const channel = channelOf(source)
      // Another base, such as a test system, gives other answers.
      const key = `${source} ${id} ${channel.settings.base} ${canonical(input)}`
      const fresh = digests.fresh(key, now())
      if (fresh !== null) {
        report('cache')
        return { value: fresh.value, at: fresh.at, until: fresh.until, from: 'cache' }
      }
      const { led, landing } = flights.join(key, () => fly(key, channel, operation, input))
      const { value, at, until, outcome, bytes, kind } = await landing
      report(led ? outcome : 'flight', led ? bytes : 0, led ? kind : undefined)
      return { value, at, until, from: outcome === 'stale' || outcome === 'shared' ? 'cache' : 'wire' }
    } catch (error) {
      const fault = asFault(source, error)
      report(fault.reason, 0, kindIn(fault))
      throw fault
    }
  }

  return {
    ask,
    state: () => ({
      channels: channels.all(),
      wires: watch.seen(),
      digests: digests.counts(),
      shared: sharedDigests?.counts() ?? null,
    }),
    close: async () => {
      clearInterval(keeping)
      keepMembers()
      await Promise.all([channels.close(), parseWorker.close()])
    },
  }
}
