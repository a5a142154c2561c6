/** A section: one part of an answer, shown from its depth up. */
import type { Depth, Known, Nodes } from './node.ts'

export interface Section<T> {
  readonly from: Depth
  readonly inputs: Nodes
  readonly render: (known: any) => T
  /** The section that it goes with: callers who include that one get this too, and do not name it. */
  readonly beside?: string
  /** It is shown, and is not what is paid for. */
  readonly unpriced?: true
}
const sectionFrom =
  (from: Depth) =>
  <const T, N extends Nodes>(inputs: N, render: (known: Known<N>) => T): Section<T> => ({ from, inputs, render })

export const section = sectionFrom('summary')
export const standard = sectionFrom('standard')
export const full = sectionFrom('full')

/** A section that goes with another one, as a total with its list. */
export const beside = <T>(other: string, one: Section<T>): Section<T> => ({ ...one, beside: other })

/** A section that makes no depth worth its price: too little is promised for what it holds. */
export const unpriced = <T>(one: Section<T>): Section<T> => ({ ...one, unpriced: true })
