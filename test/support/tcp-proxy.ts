/** A proxy before an engine, which a test cuts, stalls, deafens and restores. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

interface Address {
  readonly host: string
  readonly port: number
}

export interface TcpProxy {
  readonly port: number
  /** Closes every connection, and takes none. */
  cut(): void
  /** Takes connections and bytes, and passes nothing on. */
  stall(): void
  /** Passes on what the client says, and no answer. */
  deafen(): void
  /** What was held back meanwhile passes, as it would in a network. */
  restore(): void
  /** Later connections go to another engine. */
  turn(to: Address): void
  close(): Promise<void>
}

type Pair = readonly [client: Socket, engine: Socket]

export const tcpProxy = async (engineAt: Address): Promise<TcpProxy> => {
  let to = engineAt
  let state: 'open' | 'cut' | 'stalled' | 'deaf' = 'open'
  const pairs = new Set<Pair>()

  const flow = (socket: Socket, isFlowing: boolean): void => {
    if (isFlowing) socket.resume()
    else socket.pause()
  }
  const apply = ([client, engine]: Pair): void => {
    if (state === 'cut') for (const socket of [client, engine]) socket.destroy()
    flow(client, state === 'open' || state === 'deaf')
    flow(engine, state === 'open')
  }
  const set = (next: typeof state) => (): void => {
    state = next
    for (const pair of pairs) apply(pair)
  }

  const server = createServer((client) => {
    const engine = connect(to.port, to.host)
    const pair: Pair = [client, engine]
    pairs.add(pair)
    for (const [from, into] of [pair, [engine, client]] as const) {
      from.on('error', () => {})
      from.on('data', (bytes) => into.write(bytes))
      from.on('close', () => {
        pairs.delete(pair)
        into.destroy()
      })
    }
    apply(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut: set('cut'),
    stall: set('stalled'),
    deafen: set('deaf'),
    restore: set('open'),
    turn: (other) => {
      to = other
    },
    close: async () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
