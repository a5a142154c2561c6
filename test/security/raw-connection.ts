/** Requests as bytes over one connection at a time: no client that would mend or refuse them. */
import { connect, type Socket } from 'node:net'

export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const unchunked = (bytes: Buffer): { readonly body: Buffer; readonly end: number } | null => {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (bytes.length < line + size + 4) return null
    if (size === 0) return { body: Buffer.concat(parts), end: line + 4 }
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 4 + size
  }
}

/** The first whole reply in these bytes, and where it ends; `closed` where no more will come. */
const replyIn = (bytes: Buffer, closed: boolean): { readonly reply: RawReply; readonly end: number } | null => {
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return null
  const [first = '', ...lines] = bytes.toString('latin1', 0, head).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(first.slice(9, 12)),
    start = head + 4
  if (status < 200) {
    const next = replyIn(bytes.subarray(start), closed)
    return next && { reply: next.reply, end: start + next.end }
  }
  if (headers['transfer-encoding'] === 'chunked') {
    const whole = unchunked(bytes.subarray(start))
    return whole && { reply: { status, headers, body: whole.body }, end: start + whole.end }
  }
  const declared = headers['content-length']
  if (declared === undefined && !closed && ![204, 304].includes(status)) return null
  const length = declared === undefined ? (closed ? bytes.length - start : 0) : Number(declared)
  if (bytes.length < start + length) return null
  return { reply: { status, headers, body: bytes.subarray(start, start + length) }, end: start + length }
}

/** Milliseconds without a whole reply. */
const patience = 15_000

export interface RawConnection {
  /** Null where the connection is closed without a reply, or none comes. */
  ask(bytes: string): Promise<RawReply | null>
  close(): void
}

/** Opens a connection again where the server closed the one before. */
export const rawConnection = (port: number): RawConnection => {
  let socket: Socket | null = null

  const once = (bytes: string): Promise<RawReply | null> =>
    new Promise((resolve) => {
      const used = (socket ??= connect(port, '127.0.0.1').setNoDelay())
      let heard: Buffer = Buffer.alloc(0)
      const end = (reply: RawReply | null, keep: boolean): void => {
        clearTimeout(timer)
        used.removeAllListeners()
        used.on('error', () => {})
        if (!keep) {
          used.destroy()
          socket = null
        }
        resolve(reply)
      }
      const timer = setTimeout(() => end(null, false), patience)
      const look = (closed: boolean): void => {
        const found = replyIn(heard, closed)
        if (found) end(found.reply, !closed && found.reply.headers['connection'] !== 'close')
        else if (closed) end(null, false)
      }
      used.on('data', (chunk: Buffer) => {
        heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk])
        look(false)
      })
      used.on('error', () => {})
      used.on('close', () => look(true))
      used.write(bytes, 'latin1')
    })

  return {
    ask: async (bytes) => {
      const isFresh = socket === null
      const reply = await once(bytes)
      // A connection that was kept may be closed by the server before it sees the request.
      return reply ?? (isFresh ? null : once(bytes))
    },
    close: () => socket?.destroy(),
  }
}
