/** The thread that has the store: it compresses, writes, reads and erases, so that no answer waits for any of that. */
import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '@domesday/core/evidence'
import type { EvidenceTables, TablesModule } from './tables.ts'

export interface ThreadData {
  readonly module: string
  readonly place: unknown
  readonly isCommand: boolean
}

const port = parentPort!
const { module, place, isCommand } = workerData as ThreadData
const { openTables } = (await import(module)) as TablesModule
const store = openTables(place, isCommand ? null : (dead) => port.postMessage({ dead }))

export interface ThreadCall<K extends keyof EvidenceTables = keyof EvidenceTables> {
  readonly id: number
  readonly name: K
  readonly args: Parameters<NonNullable<EvidenceTables[K]>>
}
export interface ThreadReply {
  readonly id: number
  readonly value?: unknown
  readonly error?: unknown
  /** A `Failure` loses its class on the way. */
  readonly failure?: Pick<Failure, 'code' | 'message' | 'more'>
}

port.on('message', async ({ id, name, args }: ThreadCall) => {
  try {
    port.postMessage({
      id,
      value: await (store[name] as (...args: unknown[]) => unknown)(...args),
    } satisfies ThreadReply)
  } catch (error) {
    const told =
      error instanceof Failure ? { failure: { code: error.code, message: error.message, more: error.more } } : { error }
    port.postMessage({ id, ...told } satisfies ThreadReply)
  }
})
