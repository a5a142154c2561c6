/**
 * An operation: one question that a source answers. Live ones are HTTP calls, `run`s belong to the upstream, `ask`s
 * query a dataset.
 */
import type { Nation } from './nation.ts'

declare const value: unique symbol

export interface Operation<In, Out> {
  readonly [value]?: (input: In) => Out
  readonly id: string
  readonly source: { readonly id: string; readonly title: string; readonly optional?: true }
  /** Nations outside of which the answer is `not_covered`, without a call. */
  readonly covers?: readonly Nation[]
  /** Set where the wire shape could not be checked against the real service. */
  readonly confidence?: 'unconfirmed'
  /** The part of its source that a question is about, where that has terms of its own; null for all else. */
  readonly part?: (input: any) => string | null
  readonly how: How
}

/** `each(maybe(operation), …)`: an answer that is not there is null. */
export interface Tolerant<In, Out> {
  readonly maybe: Operation<In, Out>
}

/**
 * How an operation is answered: the kind finds the client, which knows what else belongs to it. A package that brings a
 * client of its own names its kinds with a colon, `acme:register`, so that no two mean the same.
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
  readonly read: (wire: any, input: any) => unknown
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

/**
 * A path below the source's base address (or an absolute address on a host that the source declares), and its query.
 */
export type Path = string | readonly [path: string, query: Query]
/** Undefined and null are left out; a list repeats its name. */
export type Query = Readonly<
  Record<string, string | number | boolean | undefined | null | readonly (string | number)[]>
>
export type Post =
  | { readonly json: unknown }
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly text: string; readonly type: string }
/** How a body is read. `text` hands over the string as sent. */
export type BodyFormat = 'json' | 'xml' | 'csv' | 'text'

/**
 * An answer that is not a 2xx, as `none` and `slow` see it. Header names are lower case; the body is text, 64 kB at
 * most.
 */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Thrown by `read` at a 2xx that says nothing of the subject and may be another one in a moment, such as a page that
 * the service is busy: the question is asked again, after so many seconds, as far as the source's tries allow.
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

/** What a `run` may do: ask other operations. Limits, cache and time limits hold for each. */
export interface Tools {
  ask<In, Out>(operation: Operation<In, Out>, input: In): Promise<Out>
  /** The machine's clock, epoch milliseconds: for the age of what a store holds. */
  now(): number
}
