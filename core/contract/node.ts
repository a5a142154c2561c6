/**
 * Nodes: the typed values an answer rests on. An endpoint is a graph of them. A node lists its inputs, so a cycle
 * cannot be written and the core can tell, without running anything, what a section needs.
 *
 * There are three ways not to have a value. **Unasked**: an input function gave `null`, or the node stands above the
 * depth that was asked; what rests on it is absent. **None**: an operation or a `derive` gave `null`, `noSuch(…)` or
 * `ambiguous(…)`. **Gap**: it failed, is not covered, not configured, not imported, or rests on such a one. Author's
 * code sees only known values, unless it says `maybe` or `some`.
 */
import type { All, Shapes } from './shape.ts'
import type { Operation, Tolerant } from './operation.ts'
import { ukDay } from './words.ts'

declare const value: unique symbol

export type Depth = 'summary' | 'standard' | 'full'
export const depths: readonly Depth[] = ['summary', 'standard', 'full']
export const depthRank = (depth: Depth): number => depths.indexOf(depth)

export interface Node<T> {
  readonly [value]?: T
  readonly kind: NodeKind
  readonly inputs: Nodes
}
export type NodeKind =
  | 'asked'
  | 'settings'
  | 'now'
  | 'depth'
  | 'need'
  | 'each'
  | 'derive'
  | 'first'
  | 'some'
  | 'from'
  | 'maybe'
  | 'gates'
  | 'score'
export type Nodes = Readonly<Record<string, Node<any>>>
export type Value<N> = N extends Node<infer T> ? T : never
export type Known<N extends Nodes> = { readonly [K in keyof N]: Value<N[K]> }

/** Says that a question lies outside what a source covers, where that is finer than a nation. */
export class NotCovered {
  readonly where: string
  constructor(where: string) {
    this.where = where
  }
}
export const notCovered = (where: string): NotCovered => new NotCovered(where)

/** Says that a dataset of several files would answer from one that is not on this machine. */
export class NotImported {
  readonly part: string
  constructor(part: string) {
    this.part = part
  }
}
export const notImported = (part: string): NotImported => new NotImported(part)

/**
 * A subject that may have been meant. What a kind of subject lacks, or the source does not state, is left out or
 * null.
 */
export interface Candidate {
  /** What asks for this subject and no other: a company number, an officer id, a postcode. */
  readonly id: string
  /** What people call it. */
  readonly label: string
  readonly status?: string | null
  /** The day from which it exists. */
  readonly since?: string | null
  /** Where it is, in one line. Never of a person. */
  readonly address?: string | null
  /** A person's month of birth, `YYYY-MM`. */
  readonly born?: string | null
  /** How many appointments a person holds or held. */
  readonly appointments?: number | null
}

/** Says that what was asked for does not exist. For a required node these words are the 404. */
export class NoSuch {
  readonly detail: string
  /** Near misses, the nearest first. */
  readonly suggestions: readonly Candidate[]
  constructor(detail: string, suggestions: readonly Candidate[] = []) {
    this.detail = detail
    this.suggestions = suggestions
  }
}
export const noSuch = (detail: string, suggestions?: readonly Candidate[]): NoSuch => new NoSuch(detail, suggestions)

/** Says that several subjects may be meant, and nobody can tell which. For a required node these words are the 409. */
export class Ambiguous {
  readonly detail: string
  /** The likeliest first. */
  readonly candidates: readonly Candidate[]
  constructor(detail: string, candidates: readonly Candidate[]) {
    this.detail = detail
    this.candidates = candidates
  }
}
export const ambiguous = (detail: string, candidates: readonly Candidate[]): Ambiguous =>
  new Ambiguous(detail, candidates)

/** What is left of a type once there is something. */
export type Some<T> = Exclude<T, null | undefined | NoSuch | Ambiguous | NotCovered | NotImported>
type Ask<N extends Nodes, In> = (known: Known<N>) => In | NotCovered | null

const node = <T>(kind: NodeKind, inputs: Nodes = {}, rest: object = {}): Node<T> => ({ kind, inputs, ...rest })

/** What the caller gave. A parameter that the path does not name is a query parameter. */
export const params = <S extends Shapes>(shapes: S): Node<All<S>> & { readonly shapes: S } => ({
  ...node<All<S>>('asked'),
  shapes,
})
/** The endpoint's own settings, from its `defaults.yaml` under `settings:`. */
export const settings = <S extends Shapes>(shapes: S): Node<All<S>> & { readonly shapes: S } => ({
  ...node<All<S>>('settings'),
  shapes,
})
/** The world's clock: the machine's in live mode, the sample world's own date in the sandbox. */
export const now: Node<Date> = node('now')
/** The depth that was asked; `full` where the price is flat. */
export const depth: Node<Depth> = node('depth')

/** Asks an operation one question. An input function that gives `null` has nothing to ask. */
export const need = <In, Out, N extends Nodes>(
  operation: Operation<In, Out>,
  inputs: N,
  input: Ask<N, NoInfer<In>>,
): Node<Some<Out>> => node('need', inputs, { operation, input })

/**
 * Asks a list of questions at once. Every answer must be there, or with `each(maybe(operation), …)` at least one: the
 * others are null.
 */
export function each<In, Out, N extends Nodes>(
  of: Tolerant<In, Out>,
  inputs: N,
  input: Ask<N, readonly NoInfer<In>[]>,
): Node<readonly (Out | null)[]>
export function each<In, Out, N extends Nodes>(
  of: Operation<In, Out>,
  inputs: N,
  input: Ask<N, readonly NoInfer<In>[]>,
): Node<readonly Some<Out>[]>
export function each(of: object, inputs: Nodes, input: unknown): Node<any> {
  return node(
    'each',
    inputs,
    'maybe' in of ? { operation: of.maybe, tolerant: true, input } : { operation: of, tolerant: false, input },
  )
}

/**
 * A value worked out from others. `null` and `noSuch(…)` mean that there is none, `ambiguous(…)` that several may be
 * meant; `notCovered(…)` that no source is to be asked on it.
 */
export const derive = <const T, N extends Nodes>(inputs: N, from: (known: Known<N>) => T): Node<Some<T>> =>
  node('derive', inputs, { from })

/** What day it is in the United Kingdom, `YYYY-MM-DD`: in summer it begins an hour before the one of UTC. */
export const today: Node<string> = derive({ now }, ({ now }) => ukDay(now))

/**
 * The first that is there: goes on past unasked and none, never past a failure, so that an outage cannot become a
 * wrong answer, nor past `ambiguous(…)`.
 */
export const first = <const N extends readonly Node<any>[]>(...of: N): Node<Some<Value<N[number]>>> =>
  node('first', Object.fromEntries(of.entries()))

/** At least one of several; the others are null. */
export const some = <N extends Nodes>(of: N): Node<{ readonly [K in keyof N]: Value<N[K]> | null }> => node('some', of)

/** The value, but only from this depth up. */
export const from = <T>(depth: Depth, of: Node<T>): Node<T> => node('from', { of }, { depth })

/** The value, or null for whatever reason it is not there. A gap under it is still a row of `missing`. */
export function maybe<In, Out>(of: Operation<In, Out>): Tolerant<In, Some<Out>>
export function maybe<T>(of: Node<T>): Node<T | null>
export function maybe(of: object): unknown {
  return 'kind' in of ? node('maybe', { of: of as Node<unknown> }) : { maybe: of }
}

/** Every node under these, each once. Import checks, the catalogue and the docs read the graph through it. */
export function* walk(inputs: Nodes, seen = new Set<Node<any>>()): Generator<Node<any>> {
  for (const one of Object.values(inputs)) {
    if (seen.has(one)) continue
    seen.add(one)
    yield one
    yield* walk(one.inputs, seen)
  }
}
