import { connect } from 'node:net'

export interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

export const bytesOf = ({ path, headers }: Request): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: bench\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )

const headEnd = Buffer.from('\r\n\r\n')

/** Carries one request at a time. */
export interface Connection {
  /** `status` is that of the answer, once all of it is there. */
  send(request: Buffer, answered: (status: number) => void): void
  close(): void
}

/**
 * A raw socket to a server on this machine, as an HTTP client would take the sender more processor time than an answer
 * takes the server. Rejects where it cannot connect; `broken` is told of an end that nobody asked for.
 */
export const openConnection = (port: number, broken: (error: Error) => void): Promise<Connection> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let awaited = 0,
    status = 0,
    answer: (status: number) => void
  socket.on('data', (chunk) => {
    // The head of an answer comes in one piece: both sides are on loopback, and it is small.
    if (awaited === 0) {
      const end = chunk.indexOf(headEnd),
        head = chunk.toString('latin1', 0, end)
      status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
      awaited = end + headEnd.length + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    }
    awaited -= chunk.length
    if (awaited === 0) answer(status)
  })
  socket.on('end', () => broken(new Error('the server closed a connection')))
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject).on('error', broken)
      resolve({
        send: (request, answered) => {
          answer = answered
          socket.write(request)
        },
        close: () => socket.destroy(),
      })
    })
  })
}

/** Polls until it is over and never sleeps: a timer fires late. Rejects with what `each` throws, which ends it. */
export const pollUntil = (over: () => boolean, each: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const poll = (): void => {
      try {
        each()
        if (over()) resolve()
        else setImmediate(poll)
      } catch (error) {
        reject(error as Error)
      }
    }
    poll()
  })
