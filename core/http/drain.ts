/**
 * Graceful shutdown: tell balancers, then accept no new connections, finish running requests, and cut those that take
 * too long.
 */
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { closeIdle } from './connections.ts'

/** Milliseconds. */
export interface DrainTimes {
  /** How long calls are still answered although the service says that it is not ready. */
  readonly lameDuck: number
  /** Connections still busy after this are destroyed. */
  readonly finish: number
}

export interface Drain {
  /** Once true, each answer closes its connection, and the service is not ready. */
  readonly begun: boolean
  /** Resolves once every connection is closed. */
  close(server: Server, times: DrainTimes): Promise<void>
}

export const createDrain = (): Drain => {
  let begun = false
  return {
    get begun() {
      return begun
    },
    close: async (server, { lameDuck, finish }) => {
      begun = true
      if (lameDuck > 0) await wait(lameDuck)
      await closed(server, finish)
    },
  }
}

const closed = (server: Server, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), ms)
    // An answer whose head was sent before the drain keeps its connection alive: close it once it is idle.
    const idle = setInterval(closeIdle, 50, server)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(idle)
      resolve()
    })
    closeIdle(server)
  })
