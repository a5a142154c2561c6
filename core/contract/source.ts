/** A source: one upstream with one credential, one limiter, one licence line and one cache namespace. */
import { dataset, type Dataset, type StoreAbout } from './dataset.ts'
import type { Nation } from './nation.ts'
import type { How, Operation, Path, Post, BodyFormat, Reply, Tools } from './operation.ts'
import type { SourceAbout } from './source-about.ts'

export interface Get<In, Wire, Out, None> {
  readonly path: (input: In) => Path
  readonly post?: (input: In) => Post
  readonly headers?: Readonly<Record<string, string>>
  /** `json` unless said otherwise. */
  readonly as?: BodyFormat
  /** Pure and tolerant: a digest in the domain's words. It is all that the memo keeps. */
  readonly read: (wire: Wire, input: In) => Out
  /**
   * Reads an answer of 4xx that means "there is none". Throws or gives undefined for what is a fault; without it
   * every 4xx is one.
   */
  readonly none?: (reply: Reply, input: In) => None | undefined
  readonly covers?: readonly Nation[]
  readonly confidence?: 'unconfirmed'
  /** The part of the source that a question is about, where its terms are not those of the rest. */
  readonly part?: (input: In) => string | null
}

export interface Source extends SourceAbout {
  readonly kind: 'http'
  /** Filled as operations are declared: their ids are legal `ttl` keys. */
  readonly operations: Map<string, Operation<any, any>>
  /** One HTTP call and its reading. */
  get<In, Wire, Out, None = never>(id: string, how: Get<In, Wire, Out, None>): Operation<In, Out | None>
  /** What belongs to the upstream: paging, the order of attempts. All or nothing, because its result is cached. */
  run<In, Out>(
    id: string,
    run: (input: In, tools: Tools) => Promise<Out>,
    about?: {
      readonly covers?: readonly Nation[]
      readonly confidence?: 'unconfirmed'
      readonly part?: (input: In) => string | null
    },
  ): Operation<In, Out>
  /**
   * What is harvested of it while the upstream likes to be read, for its `run`s to ask first. Only `domesday datasets
   * pull <id>` fills it: until then whatever asks it is `not_imported`, in the sandbox too.
   */
  store<Row, K extends keyof Row = never>(about: StoreAbout<Row, K>): Dataset<Row, K>
  /** Set by `store`. */
  readonly stored: Dataset | null
}

export const source = (about: SourceAbout): Source => {
  const operations = new Map<string, Operation<any, any>>()
  let stored: Dataset | null = null
  const declared: Source = {
    ...about,
    kind: 'http',
    operations,
    get: (id, { covers, confidence, part, ...how }) =>
      add(id, { kind: 'get', as: 'json', ...how }, covers, confidence, part),
    run: (id, run, { covers, confidence, part } = {}) => add(id, { kind: 'run', run }, covers, confidence, part),
    store: (kept) => {
      if (stored !== null) throw new TypeError(`source ${about.id} declares two stores`)
      const own = dataset({ ...about, ...kept })
      stored = own
      return own
    },
    get stored() {
      return stored
    },
  }
  const add = (
    id: string,
    how: How,
    covers = about.covers,
    confidence?: 'unconfirmed',
    part?: (input: any) => string | null,
  ): Operation<any, any> => {
    const operation = {
      id,
      source: declared,
      how,
      ...(covers && { covers }),
      ...(confidence && { confidence }),
      ...(part && { part }),
    }
    if (operations.has(id)) throw new TypeError(`source ${about.id} declares the operation '${id}' twice`)
    operations.set(id, operation)
    return operation
  }
  return declared
}
