/** What becomes of the errors of plugins: a log line with their place, a count, and a mark in the catalogue. */
import type { Endpoint } from '../contract/endpoint.ts'
import { shownPath, thrownAt } from '../contract/thrown-at.ts'
import type { LoadedEndpoint, Plugins } from '../registry/load.ts'
import { ShapeError } from './schemas.ts'

/** An error of a plugin's code while it answered a request. */
export interface PluginError {
  readonly endpoint: string
  /** What failed: `section 'crime'`, `factor 'distance'`, `derive`. */
  readonly where: string
  /** `file:line:column`; of a section of another shape the folder of its package. */
  readonly at: string
  /** The field of a section of another shape. */
  readonly field?: string
  readonly requestId: string
  readonly error: unknown
}

/** An endpoint whose code failed within the last hour. */
export interface Unwell {
  /** ISO times of the first and of the last error. */
  readonly since: string
  readonly last: string
  readonly errors: number
}

export interface PluginErrors {
  report(endpoint: Endpoint, where: string, error: unknown, requestId: string): void
  /** Null where its code has not failed for an hour. */
  unwell(endpoint: string): Unwell | null
}

/** Milliseconds without an error after which an endpoint counts as well. */
const recent = 3_600_000

export const createPluginErrors = (
  plugins: Plugins,
  { onError, now = Date.now }: { readonly onError: (error: PluginError) => void; readonly now?: () => number },
): PluginErrors => {
  const seen = new Map<string, { readonly since: number; readonly last: number; readonly errors: number }>()

  const homesOf = ({ declared, scores, sources }: LoadedEndpoint): readonly string[] => [
    declared.home,
    ...scores.flatMap(({ home }) => home ?? []),
    ...sources.map((id) => plugins.sources.get(id)!.home),
  ]

  const recentOf = (id: string) => {
    const row = seen.get(id)
    return row && now() - row.last < recent ? row : undefined
  }

  return {
    report: ({ id, home }, where, error, requestId) => {
      const at = now()
      const before = recentOf(id)
      seen.set(id, { since: before?.since ?? at, last: at, errors: (before?.errors ?? 0) + 1 })
      const loaded = plugins.endpoints.get(id)
      onError({
        endpoint: id,
        where,
        at: thrownAt(error, loaded ? homesOf(loaded) : [home]) ?? shownPath(home),
        ...(error instanceof ShapeError && { field: error.field }),
        requestId,
        error,
      })
    },
    unwell: (id) => {
      const row = recentOf(id)
      return row
        ? { since: new Date(row.since).toISOString(), last: new Date(row.last).toISOString(), errors: row.errors }
        : null
    },
  }
}
