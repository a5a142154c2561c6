/** The bodies of requests: read whole and small before a request takes one of the places that there are for work. */
import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import { Failure } from '../contract/failure.ts'
import type { Received, State } from './state.ts'
import { hasBody } from './wire.ts'

/** Of every body that is read at all: one tool call is less than a kB, and a hundred of them fit. */
export const longestBody = 65_536

/** Throws where the caller leaves before its end. */
export const received = async (req: IncomingMessage): Promise<Received> => {
  const declared = Number(req.headers['content-length'])
  if (declared > longestBody) return { bytes: Buffer.alloc(0), tooLarge: true }
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Not destroyed on leaving: the answer still has to go out on this connection.
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

/** Only what is posted is read. Other methods take no body: what they are sent is refused, and never waited for. */
export const bodies: Middleware = async (ctx, next) => {
  if (ctx.method === 'POST' && hasBody(ctx.req)) {
    const body = await received(ctx.req)
    // The rest of it is not wanted: the connection ends with the answer.
    if (body.tooLarge) ctx.res.setHeader('connection', 'close')
    ;(ctx.state as State).body = body
  }
  await next()
}
