/**
 * What sections are made of: nodes that carry the shape of their value, some of their fields, and values worked out
 * from others. Pieces are computed inside the section, where null is shown. As inputs of other nodes they are like
 * `derive`: null means that there is none.
 */
import { drawnOf } from './drawn.ts'
import type { Partly } from './absence.ts'
import type { Fit, Misfit } from './fit.ts'
import { calledByName, inputsNamed } from './inputs.ts'
import { derive, type DeriveNode, type ValuesOf, type Inputs, type Node, type Nodes, type Shown } from './node.ts'
import { takesNull } from './nullable.ts'
import { described, list, object, orNull, type About, type Shape, type Shapes } from './shape.ts'

/** Values under the names that they get in the answer. */
export interface NamedPieces {
  readonly [name: string]: Piece
}
export type Piece = Shown<any, any> | NamedPieces

/** A view: a node that is computed inside the section. */
interface View<T> extends Shown<T> {
  readonly kind: 'derive'
  readonly from: (known: any) => any
  readonly view: true
}
type Fields<T> = keyof NonNullable<T> & string
type OrNull<T, Of> = null extends T ? Of | null : Of

const view = <T>(shape: Shape<T>, inputs: Nodes, from: (known: any) => unknown): View<T> =>
  ({ kind: 'derive', inputs, from, shape, view: true }) satisfies DeriveNode & { readonly shape: Shape<T> } as View<T>
const isView = (node: Node<any>): node is View<any> => 'view' in node

/** A view of a value. One of a view is computed with it, so that null passes through. */
const viewOf = <T>(of: Shown<any, any>, shape: Shape<T>, from: (value: any) => unknown): View<T> => {
  const shown = (value: unknown): unknown => (value === null || value === undefined ? null : from(value))
  const mayBeNull = takesNull(of.shape.schema)
  return view(
    (mayBeNull ? orNull(shape) : shape) as Shape<T>,
    inputsNamed(isView(of) ? of.inputs : of),
    isView(of) ? (known) => shown(of.from(known)) : (known) => shown(known.of),
  )
}

const fieldsOf = ({ fields }: Shape<any>): Shapes => {
  if (!fields) throw new TypeError('only an object has fields to pick from')
  return fields
}
const fieldOf = (shape: Shape<any>, name: string): Shape<any> => {
  const fields = fieldsOf(shape)
  if (!fields[name]) throw new TypeError(`there is no field '${name}'; there are ${Object.keys(fields).join(', ')}`)
  return fields[name]
}
const memberOf = ({ shape }: Shown<any, any>): Shape<any> => {
  if (!shape.member) throw new TypeError('only a list has members to pick from')
  return shape.member
}
const remaining = <T>(shape: Shape<any>, names: readonly string[]): Fields<T>[] =>
  Object.keys(fieldsOf(shape)).filter((name) => !names.includes(name)) as Fields<T>[]
/** An optional field may be absent. */
const chosen = (value: Readonly<Record<string, unknown>>, names: readonly string[]): object =>
  Object.fromEntries(names.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]))
/** A default belongs to a parameter, not to the answer that shows it. */
const withoutDefault = (shape: Shape<any>): Shape<any> => {
  const { default: _unused, ...schema } = shape.schema
  return { ...shape, schema }
}

/** An object of some fields of another, drawn alike. */
const picked = (
  of: Shape<any>,
  names: readonly string[],
  each = (shape: Shape<any>): Shape<any> => shape,
): Shape<any> =>
  object(Object.fromEntries(names.map((name) => [name, each(fieldOf(of, name))])), drawnOf(of.schema, names))

/** Some fields of an object, under their own names. */
export const pick = <T, V, const K extends Fields<T>>(
  of: Shown<T, V>,
  ...names: readonly K[]
): Shown<OrNull<T, Pick<NonNullable<T>, K>>> =>
  viewOf(of, picked(of.shape, names, withoutDefault), (value: Readonly<Record<string, unknown>>) =>
    chosen(value, names),
  ) as never

/** All fields of an object but some. */
export const omit = <T, V, const K extends Fields<T>>(
  of: Shown<T, V>,
  ...names: readonly K[]
): Shown<OrNull<T, Omit<NonNullable<T>, K>>> => pick(of, ...remaining<T>(of.shape, names)) as never

/** One field of an object, described in other words if need be. */
export const field = <T, V, const K extends Fields<T>>(
  of: Shown<T, V>,
  name: K,
  about?: About,
): Shown<OrNull<T, NonNullable<T>[K]>> => {
  const shape = withoutDefault(fieldOf(of.shape, name))
  return viewOf(
    of,
    about === undefined ? shape : described(shape, about),
    (value: Readonly<Record<string, unknown>>) => value[name] ?? null,
  ) as never
}

/** The first members of a list. */
export const take = <E, V>(count: number, of: Shown<readonly E[] | null, V>, about?: About): Shown<readonly E[]> =>
  viewOf(of, about === undefined ? of.shape : (described(of.shape, about) as Shape<any>), (value: readonly E[]) =>
    value.slice(0, count),
  ) as never

/**
 * A value that code works out, of this shape. What does not fit it does not compile: the type says which field. Null of
 * a shape that takes null is shown; of another shape it means that there is none.
 */
export const render = <T, N extends Inputs, const R>(
  shape: Shape<T>,
  of: N,
  from: (known: ValuesOf<N>) => R,
): null extends T
  ? unknown extends R
    ? Fit<R, T | null, Shown<T>>
    : [Extract<R, Partly>] extends [never]
      ? Fit<R, T | null, Shown<T>>
      : Misfit<'partly is said in a derive, not in a piece that shows null'>
  : Fit<R, T | null, Shown<T>> =>
  // A score stays an input of its section, which tells where the score is.
  (takesNull(shape.schema) || Object.values(inputsNamed(of)).some(({ kind }) => kind === 'score')
    ? view(shape, inputsNamed(of), calledByName(of, from))
    : { ...derive(of, from), shape }) as never

/** Each member of a list in another shape. */
export const renderEach = <T, E, V, const R>(
  shape: Shape<T>,
  of: Shown<readonly E[] | null, V>,
  from: (member: E) => R,
  about?: About,
): Fit<R, T, Shown<readonly T[]>> =>
  viewOf(of, list(shape, about), (members: readonly E[]) => members.map(from)) as never

/** Some fields of each member of a list, under their own names. */
export const pickEach = <E, V, const K extends Fields<E>>(
  of: Shown<readonly E[] | null, V>,
  ...names: readonly K[]
): Shown<readonly Pick<NonNullable<E>, K>[]> => {
  const member = picked(memberOf(of), names)
  return viewOf(
    of,
    { ...of.shape, schema: { ...of.shape.schema, items: member.schema }, member },
    (members: readonly Readonly<Record<string, unknown>>[]) => members.map((one) => chosen(one, names)),
  ) as never
}

/** All fields of each member of a list but some. */
export const omitEach = <E, V, const K extends Fields<E>>(
  of: Shown<readonly E[] | null, V>,
  ...names: readonly K[]
): Shown<readonly Omit<E, K>[]> => pickEach(of, ...remaining<E>(memberOf(of), names)) as never

interface Made {
  readonly inputs: Nodes
  readonly from: (known: any) => any
  readonly shape: Shape<any>
}
const isShown = (piece: Piece): piece is Shown<any, any> => typeof piece.kind === 'string'

const madeOf = (piece: Piece): Made => {
  if (typeof piece === 'function' || (isShown(piece) && !piece.shape))
    throw new TypeError('a piece is a node with a shape, or several by name; what code works out is render(…)')
  if (!isShown(piece)) return joined(Object.entries(piece).map(([name, one]) => ({ name, made: madeOf(one) })))
  return isView(piece) ? piece : { inputs: { of: piece }, from: ({ of }) => of, shape: piece.shape }
}

/** Several in one object: each under its name, or its fields if it has none. */
const joined = (parts: readonly { readonly name?: string; readonly made: Made }[]): Made => {
  const fields = parts.map(({ name, made: { shape } }) => {
    if (name !== undefined) return { [name]: shape }
    if (!shape.fields) throw new TypeError('a piece beside others must be an object, or have a name')
    // A piece without a value has no fields, but the section has them.
    const mayBeNull = takesNull(shape.schema)
    return Object.fromEntries(
      Object.entries(shape.fields).map(([key, one]) => [key, mayBeNull && !one.optional ? orNull(one) : one]),
    )
  })
  return {
    inputs: Object.fromEntries(
      parts.flatMap(({ made }, i) => Object.entries(made.inputs).map(([key, node]) => [`${i}.${key}`, node])),
    ),
    shape: object(
      Object.assign({}, ...fields),
      Object.assign(
        {},
        ...parts.map(({ name, made }, i) =>
          name === undefined ? drawnOf(made.shape.schema, Object.keys(fields[i]!)) : {},
        ),
      ),
    ),
    from: (known: Readonly<Record<string, unknown>>) =>
      Object.assign(
        {},
        ...parts.map(({ name, made }, i) => {
          const own = Object.fromEntries(Object.keys(made.inputs).map((key) => [key, known[`${i}.${key}`]]))
          const value = made.from(own)
          if (name !== undefined) return { [name]: value }
          return value ?? Object.fromEntries(Object.keys(fields[i]!).map((key) => [key, null]))
        }),
      ),
  }
}

/** A piece by the name of `title` is no text. */
const isAbout = (piece: Piece | About): piece is About =>
  typeof piece === 'string' || typeof (piece as { readonly title?: unknown }).title === 'string'

/** Pieces as they are computed together: what a section renders. */
export const joinedPieces = (given: readonly (Piece | About)[]): Made => {
  const pieces = given.filter((piece) => !isAbout(piece)) as readonly Piece[]
  const about = given.find(isAbout)
  const only = pieces.length === 1 ? pieces[0]! : undefined
  const { shape, inputs, from } = only ? madeOf(only) : joined(pieces.map((piece) => ({ made: madeOf(piece) })))
  return { shape: about === undefined ? shape : described(shape, about), inputs, from }
}

/**
 * Pieces as one object. A text among them describes it, or a title with a description, by which answers share its
 * schema. A single piece without a name stays what it is.
 */
export const group = (...given: readonly (Piece | About)[]): Shown<any> => {
  const { shape, inputs, from } = joinedPieces(given)
  return view(shape, inputs, from)
}
