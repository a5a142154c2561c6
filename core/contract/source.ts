/** A source: one upstream with one credential, one rate limiter, one attribution and one cache namespace. */
import { addOperation } from './add-operation.ts'
import { dataset, type Dataset, type StoreAbout } from './dataset.ts'
import type { Closed, Fit } from './fit.ts'
import type { Absent, Partly, Some } from './absence.ts'
import type { BodyFormat, Operation, OtherHow, Path, Post, Reply, Tools, WithDigest } from './operation.ts'
import type { SourceAbout } from './source-about.ts'
import type { Wire as WireShape } from './wire.ts'

export interface Get<In, Wire, D, R, None> extends WithDigest<In, D> {
  readonly path: (input: In) => Path
  readonly post?: (input: In) => Post
  readonly headers?: Readonly<Record<string, string>>
  /** By default `json`. */
  readonly as?: BodyFormat
  /** Makes of the body what `wire` describes: of a text that is JSON once it is mended. Throws as `read` does. */
  readonly parse?: (body: any) => unknown
  /** What the upstream sends: `read` is given that, and nothing else. Without it `read` has to look for itself. */
  readonly wire?: WireShape<Wire>
  /**
   * Turns the response into a digest in domain terms. Only the digest is cached. Pure; tolerates malformed data.
   * `unread`: how many rows could not be read, and were left out.
   */
  readonly read: (wire: Wire, input: In, unread: number) => R & Closed<R, D>
  /**
   * Reads a 4xx that means "there is none", and returns the value for that. Throws or returns undefined if the 4xx is a
   * failure. Without `none` every 4xx is a failure.
   */
  readonly none?: (reply: Reply, input: In) => None | undefined
}

export interface Source extends SourceAbout {
  readonly kind: 'http'
  /** Its operations by id; the settings' `ttl` has these keys. */
  readonly operations: Map<string, Operation<any, any>>
  /** Declares an operation that is one HTTP call. */
  get<In, Wire, const R extends D | Absent | Partly, D, None = never>(
    id: string,
    how: Get<In, Wire, D, R, None>,
  ): Operation<In, D | Extract<R, Absent> | None>
  /** Declares an operation of several calls, such as paging. If one call fails, all fail: the result is cached. */
  run<In, Out, D>(
    id: string,
    run: (input: In, tools: Tools) => Promise<Out>,
    about: WithDigest<In, D>,
  ): Fit<Some<Out>, D, Operation<In, D | Extract<Out, Absent>>>
  /** Declares an operation of another kind, for a package with its own client. */
  declare<In, D>(id: string, how: OtherHow, about: WithDigest<In, D>): Operation<In, D | Absent>
  /**
   * Declares a dataset that is harvested from this source in the hours that suit the upstream. A `run` queries it
   * before it calls. Only `domesday datasets pull <id>` fills it: until then its operations are `not_imported`, in the
   * sandbox too.
   */
  store<Row, K extends keyof Row = never>(about: StoreAbout<Row, K>): Dataset<Row, K>
  /** Set by `store`. */
  readonly stored: Dataset | null
}

export const source = (about: SourceAbout): Source => {
  let stored: Dataset | null = null
  const declared: Source = {
    ...about,
    kind: 'http',
    operations: new Map(),
    get: (id, { covers, confidence, version, part, digest, ...how }) =>
      addOperation(declared, id, { kind: 'get', as: 'json', ...how }, { covers, confidence, version, part, digest }),
    run: ((id: string, run: (input: any, tools: Tools) => Promise<unknown>, about: WithDigest<any, any>) =>
      addOperation(declared, id, { kind: 'run', run }, about)) as Source['run'],
    declare: (id, how, about) => addOperation(declared, id, how, about),
    store: (declaration) => {
      if (stored !== null) throw new TypeError(`source ${about.id} declares two stores`)
      const own = dataset({ ...about, ...declaration })
      stored = own
      return own
    },
    get stored() {
      return stored
    },
  }
  return declared
}
