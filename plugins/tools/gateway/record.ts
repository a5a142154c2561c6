/** The record gateway: passes calls through to the live service and keeps the exchanges, without their secrets. */
import { join } from 'node:path'
import type { OpenGateway } from '@domesday/core/tool'
import type { SampleRequest } from '@domesday/vocabulary-samples'
import { Agent } from 'undici'
import { callLive, declaredOrigin, type LiveReply, type LiveSource } from './live.ts'
import { credentials, fields, readCall, type Fields } from './matching.ts'
import { openFolder, type Kept } from './recorder.ts'
import { asksForToken, bodyWithoutSecrets, pathWithoutSecrets, secretsIn, withoutSecrets } from './secrets.ts'
import { json, listenOnLoopback, type Answer, type Call } from './server.ts'

export interface RecordOptions {
  readonly dir: string
  readonly sources: ReadonlyMap<string, LiveSource>
  /** Any free port unless given. */
  readonly port?: number
  /** Label of the rows that are kept; the request's own path without it. */
  readonly subject?: string
  /** Values that may stand nowhere in a recording, such as all credentials of the environment. */
  readonly secrets?: readonly string[]
  /** Larger bodies are passed on and not kept. 64 MiB unless given. */
  readonly maxBytes?: number
  /** Gets a line for each call. Unless given they go to standard error, where that is a terminal. */
  readonly progress?: (line: string) => void
  readonly now?: () => Date
}

const toTerminal = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${line}\n`)
}

/**
 * A call to a host that the source does not declare is a 403 and goes nowhere; a service that cannot be reached is a
 * 502 and is not kept. The caller's answer ends when the exchange is on disk. Rejects where the port is taken.
 */
export const startRecord = async (options: RecordOptions): Promise<OpenGateway> => {
  const {
    dir,
    sources,
    port = 0,
    subject,
    secrets = [],
    maxBytes = 64 * 1024 * 1024,
    progress = toTerminal,
    now = () => new Date(),
  } = options
  const agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000 })
  const folders = new Map<string, ReturnType<typeof openFolder>>()
  const folderOf = (source: string): ReturnType<typeof openFolder> => {
    const known = folders.get(source) ?? openFolder(join(dir, source))
    folders.set(source, known)
    return known
  }

  const answer = async (call: Call): Promise<Answer> => {
    const { source: id, method } = call
    const source = sources.get(id)
    const asked = call.headers['x-upstream-origin']
    const origin = source && declaredOrigin(source, asked)
    if (!source || !origin) {
      return json(403, {
        record: source ? 'host not declared by the source' : 'unknown source',
        source: id,
        origin: asked ?? null,
      })
    }
    const keep = folderOf(id)
    const request = readCall(call)
    const hidden = credentials(source.auth)
    const removed = [...secrets, ...secretsIn(request, hidden)]
    const row = rowOf(request, origin, source, hidden, removed)
    const label = `${id}  ${method} ${row.path}`
    const began = performance.now()
    let reply: LiveReply
    try {
      reply = await callLive(agent, origin, call)
    } catch (fault) {
      const detail = (fault as NodeJS.ErrnoException).code ?? (fault as Error).message
      progress(`${label}  ${detail}`)
      return json(502, { record: 'upstream failed', source: id, origin, detail })
    }
    const { status, headers, body } = reply
    const store = (sent: Buffer): Promise<string | null> => {
      const safe = bodyWithoutSecrets(sent, removed)
      const edited = safe !== sent
      return keep(
        {
          request: row,
          response: { status, headers: keptHeaders(headers, removed) },
          subject: subject ?? row.path,
          real: edited ? 'partly' : true,
          cut: false,
          notes: `Recorded ${now().toISOString()}.${edited ? ' Secrets replaced.' : ''}`,
        },
        safe,
      )
    }
    async function* passing(): AsyncGenerator<Uint8Array> {
      const kept: Buffer[] = []
      let size = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size <= maxBytes) kept.push(chunk)
        else kept.length = 0
        yield chunk
      }
      const file = size <= maxBytes ? await store(Buffer.concat(kept)) : null
      progress(`${label}  ${status}  ${size} bytes  ${Math.round(performance.now() - began)} ms  ${file ?? 'not kept'}`)
    }
    return { status, headers, body: passing() }
  }

  const server = await listenOnLoopback(answer, port)
  return { origin: server.origin, close: () => server.close().then(() => agent.destroy()) }
}

// What tells one recorded form of a request from another. Other headers are the client's own, or credentials.
const telling = /^accept(-language)?$|version$/

type Hidden = (name: string) => boolean
const rowOf = (
  request: SampleRequest,
  origin: string,
  source: LiveSource,
  hidden: Hidden,
  secrets: readonly string[],
): Kept['request'] => {
  const { method, path, query, headers, body } = request
  const shownOnly = (name: string, value: unknown): unknown => (name && hidden(name) ? undefined : value)
  const clean = <T>(value: T): T => JSON.parse(withoutSecrets(JSON.stringify(value, shownOnly), secrets)) as T
  const conditions = Object.entries(headers).filter(
    ([name, value]) => telling.test(name) && value !== '*' && value !== '*/*',
  )
  const token = asksForToken(request)
  const { host } = new URL(origin)
  return {
    method,
    path: pathWithoutSecrets(path, secrets, token),
    query: clean<Fields>(fields(query)),
    ...(body !== null && !token && { body: clean(body) }),
    ...(conditions.length > 0 && { headers: Object.fromEntries(conditions) }),
    ...(host !== new URL(source.base).host && { host }),
  }
}

// What a connector may read: the form of the body, where to go on, and how fast to ask. No cookie, no trace of the way.
const ofBody = /^(content-type|content-disposition|content-language|last-modified|etag)$/
const ofNext = /^(location|link|retry-after|allow|www-authenticate)$/
const ofQuota = /^x-(rejection|throttl|rate-?limit|individualquota|registeredquota|total|pagination)/

const keptHeaders = (headers: LiveReply['headers'], secrets: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      [ofBody, ofNext, ofQuota].some((kind) => kind.test(name))
        ? [[name, withoutSecrets([value].flat().join(', '), secrets)]]
        : [],
    ),
  )
