/** The HTTP server around the application, with its limits and its answer to malformed requests. */
import { createRequire } from 'node:module'
import type { RequestListener, Server } from 'node:http'
import { limitConnections, type ConnectionLimits } from './connections.ts'
import { allowHalfOpen } from './half-open.ts'
import { rawProblem } from './problems.ts'

const require = createRequire(import.meta.url)

/** `receive`: the time limit for receiving a whole request, milliseconds. */
export const createHttpServer = (
  app: RequestListener,
  { receive, ...limits }: ConnectionLimits & { readonly receive: number },
): Server => {
  // An import would load all exports of the module, a WebSocket client among them: a fifth of the start time.
  const { createServer } = require('node:http') as typeof import('node:http')
  // The application rejects a request without Host: Node's own answer has no problem document.
  const server = createServer({
    maxHeaderSize: 65_536,
    optimizeEmptyRequests: true,
    keepAliveTimeout: 65_000,
    requestTimeout: receive,
    connectionsCheckingInterval: Math.ceil(receive / 10),
    requireHostHeader: false,
  })
  allowHalfOpen(server)
  const limited = limitConnections(server, app, limits)
  server.on('request', limited)
  // HTTP allows ignoring an unknown Expect header.
  server.on('checkExpectation', limited)
  server.on('clientError', (error, socket) => {
    if (!socket.writable) return void socket.destroy()
    socket.end(rawProblem(error))
    // A caller may keep its half of the connection open.
    setTimeout(() => socket.destroy(), 1000).unref()
  })
  return server
}
