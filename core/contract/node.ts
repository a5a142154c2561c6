/**
 * Nodes: the typed values that an answer is made of. An endpoint is a graph of them. A node lists its inputs, so that a
 * cycle cannot be written, and the core knows what a section needs without running anything.
 *
 * A node may have no value in three ways. **Unasked**: its input function returned `null`, or it stands above the depth
 * that was asked; nodes that rest on it are unasked too. **None**: an operation or a `derive` returned `null`,
 * `noSuch(…)` or `ambiguous(…)`. **Gap**: it failed, is not covered, not configured or not imported, or rests on such a
 * node. A plugin's code is called with known values only, unless it says `maybe` or `some`.
 */
import type { Ambiguous, NoSuch, NotCovered, NotImported } from './absence.ts'
import type { All, Shapes } from './shape.ts'
import type { Operation, Tolerant } from './operation.ts'
import { ukDay } from './words.ts'

declare const value: unique symbol

export type Depth = 'summary' | 'standard' | 'full'
export const depths: readonly Depth[] = ['summary', 'standard', 'full']
export const depthRank = (depth: Depth): number => depths.indexOf(depth)

/** A node as plugins see it. It is no union, because tsc prints every member of a union where types do not fit. */
export interface Node<T> {
  readonly [value]?: T
  readonly kind: PlainNode['kind'] | 'gates' | 'score'
  readonly inputs: Nodes
}
export type Nodes = Readonly<Record<string, Node<any>>>
export type Value<N> = N extends Node<infer T> ? T : never
export type Known<N extends Nodes> = { readonly [K in keyof N]: Value<N[K]> }

/** A type without the ways not to have a value. */
export type Some<T> = Exclude<T, null | undefined | NoSuch | Ambiguous | NotCovered | NotImported>
type Ask<N extends Nodes, In> = (known: Known<N>) => In | NotCovered | null

interface Kind<K extends string, Inputs = Nodes> {
  readonly kind: K
  readonly inputs: Inputs
}
type One = { readonly of: Node<any> }
export interface ParametersNode extends Kind<'asked' | 'settings'> {
  readonly shapes: Shapes
}
interface Asking<K extends string> extends Kind<K> {
  readonly operation: Operation<any, any>
  readonly input: (known: any) => unknown
}
export interface EachNode extends Asking<'each'> {
  /** Whether single answers may be missing. */
  readonly tolerant: boolean
}
export type QuestionNode = Asking<'need'> | EachNode
export interface DeriveNode extends Kind<'derive'> {
  readonly from: (known: any) => unknown
}
export interface FromNode extends Kind<'from', One> {
  readonly depth: Depth
}
/** Every kind but scores and gates, as the core sees it. */
export type PlainNode =
  | ParametersNode
  | Kind<'now' | 'depth'>
  | QuestionNode
  | DeriveNode
  | Kind<'first' | 'some'>
  | FromNode
  | Kind<'maybe', One>

const node = <T>(made: PlainNode): Node<T> => made as Node<T>

/** The caller's parameters. Those that the path does not name are query parameters. */
export const params = <S extends Shapes>(shapes: S): Node<All<S>> & { readonly shapes: S } => ({
  kind: 'asked',
  inputs: {},
  shapes,
})
/** The endpoint's own settings, from its `defaults.yaml` under `settings:`. */
export const settings = <S extends Shapes>(shapes: S): Node<All<S>> & { readonly shapes: S } => ({
  kind: 'settings',
  inputs: {},
  shapes,
})
/** The time: of the machine in live mode, of the sample data in the sandbox. */
export const now: Node<Date> = node({ kind: 'now', inputs: {} })
/** The depth that was asked; always `full` where all depths have one price. */
export const depth: Node<Depth> = node({ kind: 'depth', inputs: {} })

/** Asks an operation one question. Where `input` returns `null`, nothing is asked. */
export const need = <In, Out, N extends Nodes>(
  operation: Operation<In, Out>,
  inputs: N,
  input: Ask<N, NoInfer<In>>,
): Node<Some<Out>> => node({ kind: 'need', inputs, operation, input })

/**
 * Asks a list of questions at once. All must be answered; with `each(maybe(operation), …)` at least one, and the other
 * answers are null.
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
export function each(
  of: Tolerant<any, any> | Operation<any, any>,
  inputs: Nodes,
  input: (known: any) => unknown,
): Node<any> {
  const tolerant = 'maybe' in of
  return node({ kind: 'each', inputs, operation: tolerant ? of.maybe : of, tolerant, input })
}

/**
 * A value computed from others. `null` and `noSuch(…)` mean that there is none, `ambiguous(…)` that several subjects
 * may be meant, `notCovered(…)` that no source covers it, so that none is asked.
 */
export const derive = <const T, N extends Nodes>(inputs: N, from: (known: Known<N>) => T): Node<Some<T>> =>
  node({ kind: 'derive', inputs, from })

/** The day in the United Kingdom, `YYYY-MM-DD`: in summer it begins an hour before that of UTC. */
export const today: Node<string> = derive({ now }, ({ now }) => ukDay(now))

/**
 * The first that has a value. It goes on past unasked and none; not past `ambiguous(…)`, nor past a failure, which
 * would turn an outage into a wrong answer.
 */
export const first = <const N extends readonly Node<any>[]>(...of: N): Node<Some<Value<N[number]>>> =>
  node({ kind: 'first', inputs: Object.fromEntries(of.entries()) })

/** Several values, of which at least one must be there; the others are null. */
export const some = <N extends Nodes>(of: N): Node<{ readonly [K in keyof N]: Value<N[K]> | null }> =>
  node({ kind: 'some', inputs: of })

/** The value, but only from this depth up. */
export const from = <T>(depth: Depth, of: Node<T>): Node<T> => node({ kind: 'from', inputs: { of }, depth })

/** The value, or null where there is none for any reason. Gaps under it are still listed in `_meta.missing`. */
export function maybe<In, Out>(of: Operation<In, Out>): Tolerant<In, Some<Out>>
export function maybe<T>(of: Node<T>): Node<T | null>
export function maybe(of: Node<any> | Operation<any, any>): unknown {
  return 'kind' in of ? node({ kind: 'maybe', inputs: { of } }) : { maybe: of }
}
