/** Stand-ins for single sources: whole answers, faults, and changes of what the sample world says. */
import { buffer } from 'node:stream/consumers'
import { json, type Answer, type Call } from '../../plugins/tools/gateway/server.ts'
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

/** What the sample world says, changed: only answers that are there are. */
const rewriting =
  (source: string, where: Where, change: (body: string, asked: Asked) => string): StandIn =>
  async (call) => {
    const asked = askedIn(call)
    if (asked.source !== source || !isMeant(where, asked)) return undefined
    const said = await sampleAnswer(call)
    const { status, headers } = said
    const body = typeof said.body === 'string' || said.body instanceof Uint8Array ? said.body : await buffer(said.body)
    const type = headers['content-type'] ?? 'application/json'
    const sent = Buffer.from(body).toString()
    return { status, headers: { 'content-type': type }, body: status === 200 ? change(sent, asked) : sent }
  }
export const changing = (source: string, where: Where, change: (body: any, asked: Asked) => unknown): StandIn =>
  rewriting(source, where, (body, asked) => JSON.stringify(change(JSON.parse(body), asked)))

/** Rows of a CSV that begin so get another last cell. */
export const figures = (source: string, where: Where, rows: Readonly<Record<string, number | string>>): StandIn =>
  rewriting(source, where, (body) =>
    body
      .split('\n')
      .map((row) => {
        const found = Object.entries(rows).find(([part]) => row.includes(part))
        return found ? row.replace(/[^,\r]*(?=\r?$)/, String(found[1])) : row
      })
      .join('\n'),
  )
