/** Renders the sections of an answer and puts them in their places. */
import { depthRank, type Depth } from '../contract/node.ts'
import type { Section } from '../contract/section.ts'
import { isGap, pluginError, unasked } from './gap.ts'
import { assertShape } from './schemas.ts'

/** Sections at or below the depth; with `include`, of those only the named ones and those of `summary`. */
export const isWanted = (
  { depth, include }: { readonly depth: Depth; readonly include: readonly string[] | null },
  name: string,
  { from, beside = name }: Section,
): boolean =>
  depthRank(from) <= depthRank(depth) &&
  (include === null || from === 'summary' || include.includes(beside.split('.')[0]!))

/** What a section shows: null for a gap, `pluginError` where its code throws or makes another shape than declared. */
export const shown = (
  name: string,
  { render, shape }: Section,
  given: unknown,
  onPluginError: (fault: unknown) => void,
): unknown => {
  if (isGap(given)) return given === unasked ? unasked : null
  try {
    const value = render(given)
    if (value !== null && value !== undefined) assertShape(name, shape, value)
    return value
  } catch (fault) {
    onPluginError(fault)
    return pluginError
  }
}

/**
 * Puts `a.b` inside `a`, whichever comes first; a parent that is null stays null. The parent is copied before it is
 * changed: the object may be in the cache of an upstream answer, or be shown by another section too.
 */
export const place = (into: Record<string, unknown>, [head, ...rest]: readonly string[], value: unknown): void => {
  const there = into[head!]
  if (rest.length === 0) into[head!] = isFields(there) && isFields(value) ? { ...value, ...there } : value
  else if (there !== null) place((into[head!] = { ...(there as object) }) as Record<string, unknown>, rest, value)
}

/** The value under a name, dotted or not; undefined where there is none. */
export const valueAt = (data: Readonly<Record<string, unknown>>, name: string): unknown =>
  name.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], data)

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
