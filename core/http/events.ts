/** An answer as a stream of events (`text/event-stream`): what is asked and what came, and then the answer. */
import type { Context } from 'koa'
import { bytesOf, type Body } from '../contract/body.ts'
import { problemOf } from '../contract/failure.ts'
import type { Follow } from '../engine/progress.ts'
import { asksFor } from './accept.ts'
import type { State } from './state.ts'

export const eventsType = 'text/event-stream'

export const wantsEvents = ({ req }: Context): boolean => asksFor(req.headers.accept, eventsType)

/**
 * Sends what `serve` tells and its answer. A failure before the first event is an ordinary problem document, with its
 * status; a later one is the event `problem`.
 */
export const sendEvents = async (
  ctx: Context,
  serve: (follow: Follow) => Promise<Body>,
  complain: (error: unknown, requestId: string) => void,
): Promise<void> => {
  const { res } = ctx,
    state = ctx.state as State
  const send = (event: string, data: string): void => {
    if (!res.headersSent) {
      ctx.respond = false
      // The second is for proxies that would hold events back.
      res.writeHead(200, { 'content-type': `${eventsType}; charset=utf-8`, 'x-accel-buffering': 'no' })
    }
    // JSON has no line breaks.
    if (!res.destroyed) res.write(`event: ${event}\ndata: ${data}\n\n`)
  }
  try {
    const body = await serve(({ step, ...about }) => send(step, JSON.stringify(about)))
    send('answer', bytesOf(body).toString())
  } catch (error) {
    if (!res.headersSent) throw error
    complain(error, state.requestId)
    const problem = problemOf(error, state.requestId)
    state.code = problem.code
    send('problem', JSON.stringify(problem))
  }
  res.end()
}
