/** The loopback HTTP server of every gateway. Requests have the form `/<source-id>/<path>?<query>`. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { OpenGateway } from '@domesday/core/tool'

/** A request to a gateway. */
export interface Call {
  readonly source: string
  readonly method: string
  /** The upstream's path and query as sent: `/api/crimes?date=2026-08`. */
  readonly target: string
  /** Names in lower case; a repeated header is joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** If a stream fails, the connection is dropped, so that a partial body never looks complete. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const bodyLimit = 16 * 1024 * 1024

/** Listens on 127.0.0.1 only. If `answer` rejects, the response is a 500 with the error's message. */
export const listenOnLoopback = async (answer: (call: Call) => Promise<Answer>, port = 0): Promise<OpenGateway> => {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const {
      status,
      headers,
      body: sent,
    } = body === null
      ? json(413, { gateway: 'request body too large', limit: bodyLimit }, { connection: 'close' })
      : await answer({
          ...split(request.url ?? '/'),
          method: request.method ?? 'GET',
          headers: joined(request.headers),
          body,
        })
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.statusCode = status
    if (typeof sent === 'string' || sent instanceof Uint8Array)
      response.setHeader('content-length', Buffer.byteLength(sent)).end(sent)
    else await pipeline(Readable.from(sent), response)
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    respond(request, response).catch((fault: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      const { status, headers, body } = json(500, {
        gateway: 'failed',
        detail: fault instanceof Error ? fault.message : String(fault),
      })
      response.writeHead(status, headers as Record<string, string>).end(body)
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const split = (url: string): Pick<Call, 'source' | 'target'> => {
  const [, source = '', rest = ''] = /^\/([^/?]*)(.*)$/s.exec(url) ?? []
  return { source, target: rest.startsWith('/') ? rest : `/${rest}` }
}

const joined = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

const readBody = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= bodyLimit) chunks.push(chunk)
  }
  return size > bodyLimit ? null : Buffer.concat(chunks)
}
