/**
 * Callers that close their half of the connection and read on. A caller that has gone away looks the same, until
 * something is sent to it: its system then resets the connection. So an interim response is sent twice; it means
 * nothing to a caller who is still there, and the second one fails if there is none.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds: a reset takes one round trip. */
const secondProbeAfter = 250

const probe = (res: ServerResponse): void => {
  if (res.destroyed || res.writableEnded) return
  if (!res.headersSent) res.writeProcessing()
  else if (res.getHeader('content-type') === 'text/event-stream; charset=utf-8') res.write(':\n\n')
}

/** Answers callers that have closed their half, and notices those that are gone. */
export const allowHalfOpen = (server: Server): void => {
  const answering = new WeakMap<Socket, ServerResponse>()
  // Node then no longer takes the end of a request's connection for its abort.
  ;(server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true
  server.prependListener('request', ({ socket }, res) => {
    answering.set(socket, res)
  })
  server.on('connection', (socket: Socket) => {
    socket.once('end', () => {
      const res = answering.get(socket)
      // HTTP/1.0 has no interim responses.
      if (res === undefined || res.req.httpVersion !== '1.1') return
      probe(res)
      setTimeout(probe, secondProbeAfter, res).unref()
    })
  })
}
