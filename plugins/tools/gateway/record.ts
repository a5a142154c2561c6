/** The record gateway: forwards calls to the live service and records the exchanges without secrets. */
import { join } from 'node:path'
import type { OpenGateway } from '@domesday/core/tool'
import type { SampleRequest } from '@domesday/vocabulary-samples'
import { Agent } from 'undici'
import { callLive, declaredOrigin, type LiveReply, type LiveSource } from './live.ts'
import { credentials, fields, readCall, type Fields } from './matching.ts'
import { openFolder, type Exchange } from './recorder.ts'
import { asksForToken, bodyWithoutSecrets, pathWithoutSecrets, secretsIn, withoutSecrets } from './secrets.ts'
import { json, listenOnLoopback, type Answer, type Call } from './server.ts'

export interface RecordOptions {
  readonly dir: string
  readonly sources: ReadonlyMap<string, LiveSource>
  /** By default any free port. */
  readonly port?: number
  /** Label of the recorded rows; by default the request's path. */
  readonly subject?: string
  /** Values that must not appear in a recording, such as all credentials of the environment. */
  readonly secrets?: readonly string[]
  /** Larger bodies are forwarded, but not recorded. By default 64 MiB. */
  readonly maxBytes?: number
  /** Gets a line for each call. By default writes to standard error if that is a terminal. */
  readonly progress?: (line: string) => void
  readonly now?: () => Date
}

const toTerminal = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${line}\n`)
}

/**
 * A call to an undeclared host gets 403 and is not forwarded; an unreachable service gets 502 and is not recorded. The
 * caller's response ends once the exchange is on disk. Rejects if the port is taken.
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
    const folder = folders.get(source) ?? openFolder(join(dir, source))
    folders.set(source, folder)
    return folder
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
    const record = folderOf(id)
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
      return record(
        {
          request: row,
          response: { status, headers: recordedHeaders(headers, removed) },
          subject: subject ?? row.path,
          real: edited ? 'partly' : true,
          cut: false,
          notes: `Recorded ${now().toISOString()}.${edited ? ' Secrets replaced.' : ''}`,
        },
        safe,
      )
    }
    async function* forwarding(): AsyncGenerator<Uint8Array> {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size <= maxBytes) chunks.push(chunk)
        else chunks.length = 0
        yield chunk
      }
      const file = size <= maxBytes ? await store(Buffer.concat(chunks)) : null
      progress(
        `${label}  ${status}  ${size} bytes  ${Math.round(performance.now() - began)} ms  ${file ?? 'not recorded'}`,
      )
    }
    return { status, headers, body: forwarding() }
  }

  const server = await listenOnLoopback(answer, port)
  return { origin: server.origin, close: () => server.close().then(() => agent.destroy()) }
}

// Headers that distinguish recorded requests. Others belong to the client, or are credentials.
const distinguishing = /^accept(-language)?$|version$/

type Hidden = (name: string) => boolean
const rowOf = (
  request: SampleRequest,
  origin: string,
  source: LiveSource,
  hidden: Hidden,
  secrets: readonly string[],
): Exchange['request'] => {
  const { method, path, query, headers, body } = request
  const shownOnly = (name: string, value: unknown): unknown => (name && hidden(name) ? undefined : value)
  const clean = <T>(value: T): T => JSON.parse(withoutSecrets(JSON.stringify(value, shownOnly), secrets)) as T
  const conditions = Object.entries(headers).filter(
    ([name, value]) => distinguishing.test(name) && value !== '*' && value !== '*/*',
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

// Response headers that a source may read: about the body, links, and quotas. No cookies, no tracing headers.
const ofBody = /^(content-type|content-disposition|content-language|last-modified|etag)$/
const ofNext = /^(location|link|retry-after|allow|www-authenticate)$/
const ofQuota = /^x-(rejection|throttl|rate-?limit|individualquota|registeredquota|total|pagination)/

const recordedHeaders = (headers: LiveReply['headers'], secrets: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      [ofBody, ofNext, ofQuota].some((kind) => kind.test(name))
        ? [[name, withoutSecrets([value].flat().join(', '), secrets)]]
        : [],
    ),
  )
