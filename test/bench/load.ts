/**
 * A closed-loop load over raw sockets: each connection sends its next request when the last is answered. The loop
 * polls and never sleeps. A client that sleeps is woken once an answer, which on a virtual machine costs the server
 * 10 to 25 µs a request and hides what servers differ in.
 */
import { connect } from 'node:net'

export interface Load {
  readonly answered: number
  readonly failed: number
  readonly perSecond: number
  /** Milliseconds. */ readonly p50: number
  readonly p99: number
}

export interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const bytesOf = ({ path, headers }: Request): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: bench\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Sends the requests in turn over so many connections for so many milliseconds. Anything but a 200 counts as failed.
 */
export const load = (
  port: number,
  requests: readonly Request[],
  { connections = 64, ms }: { readonly connections?: number; readonly ms: number },
): Promise<Load> =>
  new Promise((resolve, reject) => {
    const written = requests.map(bytesOf),
      waits: number[] = []
    let next = 0,
      failed = 0,
      open = connections,
      over = false
    const began = performance.now()

    const drive = (): void => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sent = 0,
        awaited = 0
      const send = (): void => {
        sent = performance.now()
        awaited = 0
        socket.write(written[next++ % written.length]!)
      }
      socket.on('connect', send)
      socket.on('data', (chunk) => {
        // The head of an answer comes in one piece: both sides are on loopback, and it is small.
        if (awaited === 0) {
          const end = chunk.indexOf(headEnd),
            head = chunk.toString('latin1', 0, end)
          awaited = end + headEnd.length + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
          if (!head.startsWith('HTTP/1.1 200')) failed += 1
        }
        awaited -= chunk.length
        if (awaited > 0) return
        waits.push(performance.now() - sent)
        if (over) socket.destroy()
        else send()
      })
      socket.on('error', reject)
      socket.on('close', () => {
        open -= 1
        if (open > 0) return
        const seconds = (performance.now() - began) / 1000
        waits.sort((a, b) => a - b)
        resolve({
          answered: waits.length,
          failed,
          perSecond: waits.length / seconds,
          p50: waits[waits.length >> 1] ?? NaN,
          p99: waits[Math.floor(waits.length * 0.99)] ?? NaN,
        })
      })
    }
    const poll = (): void => {
      if (open > 0) setImmediate(poll)
    }
    for (let i = 0; i < connections; i++) drive()
    poll()
    setTimeout(() => {
      over = true
    }, ms)
  })
