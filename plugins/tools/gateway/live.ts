/** One call passed through to a live service. */
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Auth } from '@domesday/core'
import type { Dispatcher } from 'undici'
import type { Call } from './server.ts'

/** Where a source's calls may go, as its settings and its `auth` declare it. */
export interface LiveSource {
  readonly base: string
  /** Hosts beside the base's, and beside the token address of its `auth`. */
  readonly hosts: readonly string[]
  readonly auth?: readonly Auth[]
}

/** The origin to call: the base's, or the asked one where the source declares its host; null where it does not. */
export const declaredOrigin = ({ base, hosts, auth = [] }: LiveSource, asked: string | undefined): string | null => {
  const home = new URL(base)
  if (asked === undefined) return home.origin
  const wanted = URL.parse(asked)
  if (!wanted || !/^https?:$/.test(wanted.protocol) || wanted.href !== `${wanted.origin}/`) return null
  const declared = [home.host, ...hosts, ...auth.flatMap((one) => ('oauth' in one ? [URL.parse(one.oauth)?.host] : []))]
  return declared.includes(wanted.host) ? wanted.origin : null
}

export interface LiveReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  /** As it was before it was compressed. Fails where the service broke off. */
  readonly body: Readable
}

/** Asks the service, following no redirect. Rejects when it cannot be reached. */
export const callLive = async (
  dispatcher: Dispatcher,
  origin: string,
  { method, target, headers, body }: Call,
): Promise<LiveReply> => {
  const reply = await dispatcher.request({
    origin,
    path: target,
    method: method as Dispatcher.HttpMethod,
    headers: passedOn(headers),
    ...(body.length > 0 && { body }),
  })
  return { status: reply.statusCode, headers: repliedOn(reply.headers), body: decoded(reply, method) }
}

const ofHop = /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length)$/

const passedOn = (headers: Call['headers']): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ofHop.test(name) && name !== 'x-upstream-origin')),
  'accept-encoding': 'gzip',
})

const repliedOn = (headers: Dispatcher.ResponseData['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofHop.test(name) || name === 'content-encoding' ? [] : [[name, value]],
    ),
  )

// Some services compress in a way that was not asked for.
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
  return pipeline(body, decoder(), () => {}) // a fault reaches whoever reads it
}
