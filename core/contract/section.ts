/** A section: one part of an answer, included from its depth up. It is made of pieces, which carry their shapes. */
import type { Depth, Nodes } from './node.ts'
import type { Shape } from './shape.ts'
import { joinedPieces, type Piece } from './show.ts'

export interface Section {
  readonly from: Depth
  readonly inputs: Nodes
  readonly render: (known: any) => unknown
  /** What it looks like in the answer: the shapes of its pieces. */
  readonly shape: Shape<any>
  /** The section that it accompanies: `include` of that section includes this one too. */
  readonly beside?: string
  /** It does not count towards the depth that is charged. */
  readonly unpriced?: true
}

/** Makes a section of pieces. A text among them describes the section. */
type MakeSection = (...pieces: readonly (Piece | string)[]) => Section
const sectionFrom =
  (from: Depth): MakeSection =>
  (...pieces) => {
    const { inputs, from: render, shape } = joinedPieces(pieces)
    return { from, inputs, render, shape }
  }

export const section: MakeSection = sectionFrom('summary')
export const standard: MakeSection = sectionFrom('standard')
export const full: MakeSection = sectionFrom('full')

/** A section that accompanies another one, as a total does its list. */
export const beside = (other: string, one: Section): Section => ({ ...one, beside: other })

/** A section that does not justify a depth's price, because it promises too little. */
export const unpriced = (one: Section): Section => ({ ...one, unpriced: true })
