/** What a factor or a gate reads, and how much of it is known. */
import type { Known, Nodes } from './node.ts'

/** Something a score reads: its inputs, and what they say. Nothing (null, undefined, false) means not known. */
export interface Part<T> {
  readonly inputs: Nodes
  readonly read: (known: any) => T | null | undefined | false
}
export const part =
  <T>() =>
  <N extends Nodes>(inputs: N, read: (known: Known<N>) => T | null | undefined | false): Part<T> => ({ inputs, read })

/** The metric goes through the factor's curve to 0–100 points: a number along a line, or a word in a table. */
export interface Metric {
  readonly metric: number | string
  readonly detail: string
}

/**
 * A reading that tells a part: the metric lies between `low` and `high` (null: as far as the curve goes), or within
 * so many points as the settings give the factor as its spread. It is weighed at `metric`, or in the middle where it
 * names none.
 */
export class PartialReading {
  readonly metric: number | string | null
  readonly low: number | string | null
  readonly high: number | string | null
  readonly spread: boolean
  readonly detail: string
  constructor(
    { metric = null, low = null, high = null, spread = false }: Partial<Omit<PartialReading, 'detail'>>,
    detail: string,
  ) {
    this.metric = metric
    this.low = low
    this.high = high
    this.spread = spread
    this.detail = detail
  }
}

/** Exactly this, whatever failed beside it: it could not have changed it. */
export const settled = (metric: number | string, detail: string): PartialReading =>
  new PartialReading({ metric, low: metric, high: metric }, detail)
/** The metric is this or more: what was counted is there, and more may be where nobody could look. */
export const atLeast = (metric: number, detail: string): PartialReading =>
  new PartialReading({ metric, low: metric }, detail)
/** The metric is this or less: only the worst of an area is published, say. */
export const atMost = (metric: number, detail: string): PartialReading =>
  new PartialReading({ metric, high: metric }, detail)
/**
 * The metric is one of these or what lies between: the best and the worst of an area. Words of a table are taken by
 * their points. It is weighed at `likeliest`, or in the middle where none is said.
 */
export const between = <M extends number | string>(
  low: M,
  high: M,
  detail: string,
  likeliest: M | null = null,
): PartialReading => new PartialReading({ metric: likeliest, low, high }, detail)
/** The metric of a wider area or of another time: right within the factor's `spreads` of the settings, in points. */
export const about = (
  metric: number | string,
  detail: string,
  /** The lowest and the highest that were found around it, where they reach farther than the spread. */
  [low, high]: readonly [low: number | string | null, high: number | string | null] = [null, null],
): PartialReading => new PartialReading({ metric, low, high, spread: true }, detail)

/** Says why something is not known. */
export class Unknown {
  readonly because: string
  constructor(because: string) {
    this.because = because
  }
}
/** `unknown('because …')`, or the reason alone. */
export const unknown = (because: string): Unknown => new Unknown(because)

/** Says why a factor does not apply: then it leaves no doubt either. */
export class NotApplicable {
  readonly because: string
  constructor(because: string) {
    this.because = because
  }
}
export const notApplicable = (because: string): NotApplicable => new NotApplicable(because)

export type FactorReading = Metric | PartialReading | Unknown | NotApplicable
export const factor = part<FactorReading>()
export type Factor = Part<FactorReading>
