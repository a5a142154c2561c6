/** Reads request bodies whole, up to a limit, before a request counts as in flight. */
import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import { Failure } from '../contract/failure.ts'
import type { Received, State } from './state.ts'
import { hasBody } from './wire.ts'

/** Bytes. One tool call takes less than 1 kB. */
export const longestBody = 65_536

/** Throws `caller_gone` if the connection closes before the end of the body. */
const received = async (req: IncomingMessage): Promise<Received> => {
  const declared = Number(req.headers['content-length'])
  if (declared > longestBody) return { bytes: Buffer.alloc(0), tooLarge: true }
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Do not destroy the stream on `break`: the answer still goes out on this connection.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > longestBody) break
    }
  } catch {
    throw new Failure('caller_gone', 'The caller left before the end of the body.')
  }
  return { bytes: Buffer.concat(chunks), tooLarge: size > longestBody }
}

/** Reads the body of a POST or PATCH only. Other methods take no body: the surfaces reject one without reading it. */
export const bodies: Middleware = (ctx, next) =>
  (ctx.method === 'POST' || ctx.method === 'PATCH') && hasBody(ctx.req) ? readFirst(ctx, next) : next()

const readFirst: Middleware = async (ctx, next) => {
  const body = await received(ctx.req)
  // The rest of the body stays unread: close the connection after the answer.
  if (body.tooLarge) ctx.res.setHeader('connection', 'close')
  ;(ctx.state as State).body = body
  await next()
}
