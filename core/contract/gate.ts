/**
 * A gate: a fact that decides, whatever the weighed mean of the factors says (a winding-up order, an open recall).
 * Its condition is code, with a sentence that holds the figures; what it does to the score is data beside the
 * weights.
 */
import type { Node, Nodes } from './node.ts'
import { part, Unknown, type Part } from './reading.ts'

/**
 * A sentence where the condition holds, nothing where it does not, `unknown('because …')` where that cannot be told.
 */
export type Gate = Part<string | Unknown>
export const gate = part<string | Unknown>()

/** A gate whose condition holds, or one that could not be looked at: that is doubt, never absence. */
export interface GateFinding {
  readonly gate: string
  /** Null where it could not be looked at. */
  readonly holds: true | null
  /** The finding, or why it could not be looked at, in a sentence. */
  readonly reason: string
}

export interface GatesNode extends Node<readonly GateFinding[]> {
  readonly kind: 'gates'
  readonly gates: Readonly<Record<string, Gate>>
}

/** Several gates, looked at together: those that hold and those that could not be looked at, in their order. */
export const gates = (of: Readonly<Record<string, Gate>>): GatesNode => ({
  kind: 'gates',
  gates: of,
  inputs: inputsOfParts(of),
})

/** The inputs of several parts, each named by its part. */
export const inputsOfParts = (parts: Readonly<Record<string, Part<unknown>>>): Nodes =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, { inputs }]) =>
      Object.entries(inputs).map(([key, node]) => [`${name}.${key}`, node]),
    ),
  )
