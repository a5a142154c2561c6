/**
 * Look-ups at addresses that were valid before, which most calls are. Their way is short: past the router, past the
 * layers that only other calls need, and straight to the socket. What a caller sees is the same on both ways.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'koa'
import { bytesOf, lengthOf, whole, type Body } from '../contract/body.ts'
import { Failure, problemOf } from '../contract/failure.ts'
import type { Plan } from '../engine/plan.ts'
import type { Lookups } from './lookups.ts'
import type { Overload } from './overload.ts'
import { begin, describe, isAddressed, type Outermost, type State } from './problems.ts'
import { newRequestId } from './request-id.ts'
import { compressed, encodingFor, json } from './wire.ts'

export interface KnownParts extends Outermost {
  readonly lookups: Pick<Lookups, 'look' | 'planned'>
  readonly overload: Pick<Overload, 'enter' | 'leave'>
  /** The framework's view of a call. */
  contextOf(req: IncomingMessage, res: ServerResponse): Pick<Context, 'acceptsEncodings'>
}

/**
 * What only the framework's layers do: serve another origin's page, hand on a caller's trace, refuse what names no
 * host.
 */
const needsLayers = (req: IncomingMessage): boolean =>
  req.headers.origin !== undefined || req.headers['traceparent'] !== undefined || !isAddressed(req)

const send = (res: ServerResponse, status: number, headers: string[], body: Body): void => {
  headers.push('content-length', String(lengthOf(body)))
  res.writeHead(status, headers)
  // One write for all: the end lets it go.
  res.cork()
  res.write(body.cached)
  res.end(body.own, 'latin1')
}

/** Takes the calls that it can answer; false for those that need the long way. */
export const known = ({ lookups: { look, planned }, overload, contextOf, observe, complain, drain }: KnownParts) => {
  const answer = async (req: IncomingMessage, res: ServerResponse, plan: Plan): Promise<void> => {
    const began = performance.now(),
      requestId = newRequestId(),
      route = plan.endpoint.declared.path
    const state: State = { requestId },
      headers: string[] = []
    const to = { setHeader: (name: string, value: string) => headers.push(name, value) }
    let status = 200,
      body: Body,
      code: string | null = null
    begin(to, requestId)
    try {
      overload.enter()
      try {
        body = await look(req, res, to, state, () => plan)
      } finally {
        overload.leave()
      }
      const encoding = encodingFor(lengthOf(body), req, () => contextOf(req, res), to)
      if (encoding !== null) body = whole(await compressed(bytesOf(body), encoding, to))
      to.setHeader('content-type', 'application/json; charset=utf-8')
    } catch (error) {
      if (!(error instanceof Failure)) complain(error, requestId)
      const problem = problemOf(error, requestId)
      ;({ status, code } = problem)
      body = whole(json(problem))
      describe(to, problem, error)
    }
    if (drain.begun) res.shouldKeepAlive = false
    send(res, status, headers, body)
    observe({
      method: 'GET',
      route,
      status,
      ms: performance.now() - began,
      requestId,
      keyId: state.keyId ?? null,
      charged: state.charged ?? 0,
      code,
    })
  }

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const plan = req.method === 'GET' && !needsLayers(req) ? planned(req.url!) : undefined
    if (plan === undefined) return false
    void answer(req, res, plan)
    return true
  }
}
