/** The thread that has the file: it compresses, writes, reads and erases, so that no answer waits for any of that. */
import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { openStore, type Store } from './store.ts'

const port = parentPort!
const store = openStore((workerData as { readonly dataDir: string }).dataDir, randomUUID(), (dead) =>
  port.postMessage({ dead }),
)

export interface ThreadCall<K extends keyof Store = keyof Store> {
  readonly id: number
  readonly name: K
  readonly args: Parameters<Store[K]>
}
export interface ThreadReply {
  readonly id: number
  readonly value?: unknown
  readonly error?: unknown
}

port.on('message', async ({ id, name, args }: ThreadCall) => {
  try {
    port.postMessage({
      id,
      value: await (store[name] as (...args: unknown[]) => unknown)(...args),
    } satisfies ThreadReply)
  } catch (error) {
    port.postMessage({ id, error } satisfies ThreadReply)
  }
})
