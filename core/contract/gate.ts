/**
 * A gate: a fact that decides, whatever the weighted mean of the factors says (a winding-up order, an open recall).
 * Its condition is code, which returns a sentence with the figures; what it does to the score is data beside the
 * weights.
 */
import type { ValuesOf, Inputs, Node, Nodes } from './node.ts'
import { scorePart, type Nothing, type ScorePart, type Unknown } from './reading.ts'

/** Returns a sentence where the condition holds, nothing where it does not, `unknown('…')` where that is not known. */
export type Gate = ScorePart<string | Unknown>
export const gate = <N extends Inputs>(of: N, read: (known: ValuesOf<N>) => string | Unknown | Nothing): Gate =>
  scorePart(of, read)

/** A gate that holds, or is in doubt. One in doubt never counts as one that does not hold. */
export interface GateFinding {
  readonly gate: string
  /** Null where it is in doubt. */
  readonly holds: true | null
  /** What was found, or why it is not known, in a sentence. */
  readonly reason: string
}

export interface GatesNode extends Node<readonly GateFinding[]> {
  readonly kind: 'gates'
  readonly gates: Readonly<Record<string, Gate>>
}

/** Several gates. Its value is the findings of those that hold or are in doubt, in their order. */
export const gates = (of: Readonly<Record<string, Gate>>): GatesNode => ({
  kind: 'gates',
  gates: of,
  inputs: inputsOfParts(of),
})

/** The inputs of several parts, named `part.input`. */
export const inputsOfParts = (parts: Readonly<Record<string, ScorePart<unknown>>>): Nodes =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, { inputs }]) =>
      Object.entries(inputs).map(([key, node]) => [`${name}.${key}`, node]),
    ),
  )
