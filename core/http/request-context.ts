/** The request that the current work is for, so that upstream calls and log lines need no argument for it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import type { Waiter } from '../contract/client.ts'
import type { Tracing } from '../contract/tracing.ts'
import { newRequestId } from './request-id.ts'
import type { State } from './state.ts'

interface RequestContext {
  readonly requestId: string
  /** The caller's trace, handed on to upstreams. */
  readonly traceparent: string | null
  /** The id of the trace in logs: the caller's, or our own. */
  traceId: string | null
  /** The id that the caller gave the request. */
  readonly callerRequestId: string | null
  readonly priority: string | null
  /** Who calls; empty until it is known. */
  principal: string
  /** How many requests of the principal are in work. */
  inWork: () => number
  callerId: string | null
  /** Requests that wait for work that this one began; null where none does. */
  joined: Set<RequestContext> | null
  waiters: (() => readonly Waiter[]) | null
}

const requests = new AsyncLocalStorage<RequestContext>()
const traceparent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/
/** Without an @: an email address would be personal data in the log. */
const plainId = /^[\w.:/+=-]{1,64}$/

/** A Priority header is read for each question that waits: a long one would cost too much. */
const shortText = /^[ -~]{1,64}$/

const matching = (pattern: RegExp, given: string | readonly string[] | undefined): string | null =>
  typeof given === 'string' && pattern.test(given) ? given : null

const contextOf = ({ headers }: IncomingMessage, requestId: string): RequestContext => {
  const trace = matching(traceparent, headers['traceparent'])
  return {
    requestId,
    traceparent: trace,
    traceId: trace?.split('-')[1] ?? null,
    callerRequestId: matching(plainId, headers['x-request-id']),
    priority: matching(shortText, headers['priority']),
    principal: '',
    inWork: () => 0,
    callerId: null,
    joined: null,
    waiters: null,
  }
}

/** The outermost layer: gives the request its id, and all work for it the context and a span. */
export const identified =
  (tracing: Tracing | null): Middleware =>
  (ctx, next) => {
    const requestId = ((ctx.state as State).requestId = newRequestId())
    const context = contextOf(ctx.req, requestId)
    if (tracing === null) return requests.run(context, next)
    const facts = { 'http.request.method': ctx.method, 'domesday.request_id': requestId }
    const work = (): Promise<void> => {
      context.traceId = tracing.traceId()
      return next()
    }
    return requests.run(context, () => tracing.span(ctx.method, facts, work, context.traceparent))
  }

export const calledBy = (principal: string, inWork: () => number): void => {
  const context = requests.getStore()
  if (context) Object.assign(context, { principal, inWork, callerId: null })
}

/** Who is counted for the present request. */
export const principal = (): string => requests.getStore()?.principal ?? ''

/** New at each start, so that nobody can trace an id back to an address. */
const salt = randomUUID()

/** An opaque id of the principal; null where no request is at work. */
export const callerId = (): string | null => {
  const context = requests.getStore()
  return context === undefined ? null : idOf(context)
}
const idOf = (context: RequestContext): string =>
  (context.callerId ??= hash('sha256', salt + context.principal, 'base64url').slice(0, 16))

/** Call it in work that another request may join; that request calls the function that it returns. */
export const joining = (): (() => void) => {
  const leader = requests.getStore()
  return () => {
    const own = requests.getStore()
    if (leader && own && own !== leader) (leader.joined ??= new Set()).add(own)
  }
}

const nobody = (): readonly Waiter[] => []

/** Lists, at any time, the requests that wait for the present work: the same function for all work of a request. */
export const waiters = (): (() => readonly Waiter[]) => {
  const context = requests.getStore()
  if (context === undefined) return nobody
  return (context.waiters ??= () => {
    const all = new Set([context])
    for (const one of all) for (const other of one.joined ?? []) all.add(other)
    return [...all].map((one) => ({ id: idOf(one), priority: one.priority, inWork: one.inWork() }))
  })
}

/** The headers that carry the caller's trace to upstreams. */
export const traceHeaders = (): Readonly<Record<string, string>> => {
  const given = requests.getStore()?.traceparent ?? null
  return given === null ? {} : { traceparent: given }
}

/** What each log line of a request says of it. */
export const logged = (): Record<string, string> => {
  const context = requests.getStore()
  if (!context) return {}
  const { requestId, traceId, callerRequestId } = context
  return {
    request_id: requestId,
    ...(traceId !== null && { trace_id: traceId }),
    ...(callerRequestId !== null && { caller_request_id: callerRequestId }),
  }
}
