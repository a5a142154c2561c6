/** Downloads of bulk files, under the gateway, credential and redirect rules of calls but limits of their own. */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Agent } from 'undici'
import {
  type Download,
  type Downloaded,
  type Egress,
  envNames,
  missingEnv,
  ownFile,
  UpstreamFault,
} from '@domesday/core/client'
import { urlFor } from './upstream-url.ts'
import { authorise } from './authorise.ts'
import { decompressors } from '@domesday/client-formats'
import { connectionFault, exchange, type Incoming } from './exchange.ts'
import { CallFault, messageOf } from './call-fault.ts'
import { replyOf, checkReply } from './response.ts'
import { createChannels } from './channel.ts'

/** Milliseconds. Some services make the file while the caller waits: NaPTAN takes up to a minute. */
const usualIdle = 120_000

/** Nothing else waits in a channel of a download's own. */
const alone = { urgency: 0, look_ups: 0, one_in: 2 }

/** Rejects with an `UpstreamFault`. It tries once; the importer decides whether to try again. */
export const download = async (egress: Egress, job: Download): Promise<Downloaded> => {
  const { source, settings, idle = usualIdle, signal = new AbortController().signal } = job
  const missing = egress.anonymous === true || source.keyless === true ? [] : missingEnv(source, egress.env)
  if (missing.length > 0) throw new UpstreamFault(source.id, 'not_configured', `needs ${missing.join(', ')}`)
  const agent = new Agent({
    connections: 1,
    headersTimeout: idle,
    bodyTimeout: idle,
    connectTimeout: idle,
    allowH2: false,
  })
  // A channel of its own, because a token may have to be fetched first.
  const channels = createChannels({ settings: () => settings, unlimited: true, now: Date.now, bulk: () => alone })
  try {
    const url = urlOfJob(job)
    const { credential } = await authorise(
      egress,
      channels.of(source),
      performance.now() + settings.timeout * settings.tries,
      url,
    )
    const { etag = null, modified = null } = job.known ?? {}
    const headers = {
      accept: '*/*',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(modified !== null && { 'if-modified-since': modified }),
      ...job.headers,
    }
    const incoming = await exchange(
      egress,
      source.id,
      settings,
      agent,
      { method: 'GET', url, headers, credential, redirects: 3 },
      signal,
    )
    const found = {
      etag: incoming.headers['etag'] ?? null,
      modified: incoming.headers['last-modified'] ?? null,
      headers: incoming.headers,
    }
    if (incoming.status === 304 && job.known !== undefined) return { changed: false, received: 0, ...found }
    if (incoming.status !== 200)
      checkReply(source, {}, null, await replyOf(incoming), credential === null ? [] : envNames(source, egress.env))
    return { changed: true, received: await store(job, incoming), ...found }
  } finally {
    await Promise.all([agent.destroy(), channels.close()])
  }
}

const urlOfJob = ({ source, path, settings }: Download): URL => {
  try {
    return urlFor(path, settings)
  } catch (error) {
    throw new CallFault(source.id, 'refused', `cannot be asked: ${messageOf(error)}`)
  }
}

/** A stream that calls `check` with the size of every chunk, and fails with the error that this gives. */
const meter = (check: (size: number) => Error | null): Transform =>
  new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      const problem = check(chunk.length)
      if (problem === null) done(null, chunk)
      else done(problem)
    },
  })

const store = async (
  { source, to, cap = Number.POSITIVE_INFINITY, progress }: Download,
  { headers, body }: Incoming,
): Promise<number> => {
  const total = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  let received = 0
  let written = 0
  const arriving = meter((size) => {
    received += size
    progress?.(received, total)
    return null
  })
  const capped = meter((size) => {
    written += size
    return written > cap
      ? new CallFault(source.id, 'refused', `sent a file over ${cap} bytes`, { kind: 'too_large' })
      : null
  })
  const sink = typeof to === 'string' ? createWriteStream(to, { mode: ownFile }) : to
  // Both ends are destroyed with the same error: the one that failed emits it first.
  let failed: 'upstream' | 'disk' | null = null
  body.on('error', () => {
    failed ??= 'upstream'
  })
  sink.on('error', () => {
    failed ??= 'disk'
  })
  try {
    await pipeline([body, arriving, ...decompressors(headers), capped, sink])
    if (total !== null && received !== total)
      throw new CallFault(source.id, 'network', `sent ${received} bytes of ${total}`)
    return received
  } catch (error) {
    if (typeof to === 'string') await rm(to, { force: true })
    throw faultOf(source.id, error, failed === 'disk')
  }
}

const faultOf = (source: string, error: unknown, onDisk: boolean): UpstreamFault => {
  if (error instanceof UpstreamFault) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (/^Z_|^ERR__ERROR/.test(code)) return new CallFault(source, 'garbage', 'sent a file that does not decompress')
  return onDisk
    ? new CallFault(source, 'refused', `could not be stored: ${messageOf(error)}`)
    : connectionFault(source, error)
}
