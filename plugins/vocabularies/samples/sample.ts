/**
 * Types and tools for a source's `samples/rows.ts`: a pure `answer(request)` that turns compact rows into the
 * upstream's real wire format, for upstreams with free queries (a radius, a polygon, a page).
 */
import type { Point } from '@domesday/core'
import { inRing, metresBetween } from '@domesday/vocabulary-geography'

export interface SampleRequest {
  readonly method: string
  /** The absolute path, percent-encoded as sent, without the query. */
  readonly path: string
  /** The decoded segments of the path: `/api/area/SW1A%202AA` is `['api', 'area', 'SW1A 2AA']`. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, form fields, other text, or null without a body. */
  readonly body: unknown
}

interface Head {
  /** By default 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** By default application/json, text/plain or application/xml. */
  readonly type?: string
}
export type SampleReply =
  | (Head & { readonly json: unknown; readonly text?: never; readonly xml?: never })
  | (Head & { readonly text: string; readonly json?: never; readonly xml?: never })
  | (Head & { readonly xml: string; readonly json?: never; readonly text?: never })
  | (Head & { readonly json?: never; readonly text?: never; readonly xml?: never })

/** `answer` of `samples/rows.ts`. Null if there is no sample for the request. */
export type SampleAnswer = (request: SampleRequest) => SampleReply | null

/** A predicate for points within so many metres of a centre. */
export const within =
  (metres: number, centre: Point): ((at: Point) => boolean) =>
  (at) =>
    metresBetween(centre, at) <= metres

/** A predicate for points inside a ring, whose last corner may repeat the first. */
export const inside =
  (ring: readonly Point[]): ((at: Point) => boolean) =>
  (at) =>
    inRing(at, ring)

export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
  /** Index of the first row after this page; null on the last one. */
  readonly next: number | null
}
/** At most `size` rows from an index on. */
export const page = <T>(rows: readonly T[], from: number, size: number): Page<T> => {
  const end = from + size
  return { items: rows.slice(from, end), total: rows.length, next: end < rows.length ? end : null }
}

/** A query parameter as a number; the fallback if it is absent, empty or no number. */
export const numberIn = (query: URLSearchParams, name: string, fallback: number): number => {
  const text = query.get(name)?.trim()
  const value = text ? Number(text) : NaN
  return Number.isFinite(value) ? value : fallback
}
