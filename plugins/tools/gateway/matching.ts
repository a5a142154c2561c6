/** Compares calls with samples and recordings. */
import type { Auth } from '@domesday/core'
import type { SampleRequest } from '@domesday/vocabulary-samples'
import type { Call } from './server.ts'

// A credential in a query or a body is never compared, recorded or shown.
const commonNames =
  /^(app_key|app_id|api[-_]?key|subscription-key|access_token|refresh_token|client_id|client_secret|password)$/i

/** Whether a parameter holds a credential: by a common name, or by the source's `auth`. */
export const credentials = (auth: readonly Auth[] = []): ((name: string) => boolean) => {
  const declared = new Set(auth.flatMap((scheme) => ('query' in scheme ? [scheme.query] : [])))
  return (name) => commonNames.test(name) || declared.has(name)
}

const number = /^-?(0|[1-9]\d*)(\.\d+)?$/

/**
 * A value as text for comparison: numbers by value, so that 51.50 equals 51.5. `01` stays text, and so do numbers that
 * would be rounded.
 */
export const plain = (value: unknown): string => {
  const text = String(value)
  return text.length <= 15 && number.test(text) ? String(Number(text)) : text
}

/** A predicate for a pattern in which `*` matches any characters; without `*`, equality by value. */
export const glob = (pattern: string): ((text: string) => boolean) => {
  if (!pattern.includes('*')) {
    const wanted = plain(pattern)
    return (text) => plain(text) === wanted
  }
  const expression = new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )
  return (text) => expression.test(text)
}

/** Percent-decoded; unchanged if the encoding is invalid. */
export const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The decoded segments of a path. */
export const segments = (path: string): readonly string[] => path.replace(/^\//, '').split('/').map(decoded)

/**
 * Conditions on headers: a text that the value must contain, `!text` that it must not contain, null for a header that
 * must be absent. With `whole` a value must equal the text, except `accept`, which lists several types.
 */
export const headersAgree = (
  conditions: Readonly<Record<string, string | null>>,
  headers: Readonly<Record<string, string>>,
  whole: boolean,
): boolean =>
  Object.entries(conditions).every(([header, wanted]) => {
    const name = header.toLowerCase()
    const value = headers[name]
    if (wanted === null) return value === undefined
    if (wanted.startsWith('!')) return !value?.includes(wanted.slice(1))
    return whole && name !== 'accept' ? value === wanted : (value?.includes(wanted) ?? false)
  })

/**
 * The leaves of a query or a body as sorted `name=value` texts. The order of a list is ignored; null counts as absent.
 */
export const leaves = (value: unknown, hidden: (name: string) => boolean, name = ''): readonly string[] => {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [`${name}=${plain(value)}`]
  const below = Array.isArray(value)
    ? value.flatMap((item) => leaves(item, hidden, name))
    : Object.entries(value).flatMap(([key, item]) => (hidden(key) ? [] : leaves(item, hidden, `${name}.${key}`)))
  return below.toSorted()
}

export type Fields = Readonly<Record<string, string | readonly string[]>>

/** Parameters by name; a repeated one is a list. */
export const fields = (parameters: URLSearchParams): Fields =>
  Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const all = parameters.getAll(name)
      return [name, all.length === 1 ? all[0]! : all]
    }),
  )

/** Parameters with credentials masked. */
export const shown = (query: URLSearchParams, hidden: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields(query)).map(([name, value]) => [name, hidden(name) ? '***' : value]))

/** A parsed call, for comparison and for `samples/rows.ts`. */
export const readCall = ({ method, target, headers, body }: Call): SampleRequest => {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1))
  return { method, path, segments: segments(path), query, headers, body: readBody(body, headers['content-type'] ?? '') }
}

const readBody = (bytes: Uint8Array, type: string): unknown => {
  const text = Buffer.from(bytes).toString('utf8')
  if (text === '') return null
  if (type.includes('form-urlencoded')) return fields(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}
