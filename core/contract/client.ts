/**
 * A client: how operations of some kinds are answered. `get` and `run` are HTTP calls, `ask` a query of a dataset; a
 * package may bring another kind (a register, a stream) with a client and a way to declare its operations.
 */
import type { Writable } from 'node:stream'
import type { Dataset } from './dataset.ts'
import type { Operation, Path } from './operation.ts'
import type { All, Shapes } from './shape.ts'
import type { SourceAbout } from './source-about.ts'
import type { Source } from './source.ts'
import type { Answered, Reason, SourceSettings } from './upstream.ts'

export type AnySource = Source | Dataset

/** What lies on this machine of the sources: the datasets, and the stores of live sources, by their id. */
export const datasetsIn = (sources: ReadonlyMap<string, AnySource>): ReadonlyMap<string, Dataset> =>
  new Map(
    [...sources].flatMap(([id, source]) => {
      const own = source.kind === 'dataset' ? source : source.stored
      return own === null ? [] : [[id, own] as const]
    }),
  )

/** How calls leave this process, whatever their source. */
export interface Egress {
  /** Base address of the gateway that stands in for every upstream, or null. */
  readonly gateway: string | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** The gateway wants no credentials, so that none is needed either: the sandbox. */
  readonly anonymous?: boolean
  /** Where an operator of an upstream can reach us, an address of mail or web. */
  readonly contact: string
  readonly version: string
  /** Headers of the call on whose behalf this one goes out, such as `traceparent`. */
  readonly trace?: () => Readonly<Record<string, string>>
}

/**
 * How a question to an upstream ended. `cache`: from memory; `flight`: it shared another's call; `stale`: an old
 * value, because the call failed; `none`: the upstream says that there is none. `bytes` as received.
 */
export interface UpstreamEvent {
  readonly source: string
  readonly operation: string
  readonly outcome: 'cache' | 'flight' | 'stale' | 'ok' | 'none' | Reason
  readonly ms: number
  readonly bytes: number
}

/** A file to be had from a source, through the same gateway, credential and redirect rules as calls. */
export interface Download {
  readonly source: SourceAbout
  readonly settings: SourceSettings
  readonly path: Path
  /** A file, written anew and removed if the download fails; or a stream, which is ended or destroyed. */
  readonly to: string | Writable
  /** Sent beside the usual ones; an empty one takes a usual one away. */
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes that may be written at most; without it any number. */
  readonly cap?: number
  /** Milliseconds without a byte after which it is given up. */
  readonly idle?: number
  /** What the last download of the address gave: if nothing has changed since, nothing is written. */
  readonly known?: { readonly etag: string | null; readonly modified: string | null }
  /** Bytes received so far, of so many; as sent, which may be compressed. */
  readonly progress?: (received: number, total: number | null) => void
  readonly signal?: AbortSignal
}

export interface Downloaded {
  /** False where the upstream says that `known` still holds. */
  readonly changed: boolean
  readonly received: number
  readonly etag: string | null
  readonly modified: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** What a client is given when the service opens it. */
export interface ClientParts<S = unknown> {
  /** All sources that are loaded. */
  readonly sources: ReadonlyMap<string, AnySource>
  /** The client's own settings in force. */
  readonly settings: () => S
  /** A source's settings in force: another object means that they changed. */
  readonly sourceSettings: (source: string) => SourceSettings
  readonly egress: Egress
  /** Upstream rate limits do not apply: the sandbox. */
  readonly unlimited: boolean
  /** A folder of its own below the data folder; made by whoever writes there. */
  readonly dataDir: string
  /** Asks any operation, of any kind, with licences and observation: for operations that are made of others. */
  ask(operation: Operation<any, any>, input: unknown): Promise<Answered>
  /** Downloads a file by the client that can. Rejects with an `UpstreamFault`. */
  download(job: Download): Promise<Downloaded>
  /** What day it is in the world of the sources: of the sample data in the sandbox. */
  readonly day: () => Date
  readonly log: { warn(details: object, message: string): void }
  /** Told how each question ended. */
  observe(event: UpstreamEvent): void
}

/** A client at work. */
export interface OpenClient {
  /** Rejects with an `UpstreamFault` and nothing else. */
  ask(operation: Operation<any, any>, input: unknown): Promise<Answered>
  /** False where what a source needs is not on this machine: the import of a dataset, say. */
  isReady(source: string): boolean
  /** Loads what the first question needs, so that no caller waits for it. */
  warm(): Promise<void>
  /** Brings the sample data in before a sandbox listens; resolves to what could not be brought in, and why. */
  loadSamples?(): Promise<readonly { readonly id: string; readonly why: string }[]>
  /** Rejects with an `UpstreamFault`. */
  download?(job: Download): Promise<Downloaded>
  /** Ends what is under way. */
  close(): Promise<void>
}

export interface Client<S extends Shapes = Shapes> {
  readonly port: 'client'
  readonly id: string
  /** The package's own folder, `import.meta.dirname`: its `defaults.yaml` is found there. */
  readonly home: string
  /** Shapes of its own settings: `config/clients/<id>.yaml` over its `defaults.yaml`. */
  readonly settings?: S
  /** The kinds of operations that it answers. */
  readonly kinds: readonly string[]
  /** Opens it, once a process and at no cost: what is large is loaded by `warm` or by the first question. */
  open(parts: ClientParts<All<S>>): OpenClient
}

export const client = <S extends Shapes>(declared: Omit<Client<S>, 'port'>): Client<S> => ({
  port: 'client',
  ...declared,
})
