/**
 * What an upstream sends, declared once: the type that `read` is given, what is demanded of a body, what a row may
 * lack, and what is left unread on purpose. Members are optional unless `must` says otherwise: say it of what the
 * operator's own schema requires, or of what a row means nothing without.
 */
declare const type: unique symbol

export type Kind = 'text' | 'number' | 'flag' | 'scalar' | 'any' | 'ignored'
/** A single value. */
export interface One<T> {
  readonly [type]?: T
  readonly kind: Kind
  readonly how: 'may' | 'must' | 'nullable' | 'often'
}
/** A value that every body, or every row, has. */
export interface Must<M> {
  readonly must: M
  /** Null is a value. */
  readonly orNull?: boolean
}
/** A value that nearly all have: rows without it are an alarm from the first. */
export interface Often<M> {
  readonly often: M
}
export type Member = One<any> | Must<any> | Often<any> | readonly [Member] | Members
export interface Members {
  readonly [name: string]: Member
}

type Whole<M> = M extends { readonly must: infer I }
  ? M extends { readonly orNull: true }
    ? Whole<I> | null
    : Whole<I>
  : M extends { readonly often: infer I }
    ? Whole<I>
    : M extends One<infer T>
      ? T
      : M extends readonly [infer E]
        ? readonly Whole<E>[]
        : AllOf<M>
type Musts<M> = { [K in keyof M]: M[K] extends { readonly must: any } ? K : never }[keyof M]
type Ignored<M> = { [K in keyof M]: M[K] extends { readonly kind: 'ignored' } ? K : never }[keyof M]
/** One plain object: tsc prints an intersection, or a name with its arguments, in full. */
type AllOf<M> = { readonly [K in Musts<M>]: Whole<M[K]> } & {
  readonly [K in Exclude<keyof M, Musts<M> | Ignored<M>>]?: Whole<M[K]> | null
} extends infer O
  ? { [K in keyof O]: O[K] }
  : never

export interface Wire<T> {
  readonly [type]?: T
  readonly of: Member
}
/** The type of what is sent. */
export type Sent<W> = W extends Wire<infer T> ? T : never

/** A body, a list of rows as `[row]`, or a row of a file. */
export const wire = <const M extends Member>(of: M): Wire<Whole<M>> => ({ of })

const one = <T, K extends Kind>(kind: K): One<T> & { readonly kind: K } => ({ kind, how: 'may' })
const text = one<string, 'text'>('text')
const number = one<number, 'number'>('number')
const flag = one<boolean, 'flag'>('flag')
/** A number, or a text: for upstreams that send the one or the other. */
const scalar = one<string | number | boolean, 'scalar'>('scalar')
/** Whatever it is: code looks. */
const any = one<unknown, 'any'>('any')
/** Known, and not read. */
const ignored = one<never, 'ignored'>('ignored')
/** Known, and not read: several at once. */
const unread = <const N extends string>(...names: readonly N[]): { readonly [K in N]: typeof ignored } =>
  Object.fromEntries(names.map((name) => [name, ignored])) as never
const must = <const M extends Member>(of: M): Must<M> => ({ must: of })
const mustOrNull = <const M extends Member>(of: M): { readonly must: M; readonly orNull: true } => ({
  must: of,
  orNull: true,
})
const often = <const M extends Member>(of: M): Often<M> => ({ often: of })

/** The kinds of members of a `wire`. An interface, so that a slip is told by its name. */
export interface Kinds {
  readonly text: typeof text
  readonly number: typeof number
  readonly flag: typeof flag
  /** A number, a text or a flag: for upstreams that mix them. */
  readonly scalar: typeof scalar
  readonly any: typeof any
  /** Known, and not read. */
  readonly ignored: typeof ignored
  /** The same of several: `...sent.unread('etag', 'kind')`. */
  readonly unread: typeof unread
  /** Every body, or every row, has it: without it it is another document, or a row that is left out. */
  readonly must: typeof must
  readonly mustOrNull: typeof mustOrNull
  /** Nearly all have it: where none of five or more has, the value is known in part. */
  readonly often: typeof often
}
export const sent: Kinds = { text, number, flag, scalar, any, ignored, unread, must, mustOrNull, often }

/** What becomes of a body or a row without a member. */
export type Due = 'may' | 'must' | 'often'
export const isWireList = (member: Member): member is readonly [Member] => Array.isArray(member)
export const unwrapped = (member: Member): { readonly inner: Member; readonly how: Due; readonly orNull: boolean } =>
  'must' in member
    ? { inner: member['must'] as Member, how: 'must', orNull: member['orNull'] === true }
    : 'often' in member
      ? { inner: member['often'] as Member, how: 'often', orNull: true }
      : { inner: member as Member, how: 'may', orNull: true }
export const isOne = (member: Member): member is One<any> => typeof (member as Partial<One<any>>).kind === 'string'
