/** The replay gateway: answers calls from recordings. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenGateway } from '@domesday/core/tool'
import type { Auth } from '@domesday/core'
import type { SampleRequest } from '@domesday/vocabulary-samples'
import { credentials, fields, headersAgree, leaves, readCall, segments, shown, type Fields } from './matching.ts'
import { readRecording, type Recorded, type RecordedRequest } from './recording.ts'
import { json, listenOnLoopback, type Answer, type Call } from './server.ts'

export interface ReplayOptions {
  /** Folders of recordings; of two recordings of the same request the first answers. */
  readonly dirs: readonly string[]
  /** By default any free port. */
  readonly port?: number
  /** Without an exact match, answer with the most similar recording of the same source, method and path. */
  readonly loose?: boolean
  /** Milliseconds to wait before every answer. */
  readonly latency?: number
  /** Their `auth` names the query parameters with credentials, which are never compared. */
  readonly sources?: ReadonlyMap<string, { readonly auth?: readonly Auth[] }>
  readonly onCall?: (call: Replayed) => void
}

export interface Replayed {
  readonly source: string
  readonly method: string
  readonly path: string
  readonly query: Fields
  readonly how: 'exact' | 'loose' | 'unmatched'
  /** The body that was sent, as `<source-id>/<file>`. */
  readonly file?: string
}

/** A recorded request, or one of its aliases. */
interface Route {
  readonly path: readonly string[]
  readonly host: string | undefined
  readonly headers: Readonly<Record<string, string | null>>
  readonly leaves: readonly string[]
  readonly hasBody: boolean
  readonly recorded: Recorded
  readonly folder: string
}

/**
 * Rejects if a folder has no recording or an invalid one, or if the port is taken. An unmatched call gets a 404 that
 * lists the recorded paths.
 */
export const startReplay = async (options: ReplayOptions): Promise<OpenGateway> => {
  const { dirs, port = 0, loose = false, latency = 0, sources = new Map(), onCall = () => {} } = options
  const hidden = (source: string): ((name: string) => boolean) => credentials(sources.get(source)?.auth)
  const routes = Map.groupBy(
    dirs.flatMap((dir) =>
      readRecording(dir).flatMap(({ source, rows }) =>
        rows.flatMap((recorded) =>
          formsOf(recorded).map((form) => ({
            source,
            method: form.method,
            route: routeOf(form, recorded, join(dir, source), hidden(source)),
          })),
        ),
      ),
    ),
    ({ source }) => source,
  )
  const answer = async (call: Call): Promise<Answer> => {
    const { source, method } = call
    const request = readCall(call)
    const ofSource = routes.get(source) ?? []
    const found = find(
      ofSource.flatMap((each) => (each.method === method ? [each.route] : [])),
      request,
      hidden(source),
      loose,
    )
    const file = found && `${source}/${found.route.recorded.response.bodyFile}`
    const about = { source, method, path: request.path, query: shown(request.query, hidden(source)) }
    onCall({ ...about, how: found?.how ?? 'unmatched', ...(file && { file }) })
    if (latency > 0) await wait(latency)
    if (!found) {
      const known = ofSource.map(
        ({
          route: {
            recorded: { request },
          },
        }) => `${request.method} ${request.path}`,
      )
      return json(404, { replay: 'unmatched', ...about, known: [...new Set(known)] })
    }
    const { status, headers, bodyFile } = found.route.recorded.response
    const body = await readFile(join(found.route.folder, bodyFile))
    return {
      status,
      headers: { 'content-type': 'application/json', ...headers, 'x-replay': found.how, 'x-replay-file': file! },
      body,
    }
  }
  return listenOnLoopback(answer, port)
}

const formsOf = ({ request: { aliases = [], ...request } }: Recorded): readonly RecordedRequest[] => [
  request,
  ...aliases.map((alias) => ({ ...request, ...alias })),
]

const routeOf = (
  form: RecordedRequest,
  recorded: Recorded,
  folder: string,
  hidden: (name: string) => boolean,
): Route => ({
  path: segments(form.path),
  host: form.host,
  headers: form.headers ?? {},
  leaves: [...leaves(form.query, hidden, 'query'), ...leaves(form.body, hidden, 'body')],
  hasBody: form.body !== undefined && form.body !== null,
  recorded,
  folder,
})

interface Found {
  readonly how: 'exact' | 'loose'
  readonly route: Route
}

/**
 * Exact: the same parameters and, if recorded, the same body. Of several, prefer the requested host, then most header
 * conditions, then the first.
 */
const find = (
  routes: readonly Route[],
  request: SampleRequest,
  hidden: (name: string) => boolean,
  loose: boolean,
): Found | null => {
  const query = leaves(fields(request.query), hidden, 'query')
  const whole = [...query, ...leaves(request.body, hidden, 'body')]
  const open = routes.filter(
    (route) => samePath(route.path, request.segments) && headersAgree(route.headers, request.headers, true),
  )
  const host = URL.parse(request.headers['x-upstream-origin'] ?? '')?.host
  const [exact] = open
    .filter((route) => same(route.leaves, route.hasBody ? whole : query))
    .toSorted((a, b) => atHost(b, host) - atHost(a, host) || conditions(b) - conditions(a))
  if (exact) return { how: 'exact', route: exact }
  if (!loose) return null
  const [nearest] = open
    .map((route) => ({
      route,
      common: common(route.leaves, whole),
      apart: Math.abs(route.leaves.length - whole.length),
    }))
    .toSorted((a, b) => b.common - a.common || failed(a.route) - failed(b.route) || a.apart - b.apart)
  return nearest ? { how: 'loose', route: nearest.route } : null
}

/** A row without a host is from the base's host, which may be the requested one. */
const atHost = ({ host }: Route, asked: string | undefined): number => (host === asked ? 2 : host === undefined ? 1 : 0)
const conditions = ({ headers }: Route): number => Object.keys(headers).length
const failed = ({ recorded }: Route): number => Number(recorded.response.status >= 400)
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((leaf, i) => leaf === b[i])
const samePath = (recorded: readonly string[], called: readonly string[]): boolean =>
  recorded.length === called.length && recorded.every((part, i) => part === '*' || part === called[i])

/** The number of leaves that two lists share, each counted once. */
const common = (a: readonly string[], b: readonly string[]): number => {
  const remaining = [...b]
  return a.filter((leaf) => {
    const i = remaining.indexOf(leaf)
    if (i >= 0) remaining.splice(i, 1)
    return i >= 0
  }).length
}
