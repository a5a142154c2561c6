/** A server's gentle end: no new calls, running ones finish, and what takes too long is cut. */
import type { Server } from 'node:http'

export interface Drain {
  /** From here on each answer ends its connection. */
  readonly begun: boolean
  /** Resolves once every connection is closed; those still busy after so many milliseconds are cut. */
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
        // An answer whose head was out already leaves its connection open: it is closed once it is idle.
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
