/**
 * Whether what a function returns fits a shape. A misfit is a type that says why in a few words, because tsc prints two
 * whole types where one is not assignable to the other.
 */

import type { Partly, Whole } from './absence.ts'

/** In place of a node or an operation that cannot be used, and why. */
export interface Misfit<Why> {
  readonly why: Why
}

type Keys<T> = keyof T & string

/** Why an `R` does not fit `T`, such as `failed is missing`; never where it fits. */
type Wrong<R, T, At extends string = ''> = R extends Partly<infer V> | Whole<infer V>
  ? Wrong<V, T, At>
  : R extends null
    ? null extends T
      ? never
      : `${At}may be null`
    : R extends readonly (infer E)[]
      ? NonNullable<T> extends readonly (infer F)[]
        ? Wrong<E, F, `${At}each `>
        : `${At}is a list`
      : R extends object
        ? NonNullable<T> extends infer O extends object
          ? string extends keyof O
            ? R extends O
              ? never
              : `${At}has a wrong type`
            : `${At}${Exclude<Keys<R>, Keys<O>>} is not in the shape` | Members<R, O, At>
          : `${At}has a wrong type`
        : R extends T
          ? never
          : `${At}has a wrong type`

type Members<R, O, At extends string> = {
  [K in Keys<O>]: K extends keyof R
    ? Wrong<R[K], O[K], `${At}${K} `>
    : undefined extends O[K]
      ? never
      : `${At}${K} is missing`
}[Keys<O>]

/** `Good` where an `R` fits `T`; otherwise the reason, unless tsc has told another mistake in the `R` already. */
export type Fit<R, T, Good> = unknown extends T | R
  ? Good
  : [Wrong<R, T>] extends [never]
    ? Good
    : [unknown] extends [Wrong<R, T>]
      ? Good
      : Misfit<Wrong<R, T>>

/** Forbids the keys that a `T` does not have, so that a surplus key is reported where it is written. */
export type Closed<R, T> = unknown extends T
  ? unknown
  : R extends Partly<infer V>
    ? [V] extends [T]
      ? Closed<V, T>
      : 'what is known in part is of another shape'
    : R extends readonly unknown[]
      ? unknown
      : R extends object
        ? string extends keyof NonNullable<T>
          ? unknown
          : [Exclude<keyof R, keyof NonNullable<T>>] extends [never]
            ? unknown
            : `${Exclude<keyof R, keyof NonNullable<T>> & string} is surplus`
        : unknown
