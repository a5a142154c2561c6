/**
 * A closed-loop load: each connection sends its next request when the last is answered. The loop polls and never
 * sleeps. A client that sleeps is woken once an answer, which on a virtual machine costs the server 10 to 25 µs a
 * request and hides what servers differ in.
 */
import { bytesOf, openConnection, pollUntil, type Connection, type Request } from './connection.ts'

export interface Load {
  readonly answered: number
  readonly failed: number
  readonly perSecond: number
  /** Milliseconds. */ readonly p50: number
  readonly p99: number
}

/**
 * Sends the requests in turn over so many connections for so many milliseconds. Anything but a 200 counts as failed.
 */
export const load = async (
  port: number,
  requests: readonly Request[],
  { connections = 64, ms }: { readonly connections?: number; readonly ms: number },
): Promise<Load> => {
  const written = requests.map(bytesOf),
    waits: number[] = []
  let next = 0,
    failed = 0,
    busy = connections,
    fault: Error | undefined
  const broken = (error: Error): void => {
    fault = error
  }
  const all = await Promise.all(Array.from({ length: connections }, () => openConnection(port, broken)))
  const began = performance.now()

  const drive = (connection: Connection): void => {
    const sent = performance.now()
    connection.send(written[next++ % written.length]!, (status) => {
      const now = performance.now()
      waits.push(now - sent)
      if (status !== 200) failed += 1
      if (now - began < ms) drive(connection)
      else busy -= 1
    })
  }
  all.forEach(drive)
  try {
    await pollUntil(
      () => busy === 0,
      () => {
        if (fault) throw fault
      },
    )
  } finally {
    for (const connection of all) connection.close()
  }

  const seconds = (performance.now() - began) / 1000
  waits.sort((a, b) => a - b)
  return {
    answered: waits.length,
    failed,
    perSecond: waits.length / seconds,
    p50: waits[waits.length >> 1] ?? NaN,
    p99: waits[Math.floor(waits.length * 0.99)] ?? NaN,
  }
}
