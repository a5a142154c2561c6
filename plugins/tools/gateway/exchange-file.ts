// Reads `samples/exchanges.yaml`, a list with one row for each exchange with the upstream. Only `request` is required:
//
//   - request: GET /postcodes/SW1A2AA            # method, path and optional query; * matches within a segment
//     loose: true                                # the path matches in any casing, with or without spaces
//     query: { date: 2026-08, poly: '51.50*' }   # must match, numbers by value; other parameters must be absent
//     ignore: [limit]                            # other parameters that may be present; '*' allows any
//     headers: { accept: json }                  # must contain the text; '!text' must not; null: absent
//     body: { postcodes: ['SW1A 2AA'] }          # must be part of the JSON or form that was sent
//     status: 200
//     type: application/json                     # by default from the form of the reply
//     reply: { status: 200, result: [] }         # JSON; or `text: …`; or `file: a-file-beside.json`, sent unchanged
//     reply_headers: { retry-after: '2' }
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Document, type Node, type YAMLMap } from 'yaml'
import { typeOfFile } from './media.ts'
import type { Answer } from './server.ts'

export interface ExchangeRow {
  readonly method: string
  readonly path: string
  /** Parameters that must match, as [name, pattern]; a repeated name needs a repeated parameter. */
  readonly query: readonly (readonly [name: string, pattern: string])[]
  /** Name patterns of other parameters that may be present. */
  readonly ignore: readonly string[]
  /** Must be part of the request's body; undefined accepts any. */
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string | null>>
  /** The path matches in any casing, with or without spaces. */
  readonly loose: boolean
  readonly reply: () => Promise<Answer>
}

const keys = [
  'request',
  'query',
  'ignore',
  'body',
  'headers',
  'loose',
  'status',
  'type',
  'reply',
  'text',
  'file',
  'reply_headers',
]
type Report = (at: Node | null | undefined, what: string) => void

/**
 * The rows of a folder's `exchanges.yaml`; none if there is no file. Throws with every fault, one per line:
 * `file:line:column  message`.
 */
export const readExchanges = (folder: string): readonly ExchangeRow[] => {
  const path = join(folder, 'exchanges.yaml')
  if (!existsSync(path)) return []
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines, version: '1.2' })
  const faults = document.errors.map(
    ({ linePos, message }) => `${path}:${linePos?.[0].line ?? 1}:${linePos?.[0].col ?? 1}  ${message.split('\n')[0]}`,
  )
  const report: Report = (at, what) => {
    const { line, col } = lines.linePos(at?.range?.[0] ?? 0)
    faults.push(`${path}:${line}:${col}  ${what}`)
  }
  visit(document, {
    Alias: (_, alias) => {
      if (!alias.resolve(document)) report(alias, `no anchor \`&${alias.source}\` stands before this`)
    },
  })
  const rows =
    faults.length > 0
      ? []
      : listed(document, report).map((item) => {
          if (isMap(item)) return readRow(item, document, folder, report)
          report(item, 'a row is a mapping with a `request:`')
          return null
        })
  if (faults.length > 0) throw new SyntaxError(faults.join('\n'))
  return rows.filter((row) => row !== null)
}

const listed = ({ contents }: Document, report: Report): readonly Node[] => {
  if (isSeq<Node>(contents)) return contents.items
  if (contents !== null && !(isScalar(contents) && contents.value === null))
    report(contents, 'a list of rows is needed')
  return []
}

const readRow = (item: YAMLMap, document: Document, folder: string, report: Report): ExchangeRow | null => {
  const row = item.toJS(document) as Record<string, unknown>
  const at = (key: string): Node => (item.get(key, true) as unknown as Node | undefined) ?? item
  const need = (key: string, valid: boolean, what: string): void => {
    if (row[key] !== undefined && !valid) report(at(key), `${key}: ${what}`)
  }

  for (const { key } of item.items) {
    if (!keys.includes(String(key))) report(key as Node, `unknown key \`${String(key)}\`; a row has ${keys.join(', ')}`)
  }
  const [, method, path, search] = /^([A-Z]+) +(\/[^\s?]*)(?:\?(\S*))?$/.exec(String(row['request'])) ?? []
  if (method === undefined || path === undefined) {
    report(at('request'), 'request: a method and a path are needed, such as `GET /postcodes/SW1A2AA`, a space as %20')
    return null
  }

  const { status = 200, loose = false, ignore = [], headers = {}, type, reply_headers: sent = {} } = row
  need(
    'query',
    isRecord(row['query']) && !Object.values(row['query']).flat().some(isRecord),
    'texts, numbers or lists, by parameter name',
  )
  need('ignore', [ignore].flat().every(isText), "a list of parameter names, or '*' for any")
  need(
    'headers',
    isRecord(headers) && Object.values(headers).every((value) => value === null || isText(value)),
    'texts by header name, or null for none',
  )
  need('loose', typeof loose === 'boolean', 'true or false')
  need(
    'status',
    Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599,
    'a whole number from 200 to 599',
  )
  need('type', isText(type), 'a content type')
  need('reply_headers', isRecord(sent) && Object.values(sent).every(isText), 'texts by header name')
  need('text', isText(row['text']), 'a text')
  need('file', isText(row['file']) && isBeside(row['file'], folder), 'a file in this folder')
  if (['reply', 'text', 'file'].filter((form) => row[form] !== undefined).length > 1)
    report(item, 'one of reply, text and file, not several')

  return {
    method,
    path,
    loose: loose === true,
    ignore: [ignore].flat() as string[],
    headers: headers as Record<string, string | null>,
    query: [...new URLSearchParams(search ?? ''), ...patterns(item.get('query', true), document)],
    ...(row['body'] !== undefined && { body: row['body'] }),
    reply: replying(row, folder, status as number, type as string | undefined, sent as Record<string, string>),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isBeside = (file: string, folder: string): boolean =>
  !file.split(/[\\/]/).includes('..') && existsSync(join(folder, file))

/** A query as texts. Scalars keep their source text: YAML would parse 01 as 1 and round a long number. */
const patterns = (query: unknown, document: Document): (readonly [string, string])[] => {
  const map = resolved(query, document)
  return isMap(map)
    ? map.items.flatMap(({ key, value }) => written(value, document).map((text) => [String(key), text] as const))
    : []
}

const resolved = (node: unknown, document: Document): unknown => {
  const alias = node as { resolve?: (document: Document) => unknown } | null
  return typeof alias?.resolve === 'function' ? alias.resolve(document) : node
}

const written = (value: unknown, document: Document): readonly string[] => {
  const node = resolved(value, document)
  if (isSeq(node)) return node.items.flatMap((item) => written(item, document))
  return isScalar(node) && node.value !== null ? [node.source ?? String(node.value)] : []
}

type Sent = Readonly<Record<string, string>>
const replying = (
  row: Record<string, unknown>,
  folder: string,
  status: number,
  type: string | undefined,
  sent: Sent,
): (() => Promise<Answer>) => {
  const answer = (defaultType: string | undefined, body: string | Uint8Array): Answer => {
    const contentType = type ?? defaultType
    return { status, headers: { ...(contentType && { 'content-type': contentType }), ...sent }, body }
  }
  const { reply, text, file } = row
  if (file !== undefined)
    return async () => answer(typeOfFile(String(file)), await readFile(join(folder, String(file))))
  const fixed =
    reply !== undefined
      ? answer('application/json', JSON.stringify(reply))
      : text !== undefined
        ? answer('text/plain; charset=utf-8', String(text))
        : answer(undefined, '')
  return async () => fixed
}
