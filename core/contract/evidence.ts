/**
 * The port of evidence: what each gathered answer was made from. The engine hands over what a look-up asked and what
 * came of it; the package makes a pack of it, names it, and keeps it in a store of its own.
 */
import type { Gauge } from './gauge.ts'
import type { Depth } from './node.ts'
import type { All, Shapes } from './shape.ts'
import type { AnySource } from './client.ts'
import type { Origin, Reason } from './upstream.ts'

/** What came of a question, as the look-up used it. `value`: a digest, which is JSON. */
export type Outcome =
  | { readonly value: unknown }
  /** The source holds nothing, or its operation said in what way it has none. */
  | { readonly none: 'nothing' }
  | { readonly none: 'no_such'; readonly detail: string; readonly candidates: readonly unknown[] }
  | { readonly none: 'ambiguous'; readonly detail: string; readonly candidates: readonly unknown[] }
  | { readonly none: 'not_covered'; readonly where: string }
  | { readonly gap: Reason; readonly retry_after_s: number | null }

/** One question of a look-up. Its members have the names that they have in a pack. */
export interface KeptAsk {
  /** `<source>.<operation>`, with `#2` for the second node that asks it, in the order of the endpoint's graph. */
  readonly node: string
  readonly source: string
  readonly operation: string
  /** Of the operation: it rises when its digest means something else. */
  readonly digest_version: number
  readonly question: unknown
  readonly outcome: Outcome
  /** ISO times; null where nothing was fetched. */
  readonly fetched_at: string | null
  readonly fresh_until: string | null
  /** Null where there is no answer. */
  readonly from: Origin | null
}

/** How long an ask took, milliseconds since the look-up began. It is not part of what is hashed. */
export interface AskTiming {
  readonly began: number
  readonly took: number
}

/** The score of an answer, for lists: null where it has none. */
export interface KeptScore {
  readonly score: number | null
  readonly rating: string | null
}

/** What an answer was made from. Equal inputs give equal `data` and `missing`: see core/engine/replay.ts. */
export interface Provenance {
  readonly endpoint: string
  /** Of the service, and of each package whose code took part, by its id. */
  readonly versions: Readonly<Record<string, string>>
  readonly asked: Readonly<Record<string, unknown>>
  readonly depth: Depth
  readonly include: readonly string[] | null
  /** The clock of the look-up, an ISO time. */
  readonly now: string
  /** The settings of the endpoint in full: prices, own settings, scores. */
  readonly settings: unknown
  /** The name of these settings, as in `_meta.settings`. */
  readonly settingsHash: string
  readonly asks: readonly KeptAsk[]
  readonly answer: { readonly data: unknown; readonly missing: unknown; readonly verdict: string }
}

export interface KeptGathering extends Provenance {
  /** `/entity/99000025`: the path of the question below `/api/v1`, without its query. */
  readonly path: string
  /** Equal for equal questions at the same depth, whatever the settings: `Plan.lookupHash`. */
  readonly lookup: string
  readonly score: KeptScore
  /** When it was made, Unix milliseconds, where that is not now: of sample data. */
  readonly madeAt?: number
  /** One for each ask, in their order. */
  readonly timings: readonly AskTiming[]
}

/** A row of a list of packs. */
export interface EvidenceRow extends KeptScore {
  /** `ev_` and 64 hex digits. */
  readonly id: string
  readonly path: string
  readonly endpoint: string
  readonly depth: Depth
  readonly verdict: string
  /** When it was made, Unix milliseconds. */
  readonly at: number
}

export interface EvidenceFound {
  readonly row: EvidenceRow
  /** The pack with its values and their salts, as JSON: see the package `@domesday/verify`. */
  readonly pack: unknown
  readonly timings: readonly AskTiming[]
}

/** Which packs: all, or those that this owner was charged for. Newest first. */
export interface EvidenceQuery {
  /** The id of a key or of a payment; null for the operator, who reads all. */
  readonly owner: string | null
  readonly path?: string
  readonly lookup?: string
  /** Made before this time, Unix milliseconds. */
  readonly before?: number
  /** Made at or after it. */
  readonly since?: number
  readonly limit: number
  /** `next` of the page before. */
  readonly cursor?: string
}

export interface EvidencePage {
  readonly rows: readonly EvidenceRow[]
  /** The cursor of the next page; null for the last. */
  readonly next: string | null
}

/** In which packs a subject is found. */
export interface EvidenceAbout {
  /** How many packs, by endpoint. */
  readonly endpoints: Readonly<Record<string, number>>
  /** The newest of them, at most a hundred. */
  readonly newest: readonly EvidenceRow[]
}

export interface OpenEvidence {
  /** Called once a server listens: for what may take a while, such as the first key that signs. Never rejects. */
  begin?(): Promise<void>
  /**
   * Names the pack of a gathered answer, `ev_…`, and writes it later. Null where it is not kept: `keep` is 0, the queue
   * is full, or it is larger than a pack may be.
   */
  keep(gathered: KeptGathering): string | null
  /** Notes, later, that this key or payment was charged for it. */
  own(id: string, owner: string): void
  /** Null where it is unknown, erased, expired or another's. `owner`: as in `EvidenceQuery`. */
  find(id: string, owner: string | null): Promise<EvidenceFound | null>
  /** At most a thousand rows. Rejects with a `Failure` for a cursor that is none of this list. */
  list(query: EvidenceQuery): Promise<EvidencePage>
  /** Packs in whose digests or question this subject (a path, an id or a name) is found. */
  about(subject: string): Promise<EvidenceAbout>
  /** Removes the digests with this subject, and every pack that rests on them; how many packs. */
  forget(subject: string): Promise<number>
  /** A pack as a signed file, in its canonical bytes. */
  sign(pack: unknown): Promise<string>
  /** The public keys that sign or once signed: a JWK Set. */
  keySet(): Promise<object>
  readonly gauges: readonly Gauge[]
  /** Writes what is queued. */
  flush(): Promise<void>
  /** Writes what is queued, and closes the store. */
  close(): Promise<void>
}

export interface EvidenceParts<S = unknown> {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly mode: 'sandbox' | 'live'
  /** Its current settings. */
  readonly settings: () => S
  /** How long the terms of each source allow to keep its digests. */
  readonly sources: ReadonlyMap<string, AnySource>
  readonly log: Readonly<Record<'info' | 'warn', (details: object, message: string) => void>>
  /** The wall clock, Unix milliseconds. */
  readonly now?: () => number
  /** True for a command: only servers delete expired packs and report dead servers. */
  readonly isCommand?: boolean
}

export interface EvidenceStore<S extends Shapes = Shapes> {
  readonly port: 'evidence'
  readonly id: string
  /** The package's own folder, `import.meta.dirname`: its `defaults.yaml` is found there. */
  readonly home: string
  /** Shapes of its own settings: `config/evidence/<id>.yaml` over its `defaults.yaml`. */
  readonly settings?: S
  open(parts: EvidenceParts<All<S>>): OpenEvidence | Promise<OpenEvidence>
  /** For `domesday migrate`, where a start does not migrate by itself; null where nothing is kept yet. */
  migrate?(
    parts: Pick<EvidenceParts, 'env' | 'mode'> & { readonly now: boolean },
  ): Promise<{ readonly from: number; readonly to: number } | null>
}

export const evidence = <S extends Shapes>(declared: Omit<EvidenceStore<S>, 'port'>): EvidenceStore<S> => ({
  port: 'evidence',
  ...declared,
})
