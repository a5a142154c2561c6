/** All settings as the core uses them: durations in milliseconds, sizes in bytes. */
import { documentKey } from '../../config/documents.ts'
import { hashOf } from '../../config/hash.ts'
import { bytes, milliseconds } from '../../config/units.ts'
import type { Depth } from '../../contract/node.ts'
import type { ScoreNode } from '../../contract/score.ts'
import type { All, NameMatch, Shapes } from '../../contract/shape.ts'
import type { ScoreSettings } from '../../contract/score-settings.ts'
import type { SourceSettings } from '../../contract/upstream.ts'
import type { LoadedEndpoint, Plugins } from '../load.ts'
import type { PackageSettings } from './documents.ts'
import type { WrittenEndpoint, WrittenPrices, WrittenSource } from './plugin-settings.ts'
import type { WrittenScore } from './score-shape.ts'
import type { WrittenService } from './service-settings.ts'

export type Prices = Readonly<Record<Depth, number>>

/** What answers are priced and weighed by, in full. */
export interface SettingsInForce {
  readonly credits: WrittenPrices
  readonly usd?: WrittenPrices | undefined
  /** The endpoint's own. */
  readonly settings?: unknown
  readonly scores: Readonly<Record<string, ScoreSettings>>
}

export interface EndpointSettings {
  readonly credits: Prices
  /** Micro-dollars by depth, where it can be paid per call. */
  readonly microUsd: Prices | null
  readonly deadline: number
  /** The longest time an answer may be kept, milliseconds. */
  readonly cache: number
  /** Paths below `/api/v1`, each with what it shows. */
  readonly examples: Readonly<Record<string, string>>
  /** What no source here can know. */
  readonly beyond: readonly string[]
  readonly own: unknown
  /** How a name that several have is answered, unless the request says otherwise. */
  readonly match: NameMatch
  scoreOf(score: ScoreNode): ScoreSettings
  readonly inForce: SettingsInForce
  /** Of `inForce`: answers with the same hash were priced and weighed alike. */
  readonly hash: string
}

/** `service.yaml` over its defaults. */
export type ServiceSettings = ReturnType<typeof serviceOf>

/** `calls` in each `per` milliseconds, and `burst` more once they are used up. */
export interface Limit {
  readonly calls: number
  readonly per: number
  readonly burst: number
}

type DeclaredBy<S extends Shapes> = Pick<PackageSettings<S>, 'kind' | 'id' | 'settings'>

export interface Settings {
  readonly service: ServiceSettings
  endpoint(id: string): EndpointSettings
  source(id: string): SourceSettings
  /** What a surface, store or client declares: durations and sizes as text. Empty where it declares nothing. */
  package<S extends Shapes>(declared: DeclaredBy<S>): All<S>
}

const year = 365 * 86_400_000
const usualMinimumWeight = 0.3

const limit = ({ calls, per, burst = 0 }: WrittenService['limits']['per_key']): Limit => ({
  calls,
  per: milliseconds(per),
  burst,
})

const serviceOf = (written: WrittenService) => ({
  ...written,
  http: {
    ...written.http,
    receive: milliseconds(written.http.receive),
    send: milliseconds(written.http.send),
    lame_duck: milliseconds(written.http.lame_duck),
    drain: milliseconds(written.http.drain),
  },
  limits: {
    per_key: limit(written.limits.per_key),
    per_address: limit(written.limits.per_address),
    keys_per_address: limit(written.limits.keys_per_address),
    wrong_keys_per_address: limit(written.limits.wrong_keys_per_address),
  },
  answers: { entries: written.answers.entries, bytes: bytes(written.answers.bytes) },
  schedule: {
    at_once: written.schedule.at_once,
    look: milliseconds(written.schedule.look),
    silence: milliseconds(written.schedule.silence),
    retry: { after: milliseconds(written.schedule.retry.after), most: milliseconds(written.schedule.retry.most) },
  },
  overload: { event_loop_delay: milliseconds(written.overload.event_loop_delay) },
  contact: written.contact ?? null,
})

const rateOf = ({
  calls,
  per,
  burst = calls,
}: NonNullable<WrittenSource['rate']>): NonNullable<SourceSettings['rate']> => ({
  calls,
  per: milliseconds(per),
  burst,
})

/** What a source may leave out is what its operations do not need: most of it is for HTTP calls. */
const sourceOf = (written: WrittenSource): SourceSettings => ({
  base: (written.base ?? '').replace(/\/+$/, ''),
  hosts: written.hosts ?? [],
  timeout: milliseconds(written.timeout ?? '0s'),
  tries: written.tries ?? 1,
  rate: written.rate ? rateOf(written.rate) : null,
  concurrency: written.concurrency ?? 2,
  ttl: Object.fromEntries(
    Object.entries(written.ttl ?? { default: '1h' }).map(([id, duration]) => [id, milliseconds(duration)]),
  ),
  stale_for: milliseconds(written.stale_for ?? '0s'),
  breaker: { failures: written.breaker?.failures ?? 5, for: milliseconds(written.breaker?.for ?? '30s') },
  max_bytes: bytes(written.max_bytes ?? '0kB'),
  refresh: written.refresh === undefined ? null : milliseconds(written.refresh),
  pull: written.pull === undefined ? null : { rate: rateOf(written.pull.rate), hours: written.pull.hours },
})

const pricesOf = (written: WrittenPrices, unit = 1): Prices => {
  const { summary, standard, full } =
    'flat' in written ? { summary: written.flat, standard: written.flat, full: written.flat } : written
  return {
    summary: Math.round(summary * unit),
    standard: Math.round(standard * unit),
    full: Math.round(full * unit),
  }
}

const endpointOf = (
  { scores }: LoadedEndpoint,
  written: WrittenEndpoint,
  shared: (score: string) => WrittenScore,
  match: NameMatch,
): EndpointSettings => {
  let hash: string | undefined
  const weighed: Readonly<Record<string, ScoreSettings>> = Object.fromEntries(
    scores.map(({ id, home }) => [
      id,
      { minimum_weight: usualMinimumWeight, ...(home === undefined ? written.score! : shared(id)) },
    ]),
  )
  const inForce = { credits: written.credits, usd: written.usd, settings: written.settings, scores: weighed }
  return {
    credits: pricesOf(written.credits),
    microUsd: written.usd ? pricesOf(written.usd, 1e6) : null,
    deadline: milliseconds(written.deadline),
    cache: written.cache === undefined ? year : milliseconds(written.cache),
    examples: written.examples ?? {},
    beyond: written.beyond ?? [],
    own: written.settings ?? {},
    match,
    scoreOf: ({ id }) => weighed[id]!,
    inForce,
    get hash() {
      return (hash ??= hashOf(inForce))
    },
  }
}

/** What `readSettings` merged, by document. The shapes have checked it. */
type Merged = ReadonlyMap<string, unknown>

/** A source's settings by themselves. */
export const sourceSettingsIn = (merged: Merged, id: string): SourceSettings =>
  sourceOf(merged.get(documentKey({ kind: 'source', id })) as WrittenSource)

/** The typed snapshot of all settings. */
export const settingsOf = (plugins: Plugins, merged: Merged): Settings => {
  const service = serviceOf(merged.get('service:service') as WrittenService)
  const shared = (id: string) => merged.get(documentKey({ kind: 'score', id })) as WrittenScore
  const endpoints = new Map(
    [...plugins.endpoints].map(([id, loaded]) => {
      const written = merged.get(documentKey({ kind: 'endpoint', id })) as WrittenEndpoint
      return [id, endpointOf(loaded, written, shared, service.names.match)]
    }),
  )
  const sources = new Map([...plugins.sources.keys()].map((id) => [id, sourceSettingsIn(merged, id)]))
  return {
    service,
    endpoint: (id) => endpoints.get(id)!,
    source: (id) => sources.get(id)!,
    package: <S extends Shapes>(declared: DeclaredBy<S>) => (merged.get(documentKey(declared)) ?? {}) as All<S>,
  }
}
