/** Finds the sample exchange that matches a request. */
import type { SampleRequest } from '@domesday/vocabulary-samples'
import type { ExchangeRow } from './exchange-file.ts'
import { decoded, glob, headersAgree, plain, segments } from './matching.ts'

type Agrees = (request: SampleRequest) => boolean

interface Entry {
  readonly row: ExchangeRow
  readonly agrees: Agrees
  readonly open: number
  readonly conditions: number
}

/**
 * An index of rows by method and literal path. Of several matching rows the most specific answers: the one with the
 * fewest `*` segments, then the one with most conditions, then the first in the file.
 */
export const indexExchanges = (
  rows: readonly ExchangeRow[],
  hidden: (name: string) => boolean,
): ((request: SampleRequest) => ExchangeRow | null) => {
  const literal = new Map<string, Entry[]>()
  const open = new Map<string, Entry[]>()
  for (const row of rows) {
    const parts = segments(row.path)
    const patterned = row.path.split('/').filter((part) => part.includes('*')).length
    const entry = { row, agrees: agreement(row, hidden), open: patterned, conditions: conditionsOf(row) }
    if (row.loose || patterned > 0) push(open, `${row.method} ${parts.length}`, entry)
    else push(literal, `${row.method} ${parts.join('/')}`, entry)
  }
  for (const entries of [...literal.values(), ...open.values()])
    entries.sort((a, b) => a.open - b.open || b.conditions - a.conditions)
  return (request) => {
    const { method, segments: called } = request
    const found =
      literal.get(`${method} ${called.join('/')}`)?.find(({ agrees }) => agrees(request)) ??
      open.get(`${method} ${called.length}`)?.find(({ agrees }) => agrees(request))
    return found?.row ?? null
  }
}

const push = (index: Map<string, Entry[]>, key: string, entry: Entry): void => {
  const entries = index.get(key)
  if (entries) entries.push(entry)
  else index.set(key, [entry])
}

const conditionsOf = ({ query, headers, body }: ExchangeRow): number =>
  query.length + Object.keys(headers).length + count(body)
const count = (body: unknown): number =>
  typeof body === 'object' && body !== null
    ? Object.values(body).reduce((sum: number, each) => sum + count(each), 0)
    : Number(body !== undefined)

const agreement = (row: ExchangeRow, hidden: (name: string) => boolean): Agrees => {
  const path = pathAgrees(row)
  const query = queryAgrees(row, hidden)
  return (request) =>
    path(request.segments) &&
    query(request.query) &&
    headersAgree(row.headers, request.headers, false) &&
    (row.body === undefined || isPart(row.body, request.body))
}

/** `*` matches within a segment. Write a literal star as `%2A`. */
const pathAgrees = ({ path, loose }: ExchangeRow): ((called: readonly string[]) => boolean) => {
  const form = loose ? (part: string) => part.toLowerCase().replace(/\s/g, '') : (part: string) => part
  const tests = path
    .replace(/^\//, '')
    .split('/')
    .map((part) => {
      const wanted = form(decoded(part))
      return part.includes('*') ? glob(wanted) : (called: string) => called === wanted
    })
  return (called) => called.length === tests.length && tests.every((test, i) => test(form(called[i]!)))
}

const queryAgrees = (
  { query, ignore }: ExchangeRow,
  hidden: (name: string) => boolean,
): ((called: URLSearchParams) => boolean) => {
  const wanted = Map.groupBy(query, ([name]) => name)
  const ignored = ignore.map(glob)
  const surplus = (name: string): boolean => !wanted.has(name) && !hidden(name) && !ignored.some((test) => test(name))
  const tests = [...wanted].map(([name, pairs]) => {
    // Match literal patterns first, so that `*` gets the remaining values.
    const patterns = pairs
      .map(([, pattern]) => pattern)
      .toSorted((a, b) => Number(a.includes('*')) - Number(b.includes('*')))
      .map(glob)
    return (called: URLSearchParams) => matchAll(called.getAll(name), patterns)
  })
  return (called) => tests.every((test) => test(called)) && !called.keys().some(surplus)
}

const matchAll = (values: readonly string[], patterns: readonly ((value: string) => boolean)[]): boolean => {
  const remaining = [...values]
  return (
    values.length === patterns.length &&
    patterns.every((test) => {
      const i = remaining.findIndex(test)
      if (i >= 0) remaining.splice(i, 1)
      return i >= 0
    })
  )
}

/** Whether a body contains `wanted`: objects by the named members, lists item by item, texts as patterns. */
const isPart = (wanted: unknown, body: unknown): boolean => {
  if (wanted === null) return body === null || body === undefined
  if (Array.isArray(wanted))
    return Array.isArray(body) && body.length === wanted.length && wanted.every((item, i) => isPart(item, body[i]))
  if (typeof wanted === 'object') {
    return (
      typeof body === 'object' &&
      body !== null &&
      !Array.isArray(body) &&
      Object.entries(wanted).every(([name, value]) => isPart(value, (body as Record<string, unknown>)[name]))
    )
  }
  if (typeof body === 'object' || body === undefined) return false
  return typeof wanted === 'string' ? glob(wanted)(String(body)) : plain(wanted) === plain(body)
}
