/** From what is known to the sections of an answer. */
import { depthRank, type Depth } from '../contract/node.ts'
import type { Section } from '../contract/section.ts'
import type { Shape } from '../contract/shape.ts'
import { isGap, spoilt, unasked } from './gap.ts'
import { agree } from './schemas.ts'

/** Sections at or below the depth; with `include`, only those named and what stands at every depth. */
export const isWanted = ({ depth, include }: { readonly depth: Depth; readonly include: readonly string[] | null }, name: string, { from, beside = name }: Section<unknown>): boolean =>
  depthRank(from) <= depthRank(depth) && (include === null || from === 'summary' || include.includes(beside.split('.')[0]!))

/** What a section shows: null for a gap, `spoilt` where what it is made of fails it or makes no section of its shape. */
export const shown = ({ render }: Section<unknown>, given: unknown, shape: Shape<unknown> | undefined, onSenseless: (fault: unknown) => void): unknown => {
  if (isGap(given)) return given === unasked ? unasked : null
  try {
    const value = render(given)
    if (shape && value !== null && value !== undefined) agree(shape, value)
    return value
  } catch (fault) {
    onSenseless(fault)
    return spoilt
  }
}

/** `a.b` sits inside `a`; a parent that is null stays null. */
export const place = (into: Record<string, unknown>, [head, ...rest]: readonly string[], value: unknown): void => {
  if (rest.length === 0) into[head!] = value
  else if (into[head!] !== null) place((into[head!] ??= {}) as Record<string, unknown>, rest, value)
}
