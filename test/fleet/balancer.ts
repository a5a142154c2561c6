/**
 * A small balancing proxy: nodes in turn, those out whose `/readyz` does not say 200. A request goes to the next node
 * where the connection was refused, and never once a byte of it was sent.
 */
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** Milliseconds between looks at a node, and how long one may take. */
const every = 200
const patience = 2_000

export interface Balancer {
  readonly origin: string
  /** The nodes that take calls now. */
  readonly ready: () => readonly string[]
  close(): Promise<void>
}

const hopByHop = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/
const onlyEndToEnd = <T>(headers: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.test(name)))

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(patience) }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )

const connected = async (origin: string): Promise<Socket> => {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), timeout: patience })
  socket.on('timeout', () => socket.destroy(new Error('no connection in time')))
  await once(socket, 'connect')
  // Until the request listens itself a reset would be nobody's.
  socket.setTimeout(0).on('error', () => {})
  return socket
}

const forward = async (caller: IncomingMessage, answer: ServerResponse, origin: string, socket: Socket) => {
  const from = [caller.headers['x-forwarded-for'], caller.socket.remoteAddress].flat().filter(Boolean).join(', ')
  const call = request(origin, {
    method: caller.method,
    path: caller.url,
    headers: { ...onlyEndToEnd(caller.headers), 'x-forwarded-for': from },
    createConnection: () => socket,
    agent: false,
  })
  answer.on('close', () => {
    if (!answer.writableFinished) call.destroy()
  })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  const sent = pipeline(caller, call)
  // A node may answer before it has read all.
  sent.catch(() => {})
  const [reply] = await answered
  answer.writeHead(reply.statusCode!, onlyEndToEnd(reply.headers))
  await pipeline(reply, answer)
}

const refuse = (answer: ServerResponse, status: 502 | 503, detail: string): void => {
  if (answer.headersSent || answer.destroyed) answer.destroy()
  else
    answer
      .writeHead(status, { 'content-type': 'application/json', ...(status === 503 && { 'retry-after': '1' }) })
      .end(JSON.stringify({ proxy: detail }))
}

/** Listens on loopback. Rejects where the port is taken. */
export const openBalancer = async (nodes: readonly string[], port = 0): Promise<Balancer> => {
  const ready = new Set<string>()
  const look = async (origin: string): Promise<void> => {
    if (await isReady(origin)) ready.add(origin)
    else ready.delete(origin)
  }
  const lookAtAll = (): Promise<unknown> => Promise.all(nodes.map(look))
  await lookAtAll()

  let turn = 0
  const serve = async (caller: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const inTurn = nodes.filter((node) => ready.has(node))
    turn++
    for (let tries = 0; tries < inTurn.length; tries++) {
      const node = inTurn[(turn + tries) % inTurn.length]!
      let socket: Socket
      try {
        socket = await connected(node)
      } catch {
        ready.delete(node)
        continue
      }
      return forward(caller, answer, node, socket)
    }
    refuse(answer, 503, 'no node is ready')
  }
  const server = createServer((caller, answer) => {
    serve(caller, answer).catch((fault: unknown) =>
      refuse(answer, 502, fault instanceof Error ? fault.message : String(fault)),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const looking = setInterval(() => void lookAtAll(), every)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => nodes.filter((node) => ready.has(node)),
    close: async () => {
      clearInterval(looking)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
