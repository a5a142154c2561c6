/** A section: one part of an answer, included from its depth up. */
import type { Depth, Known, Nodes } from './node.ts'

export interface Section<T> {
  readonly from: Depth
  readonly inputs: Nodes
  readonly render: (known: any) => T
  /** The section that it accompanies: `include` of that section includes this one too. */
  readonly beside?: string
  /** It does not count towards the depth that is charged. */
  readonly unpriced?: true
}
const sectionFrom =
  (from: Depth) =>
  <const T, N extends Nodes>(inputs: N, render: (known: Known<N>) => T): Section<T> => ({ from, inputs, render })

export const section = sectionFrom('summary')
export const standard = sectionFrom('standard')
export const full = sectionFrom('full')

/** A section that accompanies another one, as a total does its list. */
export const beside = <T>(other: string, one: Section<T>): Section<T> => ({ ...one, beside: other })

/** A section that does not justify a depth's price, because it promises too little. */
export const unpriced = <T>(one: Section<T>): Section<T> => ({ ...one, unpriced: true })
