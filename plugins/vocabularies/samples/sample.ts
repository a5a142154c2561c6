/**
 * What the author of a source's `samples/rows.ts` writes against: a pure `answer(request)` that puts compact rows
 * into the upstream's true wire format, for upstreams whose query varies freely (a radius, a polygon, a page).
 */
import type { Point } from '@domesday/core'
import { inRing, metresBetween } from '@domesday/vocabulary-geography'

export interface SampleRequest {
  readonly method: string
  /** From the host's root, percent-encoded as sent, without the query. */
  readonly path: string
  /** The path's parts, decoded: `/api/area/SW1A%202AA` is `['api', 'area', 'SW1A 2AA']`. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, the fields of a form, any other text, or null without one. */
  readonly body: unknown
}

interface Head {
  /** 200 unless said otherwise. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The content type where it is not the usual one of the form: application/json, text/plain, application/xml. */
  readonly type?: string
}
export type SampleReply =
  | (Head & { readonly json: unknown; readonly text?: never; readonly xml?: never })
  | (Head & { readonly text: string; readonly json?: never; readonly xml?: never })
  | (Head & { readonly xml: string; readonly json?: never; readonly text?: never })
  | (Head & { readonly json?: never; readonly text?: never; readonly xml?: never })

/** What `samples/rows.ts` exports as `answer`. Null where the samples hold nothing for the request. */
export type SampleAnswer = (request: SampleRequest) => SampleReply | null

/** A test for points at most so many metres from a centre. */
export const within =
  (metres: number, centre: Point): ((at: Point) => boolean) =>
  (at) =>
    metresBetween(centre, at) <= metres

/** A test for points inside a ring, whose last corner may repeat the first. */
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
/** The rows from an index on, so many at most. */
export const page = <T>(rows: readonly T[], from: number, size: number): Page<T> => {
  const end = from + size
  return { items: rows.slice(from, end), total: rows.length, next: end < rows.length ? end : null }
}

/** A query parameter as a number; the fallback where it is absent, empty or no number. */
export const numberIn = (query: URLSearchParams, name: string, fallback: number): number => {
  const text = query.get(name)?.trim()
  const value = text ? Number(text) : NaN
  return Number.isFinite(value) ? value : fallback
}
