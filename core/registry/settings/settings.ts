/** One snapshot of all settings, as the core uses them: durations in milliseconds, sizes in bytes, hashes made once. */
import { documentKey } from '../../config/documents.ts'
import { hashOf } from '../../config/hash.ts'
import { bytes, milliseconds } from '../../config/units.ts'
import type { Depth } from '../../contract/node.ts'
import type { ScoreNode } from '../../contract/score.ts'
import type { All, NameMatch, Shapes } from '../../contract/shape.ts'
import type { ScoreSettings } from '../../contract/score-settings.ts'
import type { SourceSettings } from '../../contract/upstream.ts'
import type { Word } from '../licences.ts'
import type { LoadedEndpoint, Plugins } from '../load.ts'
import type { PackageSettings } from './documents.ts'

export type Prices = Readonly<Record<Depth, number>>

export interface EndpointSettings {
  readonly credits: Prices
  /** Micro-dollars by depth, where it can be paid per call. */
  readonly microUsd: Prices | null
  readonly deadline: number
  /** The longest time an answer may be kept, milliseconds. */
  readonly cache: number
  /** Example paths and what each shows. */
  readonly examples: Readonly<Record<string, string>>
  readonly own: unknown
  /** What becomes of a name that several have, where a call does not say it. */
  readonly match: NameMatch
  scoreOf(score: ScoreNode): ScoreSettings
  /** Names these prices, weights, curves and bands: answers with the same name were weighed and priced alike. */
  readonly hash: string
}

export interface ServiceSettings {
  /** By name, in the order of the list. */
  readonly endpoints: readonly string[]
  /** Packages by name: what callers meet, where keys and credits are kept, how sources are asked. */
  readonly surfaces: readonly string[]
  readonly store: string
  readonly clients: readonly string[]
  readonly http: {
    readonly port: number
    readonly host?: string
    readonly trust_proxy: readonly string[]
    readonly in_flight: number
    readonly receive: number
    readonly drain: number
  }
  readonly metrics: { readonly port: number; readonly host: string }
  readonly limits: { readonly per_key: Limit; readonly per_address: Limit; readonly keys_per_address: Limit }
  readonly keys: { readonly self_service: boolean; readonly free_credits: number; readonly demo_credits: number }
  readonly names: { readonly match: NameMatch }
  readonly cors: { readonly origins: readonly string[] }
  readonly answers: { readonly entries: number; readonly bytes: number }
  readonly memo: { readonly entries: number; readonly bytes: number }
  readonly overload: { readonly event_loop_delay: number }
  readonly log: { readonly level: string }
  readonly sandbox: {
    readonly date: string
    /** The package whose gateway answers in place of the sources. */
    readonly gateway: string
  }
  readonly pay: {
    readonly facilitator?: string
    readonly pay_to?: string
    readonly simulated?: boolean
    readonly network: string
  }
  /** What the operator says of sources that are reserved, by their names. */
  readonly licences: Readonly<Record<string, Word>>
  readonly contact: string | null
}
/** `calls` in `per` milliseconds, and `burst` more now and then. */
export interface Limit {
  readonly calls: number
  readonly per: number
  readonly burst: number
}

export interface Settings {
  readonly service: ServiceSettings
  endpoint(id: string): EndpointSettings
  source(id: string): SourceSettings
  /** What a surface, store or client declares: durations and sizes as text. Empty where it declares nothing. */
  package<S extends Shapes>(declared: Pick<PackageSettings<S>, 'kind' | 'id' | 'settings'>): All<S>
}

type Raw = any
const year = 365 * 86_400_000
const usualMinimumWeight = 0.3

const limit = ({ calls, per, burst = 0 }: Raw): Limit => ({ calls, per: milliseconds(per), burst })

const serviceOf = (raw: Raw): ServiceSettings => ({
  ...raw,
  http: { ...raw.http, receive: milliseconds(raw.http.receive), drain: milliseconds(raw.http.drain) },
  limits: {
    per_key: limit(raw.limits.per_key),
    per_address: limit(raw.limits.per_address),
    keys_per_address: limit(raw.limits.keys_per_address),
  },
  answers: { entries: raw.answers.entries, bytes: bytes(raw.answers.bytes) },
  memo: { entries: raw.memo.entries, bytes: bytes(raw.memo.bytes) },
  overload: { event_loop_delay: milliseconds(raw.overload.event_loop_delay) },
  contact: raw.contact ?? null,
})

const rateOf = ({ calls, per, burst = calls }: Raw) => ({ calls, per: milliseconds(per), burst })

export const sourceOf = (raw: Raw): SourceSettings => ({
  base: raw.base.replace(/\/+$/, ''),
  hosts: raw.hosts ?? [],
  timeout: milliseconds(raw.timeout),
  tries: raw.tries,
  rate: raw.rate ? rateOf(raw.rate) : null,
  // A dataset that is only pulled need not say how it is asked live.
  concurrency: raw.concurrency ?? 2,
  ttl: Object.fromEntries(
    Object.entries(raw.ttl ?? { default: '1h' }).map(([id, duration]) => [id, milliseconds(duration as string)]),
  ),
  stale_for: milliseconds(raw.stale_for ?? '0s'),
  breaker: { failures: raw.breaker?.failures ?? 5, for: milliseconds(raw.breaker?.for ?? '30s') },
  max_bytes: bytes(raw.max_bytes),
  refresh: raw.refresh === undefined ? null : milliseconds(raw.refresh),
  pull: raw.pull === undefined ? null : { rate: rateOf(raw.pull.rate), hours: raw.pull.hours },
})

const prices = (raw: Raw, unit = 1): Prices =>
  'flat' in raw
    ? { summary: Math.round(raw.flat * unit), standard: Math.round(raw.flat * unit), full: Math.round(raw.flat * unit) }
    : {
        summary: Math.round(raw.summary * unit),
        standard: Math.round(raw.standard * unit),
        full: Math.round(raw.full * unit),
      }

const endpointOf = (
  { scores }: LoadedEndpoint,
  raw: Raw,
  scoreSettings: (id: string) => Raw,
  match: NameMatch,
): EndpointSettings => {
  let hash: string | undefined
  const weighed = Object.fromEntries(
    scores.map((score) => [
      score.id,
      { minimum_weight: usualMinimumWeight, ...(score.home === undefined ? raw.score : scoreSettings(score.id)) },
    ]),
  )
  return {
    credits: prices(raw.credits),
    microUsd: raw.usd ? prices(raw.usd, 1e6) : null,
    deadline: milliseconds(raw.deadline),
    cache: raw.cache === undefined ? year : milliseconds(raw.cache),
    examples: raw.examples ?? {},
    own: raw.settings ?? {},
    match,
    scoreOf: ({ id }) => weighed[id],
    get hash() {
      return (hash ??= hashOf({ credits: raw.credits, usd: raw.usd, settings: raw.settings, scores: weighed }))
    },
  }
}

/**
 * The typed snapshot over what `readSettings` merged, by document: `service:service`, `endpoint:<id>` and so on.
 */
export const settingsOf = (plugins: Plugins, merged: ReadonlyMap<string, unknown>): Settings => {
  const raw = (key: string): Raw => merged.get(key)
  const endpoints = new Map(
    [...plugins.endpoints].map(([id, loaded]) => [
      id,
      endpointOf(loaded, raw(`endpoint:${id}`), (score) => raw(`score:${score}`), raw('service:service').names.match),
    ]),
  )
  const sources = new Map([...plugins.sources.keys()].map((id) => [id, sourceOf(raw(`source:${id}`))]))
  return {
    service: serviceOf(raw('service:service')),
    endpoint: (id) => endpoints.get(id)!,
    source: (id) => sources.get(id)!,
    package: (declared) => raw(documentKey(declared)) ?? {},
  }
}
