/** Strict parsing of a request URL into raw parameters. */
import { Failure } from '../contract/failure.ts'
import type { RawParameters } from '../engine/plan.ts'
import type { LoadedEndpoint } from '../registry/load.ts'

const decoded = (text: string, what: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Failure('invalid_parameter', `${what} is not percent-encoded UTF-8.`, {
      errors: [{ parameter: what, detail: 'is not percent-encoded UTF-8' }],
    })
  }
}

/** The path's segments, decoded one by one: an encoded slash stays inside its segment. */
const segmentsOf = (url: string): readonly string[] =>
  url
    .split('?', 1)[0]!
    .split('/')
    .slice(1)
    .map((segment) => decoded(segment, 'path'))

/** The query as sent. A repeated name has a list. */
export const queryOf = (url: string): Readonly<Record<string, string | readonly string[]>> => {
  const start = url.indexOf('?')
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  if (start < 0) return query
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const plain = (text: string): string => decoded(text.replaceAll('+', ' '), 'query')
    const name = plain(at < 0 ? pair : pair.slice(0, at)),
      value = at < 0 ? '' : plain(pair.slice(at + 1))
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (typeof before === 'string') query[name] = [before, value]
    else before.push(value)
  }
  return query
}

/** The raw parameters of path and query. A path parameter that the query repeats has a list. */
export const rawOf = ({ declared }: LoadedEndpoint, url: string, prefix: string): RawParameters => {
  const query = queryOf(url)
  const names = declared.path.split('/').slice(1),
    segments = segmentsOf(url.slice(prefix.length))
  const inPath = names.flatMap((name, i) =>
    name.startsWith('{') ? [[name.slice(1, -1), segments[i] ?? ''] as const] : [],
  )
  return {
    ...query,
    ...Object.fromEntries(inPath.map(([name, value]) => [name, name in query ? [query[name]!, value].flat() : value])),
  }
}

/** The route pattern of an endpoint's path below a prefix, in the router's syntax. */
export const routeOf = (endpoint: LoadedEndpoint, prefix: string): string =>
  `${prefix}${endpoint.declared.path.replace(/\{([^}]+)\}/g, ':$1')}`
