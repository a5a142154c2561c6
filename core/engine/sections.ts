/** From what is known to the sections of an answer. */
import { depthRank, type Depth } from '../contract/node.ts'
import type { Section } from '../contract/section.ts'
import type { Shape } from '../contract/shape.ts'
import { isGap, pluginError, unasked } from './gap.ts'
import { agree } from './schemas.ts'

/** Sections at or below the depth; with `include`, only those named and what stands at every depth. */
export const isWanted = (
  { depth, include }: { readonly depth: Depth; readonly include: readonly string[] | null },
  name: string,
  { from, beside = name }: Section<unknown>,
): boolean =>
  depthRank(from) <= depthRank(depth) &&
  (include === null || from === 'summary' || include.includes(beside.split('.')[0]!))

/**
 * What a section shows: null for a gap, `pluginError` where what it is made of fails it or makes no section of its shape.
 */
export const shown = (
  { render }: Section<unknown>,
  given: unknown,
  shape: Shape<unknown> | undefined,
  onPluginError: (fault: unknown) => void,
): unknown => {
  if (isGap(given)) return given === unasked ? unasked : null
  try {
    const value = render(given)
    if (shape && value !== null && value !== undefined) agree(shape, value)
    return value
  } catch (fault) {
    onPluginError(fault)
    return pluginError
  }
}

/**
 * `a.b` sits inside `a`, whichever is declared first; a parent that is null stays null. A section is copied before
 * another is put inside it: it may be the very object that the memo keeps, or that another section shows.
 */
export const place = (into: Record<string, unknown>, [head, ...rest]: readonly string[], value: unknown): void => {
  const there = into[head!]
  if (rest.length === 0) into[head!] = isFields(there) && isFields(value) ? { ...value, ...there } : value
  else if (there !== null) place((into[head!] = { ...(there as object) }) as Record<string, unknown>, rest, value)
}

/** What stands under a name, dotted or not; undefined where nothing does. */
export const valueAt = (data: Readonly<Record<string, unknown>>, name: string): unknown =>
  name.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], data)

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
