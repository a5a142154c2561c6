/** Writes answers, compressed where that pays. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'koa'
import { bytesOf, lengthOf, wholeBody, type Body } from '../contract/body.ts'

/** Characters. */
export const longestAddress = 8192

/** Takes headers: a response, or a list that becomes one. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown
}

export const hasBody = ({ headers }: Context['req']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const compressAbove = 1024
const zip = promisify(gzip),
  brotli = promisify(brotliCompress)

type Encoding = 'br' | 'gzip'

/** The encoding for an answer of this length; null for none. Sets `Vary` where the request decides. */
const encodingFor = (ctx: Context, length: number): Encoding | null => {
  if (length <= compressAbove) return null
  if (ctx.res.hasHeader('vary')) ctx.vary('accept-encoding')
  else ctx.res.setHeader('vary', 'accept-encoding')
  if (ctx.req.headers['accept-encoding'] === undefined) return null
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity')
  return encoding === 'br' || encoding === 'gzip' ? encoding : null
}

const compressed = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : zip(body, { level: 4 })

export const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const jsonType = 'application/json; charset=utf-8'

/** Sends bytes as JSON, or as another type. */
export const sendJson = async (ctx: Context, body: Buffer, type = jsonType): Promise<void> => {
  const encoding = encodingFor(ctx, body.length)
  // After compression: a problem document for an error in it is not compressed.
  const bytes = encoding === null ? body : await compressed(body, encoding)
  if (encoding !== null) ctx.res.setHeader('content-encoding', encoding)
  ctx.res.setHeader('content-type', type)
  ctx.body = bytes
}

/** Writes the answer to a lookup without Koa's respond: both parts go out in one write, and the cached one uncopied. */
export const sendBody = async (ctx: Context, body: Body, type = 'application/json'): Promise<void> => {
  const { res } = ctx
  const encoding = encodingFor(ctx, lengthOf(body))
  const sent = encoding === null ? body : wholeBody(await compressed(bytesOf(body), encoding))
  if (encoding !== null) res.setHeader('content-encoding', encoding)
  ctx.respond = false
  res.setHeader('content-type', `${type}; charset=utf-8`)
  res.setHeader('content-length', lengthOf(sent))
  res.statusCode = 200
  res.cork()
  res.write(sent.cached)
  res.end(sent.own, 'latin1')
}
