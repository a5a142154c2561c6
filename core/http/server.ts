/** The HTTP server around the application, with its limits and its answer to what is no HTTP. */
import { createRequire } from 'node:module'
import type { RequestListener, Server } from 'node:http'
import { rawProblem } from './problems.ts'

const require = createRequire(import.meta.url)

/** `receive`: how long a request may take to come in, milliseconds. */
export const createHttpServer = (app: RequestListener, receive: number): Server => {
  // An import would build a view of all that the module exports, a WebSocket client among it: a fifth of a start.
  const { createServer } = require('node:http') as typeof import('node:http')
  // A request without a host is refused by the application: Node's own answer would be bare.
  const server = createServer(
    {
      maxHeaderSize: 65_536,
      optimizeEmptyRequests: true,
      keepAliveTimeout: 65_000,
      requestTimeout: receive,
      // Node looks for late requests as often as this.
      connectionsCheckingInterval: Math.ceil(receive / 10),
      requireHostHeader: false,
    },
    app,
  )
  // Unknown Expect headers are ignored, as HTTP allows.
  server.on('checkExpectation', app)
  server.on('clientError', (error, socket) => {
    if (!socket.writable) return void socket.destroy()
    socket.end(rawProblem(error))
    // A caller that keeps its own half open would keep the connection.
    setTimeout(() => socket.destroy(), 1000).unref()
  })
  return server
}
