/** The layer below the request id: the common headers, and a problem document for every failure. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Middleware } from 'koa'
import type { Tracing } from '../contract/tracing.ts'
import { release } from './release.ts'
import { Failure, failures, problemOf, type Code, type ParameterFault, type Problem } from '../contract/failure.ts'
import { invalidParameters } from '../engine/parameter-faults.ts'
import { newRequestId } from './request-id.ts'
import type { State } from './state.ts'
import { json, longestAddress } from './wire.ts'

export interface Observed {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly requestId: string
  readonly keyId: string | null
  readonly charged: number
  readonly code: string | null
}

export interface Outermost {
  /** Called for every answer. */
  observe(observed: Observed): void
  /** Called for every error. */
  complain(error: unknown, requestId: string, ctx: Context): void
  readonly drain: { readonly begun: boolean }
  readonly tracing: Tracing | null
}

/** RFC 9112, 3.2: an HTTP/1.1 request has exactly one Host header. The parser joins or drops others. */
const hostFault = ({ httpVersion, headers, rawHeaders }: IncomingMessage): string | null => {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'is missing' : null
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 ? 'is given more than once' : null
}

/** Why no application may read this request; null for all others. */
export const requestFault = (req: IncomingMessage): ParameterFault | null => {
  const host = hostFault(req)
  if (host !== null) return { parameter: 'Host', detail: host }
  return req.httpVersionMajor < 1 ? { parameter: 'request', detail: 'has no HTTP version' } : null
}

/** A proxy may send the absolute form of the URL. */
const pathOf = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*(?=[/?]|$)/i, '').replace(/^(?!\/)/, '/')

const setCommonHeaders = (res: ServerResponse, requestId: string): void => {
  res.setHeader('x-request-id', requestId)
  res.setHeader('cache-control', 'private, no-store')
  res.setHeader('x-content-type-options', 'nosniff')
  res.setHeader('domesday-release', release)
}

export const problems =
  ({ observe, complain, drain, tracing }: Outermost): Middleware =>
  async (ctx, next) => {
    const began = performance.now()
    const state = ctx.state as State
    const { requestId } = state
    const { res } = ctx
    setCommonHeaders(res, requestId)
    let code: string | null = null
    try {
      const fault = requestFault(ctx.req)
      if (fault !== null) throw invalidParameters([fault])
      ctx.req.url = pathOf(ctx.req.url!)
      if (ctx.req.url.length > longestAddress)
        throw new Failure('uri_too_long', `The address has more than ${longestAddress} characters.`)
      await next()
      // MCP sends its own 404.
      if (ctx.status === 404 && ctx.body === undefined && !res.headersSent)
        throw new Failure('unknown_path', 'There is nothing at this path.')
    } catch (error) {
      complain(error, requestId, ctx)
      const problem = problemOf(error, requestId)
      code = problem.code
      sendProblem(ctx, problem, error)
    }
    if (drain.begun && !res.headersSent) res.shouldKeepAlive = false
    const observed = {
      method: ctx.method,
      route: state.route ?? 'none',
      status: ctx.status,
      ms: performance.now() - began,
      requestId,
      keyId: state.keyId ?? null,
      charged: state.charged ?? 0,
      code: code ?? state.code ?? null,
    }
    tracing?.note({
      'http.request.method': ctx.method,
      'http.route': observed.route,
      'http.response.status_code': observed.status,
      'domesday.credits_charged': observed.charged,
      ...(observed.code !== null && { 'error.type': observed.code }),
    })
    // Log after the answer is sent.
    setImmediate(() => observe(observed))
  }

const sendProblem = (ctx: Context, problem: Problem, error: unknown): void => {
  const { res } = ctx
  res.removeHeader('content-encoding')
  res.setHeader('content-type', 'application/problem+json')
  if (problem.status === 401) res.setHeader('www-authenticate', 'Bearer')
  if (problem.retry_after_s !== undefined) res.setHeader('retry-after', String(problem.retry_after_s))
  if (error instanceof Failure)
    for (const [name, value] of Object.entries(error.more.headers ?? {})) res.setHeader(name, value)
  if (res.hasHeader('x-credits-remaining')) res.setHeader('x-credits-charged', '0')
  ctx.status = problem.status
  ctx.body = json(problem)
}

const protocolErrors: Readonly<Record<string, readonly [code: Code, reason: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'Request Header Fields Too Large',
    'The address and headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'request_timeout',
    'Request Timeout',
    'The request did not come in whole within the time for it.',
  ],
}

/** The answer to bytes that are no HTTP request: Node's own answer has no problem document. */
export const rawProblem = (error: NodeJS.ErrnoException): string => {
  const [code, reason, detail] = protocolErrors[error.code ?? ''] ?? [
    'invalid_parameter',
    'Bad Request',
    'This is not an HTTP request that can be read.',
  ]
  const requestId = newRequestId()
  const more =
    code === 'invalid_parameter' ? { errors: [{ parameter: 'request', detail: 'is not one that can be read' }] } : {}
  const body = JSON.stringify(problemOf(new Failure(code, detail, more), requestId))
  return `HTTP/1.1 ${failures[code].status} ${reason}\r\ncontent-type: application/problem+json\r\ncache-control: private, no-store\r\nx-request-id: ${requestId}\r\ndomesday-release: ${release}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
}
