/** Small things every HTTP surface does alike: reading a raw address strictly, and writing bytes. */
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'koa'
import { Failure } from '../contract/failure.ts'

export const longestAddress = 8192

/** Where headers go: a response, or a list that becomes one. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown
}

const decoded = (text: string, what: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Failure('invalid_parameter', `${what} is not percent-encoded UTF-8.`, {
      errors: [{ parameter: what, detail: 'is not percent-encoded UTF-8' }],
    })
  }
}

/** The path's segments, decoded one by one, so that an encoded slash stays inside its segment. */
export const segmentsOf = (url: string): readonly string[] =>
  url
    .split('?', 1)[0]!
    .split('/')
    .slice(1)
    .map((segment) => decoded(segment, 'path'))

/** The query as sent: a name that comes more than once has a list. */
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

export const hasBody = ({ headers }: Context['req']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const compressAbove = 1024
const zip = promisify(gzip),
  brotli = promisify(brotliCompress)

export type Encoding = 'br' | 'gzip'

/** How to compress an answer, where that pays and the caller takes it. Writes what the choice hangs on. */
export const encodingFor = (
  length: number,
  { headers }: IncomingMessage,
  negotiate: () => Pick<Context, 'acceptsEncodings'>,
  to: HeaderSink,
): Encoding | null => {
  if (length <= compressAbove) return null
  to.setHeader('vary', 'accept-encoding')
  const encoding =
    headers['accept-encoding'] === undefined ? 'identity' : negotiate().acceptsEncodings('br', 'gzip', 'identity')
  return encoding === 'br' || encoding === 'gzip' ? encoding : null
}

/** Says so in the headers once it is done: a fault on the way is not answered compressed. */
export const compressed = async (body: Buffer, encoding: Encoding, to: HeaderSink): Promise<Buffer> => {
  const bytes = await (encoding === 'br'
    ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : zip(body, { level: 4 }))
  to.setHeader('content-encoding', encoding)
  return bytes
}

/** Sends JSON bytes. */
export const sendJson = async (ctx: Context, body: Buffer, type = 'application/json; charset=utf-8'): Promise<void> => {
  const { req, res } = ctx
  const encoding = encodingFor(body.length, req, () => ctx, { setHeader: (_, value) => ctx.vary(value) })
  res.setHeader('content-type', type)
  ctx.body = encoding === null ? body : await compressed(body, encoding, res)
}

export const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
