/** A proxy before an engine, which a test cuts, stalls and restores. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface TcpProxy {
  readonly port: number
  /** Closes every connection, and takes none. */
  cut(): void
  /** Takes connections and bytes, and passes nothing on. */
  stall(): void
  restore(): void
}

export const tcpProxy = async (to: { readonly host: string; readonly port: number }): Promise<TcpProxy> => {
  let state: 'open' | 'cut' | 'stalled' = 'open'
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const engine = connect(to.port, to.host)
    for (const [from, into] of [
      [client, engine],
      [engine, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => void (state === 'open' && into.write(bytes)))
      from.on('error', () => into.destroy())
      from.on('close', () => {
        sockets.delete(from)
        into.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    stall: () => {
      state = 'stalled'
    },
    restore: () => {
      // What was swallowed meanwhile is missing: those who wait for it have to connect again.
      if (state === 'stalled') for (const socket of sockets) socket.destroy()
      state = 'open'
    },
  }
}
