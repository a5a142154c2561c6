/** A section: one part of an answer, included from its depth up. It is made of pieces, which carry their shapes. */
import type { Depth, Known, Nodes } from './node.ts'
import type { Shape } from './shape.ts'
import { joinedPieces, type Piece } from './show.ts'

export interface Section<T> {
  readonly from: Depth
  readonly inputs: Nodes
  readonly render: (known: any) => T
  /** The section that it accompanies: `include` of that section includes this one too. */
  readonly beside?: string
  /** It does not count towards the depth that is charged. */
  readonly unpriced?: true
}
/** A section with the shape that it has in the answer. */
export interface ShapedSection extends Section<any> {
  readonly shape: Shape<any>
}

interface MakeSection {
  <const T, N extends Nodes>(inputs: N, render: (known: Known<N>) => T): Section<T>
  /** Of pieces. A text among them describes the section. */
  (...pieces: readonly (Piece | string)[]): ShapedSection
}
const sectionFrom = (from: Depth): MakeSection =>
  ((...given: readonly unknown[]) => {
    const [inputs, render] = given
    if (typeof render === 'function') return { from, inputs, render }
    const { inputs: needed, from: make, shape } = joinedPieces(given as readonly Piece[])
    return { from, inputs: needed, render: make, shape }
  }) as MakeSection

export const section = sectionFrom('summary')
export const standard = sectionFrom('standard')
export const full = sectionFrom('full')

/** A section that accompanies another one, as a total does its list. */
export const beside = <S extends Section<unknown>>(other: string, one: S): S => ({ ...one, beside: other })

/** A section that does not justify a depth's price, because it promises too little. */
export const unpriced = <S extends Section<unknown>>(one: S): S => ({ ...one, unpriced: true })
