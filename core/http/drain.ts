/** Graceful shutdown: accept no new connections, finish running requests, cut those that take too long. */
import type { Server } from 'node:http'

export interface Drain {
  /** Once true, each answer closes its connection. */
  readonly begun: boolean
  /** Resolves once every connection is closed. Connections still busy after `ms` milliseconds are destroyed. */
  close(server: Server, ms: number): Promise<void>
}

export const createDrain = (): Drain => {
  let begun = false
  return {
    get begun() {
      return begun
    },
    close: (server, ms) =>
      new Promise((resolve) => {
        begun = true
        const cut = setTimeout(() => server.closeAllConnections(), ms)
        // An answer whose head was sent before the drain keeps its connection alive: close it once it is idle.
        const idle = setInterval(() => server.closeIdleConnections(), 50)
        server.close(() => {
          clearTimeout(cut)
          clearInterval(idle)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
