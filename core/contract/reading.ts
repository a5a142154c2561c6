/** What a factor or a gate reads from its inputs, and how much of it is known. */
import type { Part } from './absence.ts'
import type { Misfit } from './fit.ts'
import { calledByName, inputsNamed } from './inputs.ts'
import type { Inputs, Nodes, ValuesOf } from './node.ts'

/** A factor or a gate: its inputs, and what it reads from them. Null, undefined and false mean nothing. */
export interface ScorePart<T> {
  readonly inputs: Nodes
  readonly read: (known: any) => T | null | undefined | false
}
/** What a part reads where it has nothing to say. */
export type Nothing = null | undefined | false
export const scorePart = (of: Inputs, read: (known: any) => unknown): ScorePart<any> => ({
  inputs: inputsNamed(of),
  read: calledByName(of, read),
})

/** A figure that the factor's curve turns into 0 to 100 points: a number on a line, or a word in a table. */
export interface Metric {
  readonly metric: number | string
  readonly detail: string
  /** The least by which it can change, where the subject decides that: 100 / n for a percentage of n. */
  readonly step?: number
}

/**
 * A metric that is known in part: it lies between `low` and `high` (null: to the end of the curve), or with `spread`
 * within as many points as the settings name for the factor. It is weighed at `metric`, or in the middle without one.
 */
export class PartialReading {
  readonly metric: number | string | null
  readonly low: number | string | null
  readonly high: number | string | null
  readonly spread: boolean
  readonly detail: string
  readonly parts: readonly Part[]
  constructor(
    { metric = null, low = null, high = null, spread = false, parts = [] }: Partial<Omit<PartialReading, 'detail'>>,
    detail: string,
  ) {
    this.metric = metric
    this.low = low
    this.high = high
    this.spread = spread
    this.detail = detail
    this.parts = parts
  }
}

/** Exactly this: whatever failed could not have changed it. */
export const settled = (metric: number | string, detail: string): PartialReading =>
  new PartialReading({ metric, low: metric, high: metric }, detail)
/** This or more: a count of which a part is missing. */
export const atLeast = (metric: number, detail: string): PartialReading =>
  new PartialReading({ metric, low: metric }, detail)
/** This or less: where only the worst of an area is published, say. */
export const atMost = (metric: number, detail: string): PartialReading =>
  new PartialReading({ metric, high: metric }, detail)
/**
 * Between these two: the best and the worst of an area, say. Words of a table are compared by their points. It is
 * weighed at `likeliest`, or in the middle without one.
 */
export const between = <M extends number | string>(
  low: M,
  high: M,
  detail: string,
  likeliest: M | null = null,
): PartialReading => new PartialReading({ metric: likeliest, low, high }, detail)
/** The metric of a wider area or of another time: off by at most the factor's `spreads` in the settings, in points. */
export const about = (
  metric: number | string,
  detail: string,
  /** The lowest and the highest metric found around the place: they widen the spread. */
  [low, high]: readonly [low: number | string | null, high: number | string | null] = [null, null],
): PartialReading => new PartialReading({ metric, low, high, spread: true }, detail)

/** Why something is not known. */
export class Unknown {
  readonly because: string
  constructor(because: string) {
    this.because = because
  }
}
/** `unknown('because …')`, or the reason alone. */
export const unknown = (because: string): Unknown => new Unknown(because)

/** Why a factor does not apply to the subject. Its weight is left out, and it causes no doubt. */
export class NotApplicable {
  readonly because: string
  constructor(because: string) {
    this.because = because
  }
}
export const notApplicable = (because: string): NotApplicable => new NotApplicable(because)

export type FactorReading = Metric | PartialReading | Unknown | NotApplicable
export interface Factor extends ScorePart<FactorReading> {
  readonly called?: string
}
type FactorMisfit<R> = R extends FactorReading | Nothing
  ? never
  : R extends { readonly metric: unknown; readonly detail: unknown }
    ? 'metric is a number or a word, detail a text'
    : R extends { readonly metric: unknown }
      ? 'detail is missing'
      : 'a factor reads { metric, detail }, about, atLeast, atMost, between, settled, unknown or notApplicable'
/**
 * Reads a metric and the sentence for it from one node or several. Null: the sources do not state it. `called` is what
 * the recommendation calls the factor, where its name does not fit all that it rests on.
 */
export const factor = <N extends Inputs, const R>(
  of: N,
  read: (known: ValuesOf<N>) => R,
  called?: string,
): [R] extends [FactorReading | Nothing] ? Factor : Misfit<FactorMisfit<R>> =>
  ({ ...scorePart(of, read), ...(called !== undefined && { called }) }) as never
