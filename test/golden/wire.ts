/** Stand-ins for single sources: whole answers, faults, and changes of what the sample world says. */
import { buffer } from 'node:stream/consumers'
import { json, type Answer, type Call } from '../../core/gateway/server.ts'
import { sampleAnswer, type StandIn } from './world.ts'

/** A request as it is matched: its source, its path and its query as they are read. */
export interface Asked {
  readonly source: string
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}
export const askedIn = ({ source, method, target, body }: Call): Asked => {
  const [path = '', query = ''] = target.split('?') as [string, string?]
  return { source, method, path, query: new URLSearchParams(query), body: Buffer.from(body).toString() }
}

/** Which requests are meant: all of a source, or those whose path and query agree. */
export interface Where {
  readonly path?: RegExp
  /** In the query as it is read. */
  readonly query?: RegExp
}
const isMeant = ({ path, query }: Where, asked: Asked): boolean =>
  (path === undefined || path.test(asked.path)) &&
  (query === undefined || query.test(decodeURIComponent(String(asked.query))))

/** The sample world as it is. */
export const asItIs: StandIn = () => undefined

/** The first that answers. */
export const both =
  (...standIns: readonly StandIn[]): StandIn =>
  async (call) => {
    for (const standIn of standIns) {
      const answer = await standIn(call)
      if (answer !== undefined) return answer
    }
    return undefined
  }

/** The source answers with this instead. */
export const answering =
  (source: string, where: Where, reply: (asked: Asked) => Answer | undefined): StandIn =>
  (call) => {
    const asked = askedIn(call)
    return asked.source === source && isMeant(where, asked) ? reply(asked) : undefined
  }

const unavailable: Answer = {
  status: 503,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<html><head><title>Service unavailable</title></head><body><h1>Service unavailable</h1></body></html>',
}
/** The source is down, in whole or in part. */
export const down = (source: string, where: Where = {}): StandIn => answering(source, where, () => unavailable)

export const text = (body: string, type = 'text/plain; charset=utf-8'): Answer => ({
  status: 200,
  headers: { 'content-type': type },
  body,
})
export const notFound = (body?: unknown): Answer =>
  body === undefined ? { status: 404, headers: {}, body: '' } : json(404, body)

/** The sample world's JSON, changed: only answers that are there are changed. */
export const changing =
  (source: string, where: Where, change: (body: any, asked: Asked) => unknown): StandIn =>
  async (call) => {
    const asked = askedIn(call)
    if (asked.source !== source || !isMeant(where, asked)) return undefined
    const said = await sampleAnswer(call)
    if (said.status !== 200) return said
    const body = typeof said.body === 'string' || said.body instanceof Uint8Array ? said.body : await buffer(said.body)
    return json(200, change(JSON.parse(Buffer.from(body).toString()), asked))
  }
