/** Forwards one call to a live service. */
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Auth } from '@domesday/core'
import type { Dispatcher } from 'undici'
import type { Call } from './server.ts'

/** The allowed hosts of a source, from its settings and its `auth`. */
export interface LiveSource {
  readonly base: string
  /** Hosts, or folders of them, besides those of the base and of the token address in `auth`. */
  readonly hosts: readonly string[]
  readonly auth?: readonly Auth[]
}

/** The origin to call: the base's, or the requested one; null if the source does not declare its host. */
export const declaredOrigin = ({ base, hosts, auth = [] }: LiveSource, asked: string | undefined): string | null => {
  const home = new URL(base)
  if (asked === undefined) return home.origin
  const wanted = URL.parse(asked)
  if (!wanted || !/^https?:$/.test(wanted.protocol) || wanted.href !== `${wanted.origin}/`) return null
  const declared = [
    home.host,
    ...hosts.map((place) => place.split('/')[0]),
    ...auth.flatMap((scheme) => ('oauth' in scheme ? [URL.parse(scheme.oauth)?.host] : [])),
  ]
  return declared.includes(wanted.host) ? wanted.origin : null
}

export interface LiveReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  /** The decompressed body. The stream fails if the service aborts. */
  readonly body: Readable
}

/** Calls the service without following redirects. Rejects if it cannot be reached. */
export const callLive = async (
  dispatcher: Dispatcher,
  origin: string,
  { method, target, headers, body }: Call,
): Promise<LiveReply> => {
  const reply = await dispatcher.request({
    origin,
    path: target,
    method: method as Dispatcher.HttpMethod,
    headers: requestHeaders(headers),
    ...(body.length > 0 && { body }),
  })
  return { status: reply.statusCode, headers: replyHeaders(reply.headers), body: decoded(reply, method) }
}

const hopByHop = /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length)$/

const requestHeaders = (headers: Call['headers']): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.test(name) && name !== 'x-upstream-origin'),
  ),
  'accept-encoding': 'gzip',
})

const replyHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || hopByHop.test(name) || name === 'content-encoding' ? [] : [[name, value]],
    ),
  )

// Some services ignore Accept-Encoding.
const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

const decoded = ({ headers, statusCode, body }: Dispatcher.ResponseData, method: string): Readable => {
  const decoder = decoders[String(headers['content-encoding'] ?? '').toLowerCase()]
  const empty = method === 'HEAD' || statusCode === 204 || statusCode === 304 || headers['content-length'] === '0'
  if (!decoder || empty) return body
  return pipeline(body, decoder(), () => {}) // The reader of the stream gets the error.
}
