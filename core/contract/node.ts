/**
 * Nodes: the typed values that an answer is made of. An endpoint is a graph of them. A node lists its inputs, so that a
 * cycle cannot be written, and the core knows what a section needs without running anything.
 *
 * A node may have no value in three ways. **Unasked**: its input function returned `null`, or it stands above the depth
 * that was asked; nodes that rest on it are unasked too. **None**: an operation or a `derive` returned `null`,
 * `noSuch(…)` or `ambiguous(…)`. **Gap**: it failed, is not covered, not configured or not imported, or rests on such a
 * node. A plugin's code is called with known values only, unless it says `maybe` or `some`.
 */
import type { NotCovered, Some } from './absence.ts'
import { list, object, orNull, type All, type Shape, type Shapes } from './shape.ts'
import { calledByName, inputsNamed } from './inputs.ts'
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
/** What a node rests on: one node, or several by name. */
export type Inputs = Node<any> | Nodes
export type Value<N> = N extends Node<infer T> ? T : never
export type Known<N extends Nodes> = { readonly [K in keyof N]: Value<N[K]> }
/** What a plugin's code is called with: the value of one node, or the values by name. */
export type ValuesOf<N> = N extends Node<infer T> ? T : N extends Nodes ? Known<N> : never

/** A node with the shape of its value, so that a section can show it. */
export interface Shown<T, V = Some<T>> extends Node<V> {
  readonly shape: Shape<T>
}

type Ask<N, In> = (known: ValuesOf<N>) => In | NotCovered | null
/** A question may be left out where the value of the one node is itself the question. */
type Question<N, In> =
  N extends Node<infer T> ? ([T] extends [In] ? [input?: Ask<N, In>] : [input: Ask<N, In>]) : [input: Ask<N, In>]

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
  /** Part of a section: computed inside it, where null is shown. As an input of another node its null means none. */
  readonly view?: true
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

const node = <T>(made: PlainNode, shape?: Shape<any>): Node<T> => (shape ? { ...made, shape } : made) as Node<T>

const shapeOf = (of: Node<any>): Shape<any> | undefined => (of as Partial<Shown<any>>).shape
const itself = (known: unknown): unknown => known

/** The caller's parameters. Those that the path does not name are query parameters. */
export const params = <S extends Shapes>(shapes: S): Shown<All<S>> & { readonly shapes: S } => ({
  kind: 'asked',
  inputs: {},
  shapes,
  shape: object(shapes),
})
/** The endpoint's own settings, from its `defaults.yaml` under `settings:`. */
export const settings = <S extends Shapes>(shapes: S): Shown<All<S>> & { readonly shapes: S } => ({
  kind: 'settings',
  inputs: {},
  shapes,
  shape: object(shapes),
})
/** The time: of the machine in live mode, of the sample data in the sandbox. */
export const now: Node<Date> = node({ kind: 'now', inputs: {} })
/** The depth that was asked; always `full` where all depths have one price. */
export const depth: Node<Depth> = node({ kind: 'depth', inputs: {} })

/** Asks an operation one question: the value of the one node, or what `input` makes. Null: nothing is asked. */
export const need = <In, Out, N extends Inputs>(
  operation: Operation<In, Out>,
  of: N,
  ...[input = itself as never]: Question<N, NoInfer<In>>
): Shown<Some<Out>> =>
  node({ kind: 'need', inputs: inputsNamed(of), operation, input: calledByName(of, input) }, operation.digest) as never

/**
 * Asks a list of questions at once. All must be answered; with `each(maybe(operation), …)` at least one, and the other
 * answers are null.
 */
export function each<In, Out, N extends Inputs>(
  of: Tolerant<In, Out>,
  inputs: N,
  ...[input]: Question<N, readonly NoInfer<In>[]>
): Shown<readonly (Some<Out> | null)[]>
export function each<In, Out, N extends Inputs>(
  of: Operation<In, Out>,
  inputs: N,
  ...[input]: Question<N, readonly NoInfer<In>[]>
): Shown<readonly Some<Out>[]>
export function each(
  of: Tolerant<any, any> | Operation<any, any>,
  inputs: Inputs,
  input: (known: any) => unknown = itself,
): Node<any> {
  const tolerant = 'maybe' in of
  const operation = tolerant ? of.maybe : of
  const { digest } = operation
  return node(
    { kind: 'each', inputs: inputsNamed(inputs), operation, tolerant, input: calledByName(inputs, input) },
    list(tolerant ? orNull(digest) : digest),
  )
}

/**
 * A value computed from others. `null` and `noSuch(…)` mean that there is none, `ambiguous(…)` that several subjects
 * may be meant, `notCovered(…)` that no source covers it, so that none is asked.
 */
export const derive = <const T, N extends Inputs>(of: N, from: (known: ValuesOf<N>) => T): Node<Some<T>> =>
  node({ kind: 'derive', inputs: inputsNamed(of), from: calledByName(of, from) })

/** The day in the United Kingdom, `YYYY-MM-DD`: in summer it begins an hour before that of UTC. */
export const today: Node<string> = derive({ now }, ({ now }) => ukDay(now))

/**
 * The first that has a value. It goes on past unasked and none; not past `ambiguous(…)`, nor past a failure, which
 * would turn an outage into a wrong answer.
 */
export const first = <const N extends readonly Node<any>[]>(
  ...of: N
): N[number] extends Shown<infer T, any> ? Shown<Some<T>> : Node<Some<Value<N[number]>>> =>
  node({ kind: 'first', inputs: Object.fromEntries(of.entries()) }, shapeOf(of.at(-1)!)) as never

/** Several values, of which at least one must be there; the others are null. Its shape is made of theirs. */
export const some = <N extends Nodes>(
  of: N,
): N extends Readonly<Record<string, Shown<any, any>>>
  ? Shown<
      { readonly [K in keyof N]: N[K] extends Shown<infer T, any> ? Some<T> | null : never },
      { readonly [K in keyof N]: Value<N[K]> | null }
    >
  : Node<{ readonly [K in keyof N]: Value<N[K]> | null }> => {
  const shapes = Object.entries(of).map(([name, one]) => [name, shapeOf(one)] as const)
  const shape = shapes.every(([, shape]) => shape)
    ? object(Object.fromEntries(shapes.map(([name, shape]) => [name, orNull(shape!)])))
    : undefined
  return node({ kind: 'some', inputs: of }, shape) as never
}

/** The value, but only from this depth up. */
export const from = <N extends Node<any>>(
  depth: Depth,
  of: N,
): N extends Shown<infer T, infer V> ? Shown<T, V> : Node<Value<N>> =>
  node({ kind: 'from', inputs: { of }, depth }, shapeOf(of)) as never

/** The value, or null where there is none for any reason. Gaps under it are still listed in `_meta.missing`. */
export function maybe<In, Out>(of: Operation<In, Out>): Tolerant<In, Out>
export function maybe<T, V>(of: Shown<T, V>): Shown<T | null, V | null>
export function maybe<T>(of: Node<T>): Node<T | null>
export function maybe(of: Node<any> | Operation<any, any>): unknown {
  if (!('kind' in of)) return { maybe: of }
  const shape = shapeOf(of)
  return node({ kind: 'maybe', inputs: { of } }, shape && orNull(shape))
}
