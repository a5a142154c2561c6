/** An operation: one question to a source. `get` is an HTTP call, `run` a sequence of calls, `ask` a dataset query. */
import type { Some } from './absence.ts'
import type { Nation } from './nation.ts'
import type { Shape } from './shape.ts'
import type { Wire } from './wire.ts'

declare const value: unique symbol

export interface OperationAbout<In> {
  /** The nations that it covers, by default those of its source. */
  readonly covers?: readonly Nation[]
  /** Of its digest, 1 by default: it rises when a digest means something else, so that kept ones are not misread. */
  readonly version?: number
  /** The wire format has not been checked against the real service. */
  readonly confidence?: 'unconfirmed'
  /** The part of its source that a question concerns, if the part has its own terms; else null. */
  readonly part?: (input: In) => string | null
}

export interface WithDigest<In, D> extends OperationAbout<In> {
  /**
   * The shape of its answers, in the words, types and units in which sections show them. Every answer is checked
   * against it before it is cached: one of another shape is a failure of the source.
   */
  readonly digest: Shape<D>
}

/** `Out` is what it answers: its digest, and the ways to have none that its code returns. */
export interface Operation<In, Out> extends WithDigest<any, Some<Out>> {
  readonly [value]?: (input: In) => Out
  readonly id: string
  readonly source: { readonly id: string; readonly title: string; readonly optional?: true }
  readonly how: How
}

/** An operation that may fail: in `each(maybe(operation), …)` a missing answer is null. */
export interface Tolerant<In, Out> {
  readonly maybe: Operation<In, Out>
}

/**
 * How an operation is answered. `kind` selects the client. A package with its own client uses kinds with a colon, such
 * as `acme:register`, to avoid clashes.
 */
export type How = CallHow | RunHow | QueryHow | OtherHow
export interface OtherHow {
  readonly kind: `${string}:${string}`
}
/** One HTTP call. */
export interface CallHow {
  readonly kind: 'get'
  readonly path: (input: any) => Path
  readonly post?: (input: any) => Post
  readonly headers?: Readonly<Record<string, string>>
  readonly as: BodyFormat
  readonly parse?: (body: any) => unknown
  readonly wire?: Wire<any>
  readonly read: (wire: any, input: any, unread?: any) => unknown
  readonly none?: (reply: Reply, input: any) => unknown
}
/** Several questions as one. */
export interface RunHow {
  readonly kind: 'run'
  readonly run: (input: any, tools: Tools) => Promise<unknown>
}
/** A query of a dataset. */
export interface QueryHow {
  readonly kind: 'ask'
  readonly answer: (rows: any, input: any) => unknown
}

/** A path below the source's base address, or a URL on one of the source's hosts; with its query. */
export type Path = string | readonly [path: string, query: Query]
/** Undefined and null are omitted; a list becomes one parameter for each member. */
export type Query = Readonly<
  Record<string, string | number | boolean | undefined | null | readonly (string | number)[]>
>
export type Post =
  | { readonly json: unknown }
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly text: string; readonly type: string }
/**
 * How a body is parsed. `text` is left as it was sent. `xml` gives members by name, for records; `tree` gives an
 * `XmlElement`, for documents, where text and elements mix and their order counts.
 */
export type BodyFormat = 'json' | 'xml' | 'tree' | 'csv' | 'text'

/**
 * An element of a document that is read as a `tree`, at most 256 deep. Names have their prefixes; `xmlns` and
 * `xmlns:…` are among the attributes. Text is decoded, and keeps its blanks; comments and instructions are left out.
 */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Elements and texts in the order of the document. */
  readonly children: readonly (XmlElement | string)[]
}

/** A response other than 2xx. Header names are lower case; the body is cut at 64 kB. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Thrown by `read` if a 2xx reports a transient failure, such as a page that says that the service is busy. The
 * question is retried after `after` seconds, within the source's `tries`.
 */
export class Passing extends Error {
  readonly after: number
  constructor(why: string, after: number) {
    super(why)
    this.name = 'Passing'
    this.after = after
  }
}
export const passing = (why: string, after = 1): Passing => new Passing(why, after)

/** What a `run` may use. Each operation that it asks has its own limits, cache and timeout. */
export interface Tools {
  ask<In, Out>(operation: Operation<In, Out>, input: In): Promise<Out>
  /** The clock, epoch milliseconds; in the sandbox that of the sample data. */
  now(): number
}
