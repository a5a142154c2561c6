/**
 * The port of clients. A client answers operations of some kinds: `get` and `run` are HTTP calls, `ask` is a query of a
 * dataset. A package may add another kind (a register, a stream) with its own client.
 */
import type { Writable } from 'node:stream'
import type { Dataset } from './dataset.ts'
import type { Gauge } from './gauge.ts'
import type { Job } from './jobs.ts'
import type { Operation, Path } from './operation.ts'
import type { All, Shapes } from './shape.ts'
import type { OpenShared } from './shared.ts'
import type { SourceAbout } from './source-about.ts'
import type { Source } from './source.ts'
import type { Answered, Reason, SourceSettings } from './upstream.ts'

export type AnySource = Source | Dataset

/** The datasets on this machine by source id: bulk datasets, and the stores of live sources. */
export const datasetsIn = (sources: ReadonlyMap<string, AnySource>): ReadonlyMap<string, Dataset> =>
  new Map(
    [...sources].flatMap(([id, source]) => {
      const own = source.kind === 'dataset' ? source : source.stored
      return own === null ? [] : [[id, own] as const]
    }),
  )

/** How upstream calls leave this process. */
export interface Egress {
  /** Base address of the gateway that replaces every upstream, or null. */
  readonly gateway: string | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** No credentials are needed: the sandbox. */
  readonly anonymous?: boolean
  /** How many times their time limit sources have; once without it. */
  readonly patience?: number
  /** The email or web address under which operators of upstreams can reach us. */
  readonly contact: string
  readonly version: string
  /** Headers to forward from the caller's request, such as `traceparent`. */
  readonly trace?: () => Readonly<Record<string, string>>
  /**
   * An opaque id of who asks, so that callers can be told apart; null where nobody waits, as for a harvest. It is never
   * logged.
   */
  readonly caller?: () => string | null
  /**
   * Those who wait for the work that calls it: what it returns, the same for all work of a request, lists them at any
   * later time, as more may join.
   */
  readonly waiters?: () => () => readonly Waiter[]
  /** Called by work that others may share: what it returns is called by each other request that joins it. */
  readonly joining?: () => () => void
}

/** A request that waits for an answer. */
export interface Waiter {
  /** Opaque, the same for all requests of one caller, and never logged. */
  readonly id: string
  /** Its Priority header (RFC 9218) as it came. */
  readonly priority: string | null
  /** How many requests of its caller are in work. */
  readonly inWork: number
}

/**
 * The outcome of a question to an upstream. `cache`: from memory; `shared`: another node had fetched it; `flight`:
 * shared with a call in flight; `stale`: an expired value, because the call failed; `none`: the upstream says that
 * there is none; `part`: rows were dropped, or expected fields are absent; `upstream_changed`: an answer of another
 * shape. `bytes`: as received.
 */
export interface UpstreamEvent {
  readonly source: string
  readonly operation: string
  readonly outcome: 'cache' | 'shared' | 'flight' | 'stale' | 'ok' | 'part' | 'none' | Reason
  readonly ms: number
  readonly bytes: number
  /** What failed exactly, such as `not_found`, also where a stale value helped out; by default the outcome. */
  readonly kind?: string | undefined
}

/** A file to download from a source, with the same gateway, credential and redirect rules as calls. */
export interface Download {
  readonly source: SourceAbout
  readonly settings: SourceSettings
  readonly path: Path
  /** A file, which is overwritten, and removed if the download fails; or a stream, which is ended or destroyed. */
  readonly to: string | Writable
  /** Added to the default headers; an empty value removes a default header. */
  readonly headers?: Readonly<Record<string, string>>
  /** The most bytes that may be written; without it there is no limit. */
  readonly cap?: number
  /** Aborts after so many milliseconds without a byte. */
  readonly idle?: number
  /** Validators of the last download: if the file is unchanged, nothing is written. */
  readonly known?: { readonly etag: string | null; readonly modified: string | null }
  /** Bytes received so far and in total, as sent (possibly compressed). */
  readonly progress?: (received: number, total: number | null) => void
  readonly signal?: AbortSignal
}

export interface Downloaded {
  /** False if the upstream says that the file is unchanged since `known`. */
  readonly changed: boolean
  readonly received: number
  readonly etag: string | null
  readonly modified: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** What the service passes to a client to open it. */
export interface ClientParts<S = unknown> {
  /** All loaded sources. */
  readonly sources: ReadonlyMap<string, AnySource>
  /** The client's own current settings. */
  readonly settings: () => S
  /** A source's current settings: the same object until they change. */
  readonly sourceSettings: (source: string) => SourceSettings
  readonly egress: Egress
  /** Upstream rate limits do not apply: the sandbox. */
  readonly unlimited: boolean
  /** What the nodes of a fleet share; null or absent for a single one. */
  readonly shared?: Pick<OpenShared, 'quota' | 'cache' | 'state'> | null | undefined
  /** The client's own folder below the data folder; it may not exist yet. */
  readonly dataDir: string
  /** Asks an operation of any kind, with licence checks and metrics: for operations that use others. */
  ask(operation: Operation<any, any>, input: unknown): Promise<Answered>
  /** Downloads a file through the client that supports it. Rejects with an `UpstreamFault`. */
  download(job: Download): Promise<Downloaded>
  /** Why the terms of a source forbid asking it; null if they do not. */
  readonly refusal?: (source: string) => string | null
  /** The current date; in the sandbox that of the sample data. */
  readonly day: () => Date
  /** The wall clock, Unix milliseconds. */
  readonly now: () => number
  readonly log: Readonly<Record<'info' | 'warn', (details: object, message: string) => void>>
  /** Reports the outcome of each question. */
  observe(event: UpstreamEvent): void
}

/** An open client. */
export interface OpenClient {
  /** Rejects with an `UpstreamFault` and nothing else. */
  ask(operation: Operation<any, any>, input: unknown): Promise<Answered>
  /** False if something that a source needs is missing on this machine, such as an imported dataset. */
  isReady(source: string): boolean
  /** Loads what the first question needs, so that no caller waits for it. */
  warm(): Promise<void>
  /** Imports the sample data before a sandbox listens; resolves to what failed, with all that the log says of it. */
  loadSamples?(): Promise<readonly { readonly id: string; readonly why: string }[]>
  /** Rejects with an `UpstreamFault`. */
  download?(job: Download): Promise<Downloaded>
  /** Metrics of its own, such as what waits for a source. */
  readonly gauges?: readonly Gauge[]
  /** Its scheduled work. `fleet`: several nodes share a ledger. */
  jobs?(fleet: boolean): Promise<readonly Job[]>
  /** What an operator should know although the service is ready. */
  notes?(): readonly string[]
  /** Stops running work. */
  close(): Promise<void>
}

export interface Client<S extends Shapes = Shapes> {
  readonly port: 'client'
  readonly id: string
  /** The package's own folder, `import.meta.dirname`: its `defaults.yaml` is found there. */
  readonly home: string
  /** Shapes of its own settings: `config/clients/<id>.yaml` over its `defaults.yaml`. */
  readonly settings?: S
  readonly kinds: readonly string[]
  /** Called once for each process. Must be cheap: `warm` or the first question loads what is large. */
  open(parts: ClientParts<All<S>>): OpenClient
}

export const client = <S extends Shapes>(declared: Omit<Client<S>, 'port'>): Client<S> => ({
  port: 'client',
  ...declared,
})
