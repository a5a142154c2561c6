/**
 * Connections: how many an address may have, how far a caller may send ahead, and how long it may leave answers unread.
 */
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-address.ts'

export interface ConnectionLimits {
  readonly perAddress: () => number
  /** The longest time that a piece of an answer may wait for its reader, milliseconds. */
  readonly send: () => number
  /** A proxy carries many callers: its connections are not counted. */
  readonly isProxy: (address: string | undefined) => boolean
  /** Called for each connection that is cut. */
  readonly onCut: (reason: 'connections' | 'pipelined' | 'unread') => void
}

/** Requests of one connection that wait for their answers. Each takes memory, and few programs send any ahead. */
const mostPipelined = 32
/** Milliseconds. */
const looksEvery = 500

interface Connection {
  unanswered: number
  /** What the reader had taken when it was first found waiting, bytes; `since` is 0 while nothing waits. */
  taken: number
  since: number
}

const connectionsOf = new WeakMap<Server, ReadonlyMap<Socket, Connection>>()

/** Closes idle connections, also those that never sent a request: Node's own call skips these. */
export const closeIdle = (server: Server): void => {
  server.closeIdleConnections()
  for (const socket of connectionsOf.get(server)?.keys() ?? []) if (socket.bytesRead === 0) socket.destroy()
}

/** Limits the server's connections. Returns the listener for its requests. */
export const limitConnections = (
  server: Server,
  app: RequestListener,
  { perAddress, send, isProxy, onCut }: ConnectionLimits,
): RequestListener => {
  const open = new Map<Socket, Connection>(),
    counts = new Map<string, number>()
  connectionsOf.set(server, open)
  const cut = (socket: Socket, reason: Parameters<typeof onCut>[0]): void => {
    socket.destroy()
    onCut(reason)
  }

  server.on('connection', (socket: Socket) => {
    // Reset before it was accepted: nobody reads an answer, nor could be told apart from others of no address.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    if (!isProxy(socket.remoteAddress)) {
      const network = networkOf(socket.remoteAddress),
        count = counts.get(network) ?? 0
      // Without an answer: it would cost more than the connection.
      if (count >= perAddress()) return cut(socket, 'connections')
      counts.set(network, count + 1)
      socket.once('close', () => {
        const left = counts.get(network)! - 1
        if (left === 0) counts.delete(network)
        else counts.set(network, left)
      })
    }
    open.set(socket, { unanswered: 0, taken: 0, since: 0 })
    socket.once('close', () => open.delete(socket))
  })

  const look = (): void => {
    const now = performance.now()
    for (const [socket, connection] of open) {
      const taken = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0) connection.since = 0
      else if (connection.since === 0 || taken > connection.taken) Object.assign(connection, { taken, since: now })
      else if (now - connection.since > send()) cut(socket, 'unread')
    }
  }
  const timer = setInterval(look, looksEvery)
  timer.unref()
  server.once('close', () => clearInterval(timer))

  return (req, res) => {
    const { socket } = req
    // Requests that were read together with the one that cut the connection still come here.
    if (socket.destroyed) return
    const connection = open.get(socket)
    if (connection) {
      connection.unanswered += 1
      if (connection.unanswered > mostPipelined) return cut(socket, 'pipelined')
      res.once('close', () => (connection.unanswered -= 1))
    }
    app(req, res)
  }
}
