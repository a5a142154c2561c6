/** The thread of the store, as seen from the service. The first call starts it. */
import { Worker } from 'node:worker_threads'
import { Failure } from '@domesday/core/evidence'
import type { EvidenceTables } from './tables.ts'
import type { ThreadData, ThreadReply } from './tables.worker.ts'

/** Calls that may wait. Each takes milliseconds, except erasures, which let others run between their steps. */
const mostWaiting = 256

type Method<K extends keyof EvidenceTables> = NonNullable<EvidenceTables[K]>

/** `module`: a `TablesModule`, which opens what is at `place`. */
export const tablesThread = (
  { module, place, isCommand }: { readonly module: URL; readonly place: unknown; readonly isCommand: boolean },
  onDead: (dead: number) => void,
) => {
  const waiting = new Map<number, PromiseWithResolvers<any>>()
  let worker: Worker | null = null
  let last = 0

  const fail = (error: unknown): void => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./tables.worker.ts', import.meta.url), {
      workerData: { module: module.href, place, isCommand } satisfies ThreadData,
    })
    started.on('message', (message: ThreadReply | { readonly dead: number }) => {
      if ('dead' in message) return onDead(message.dead)
      const { id, value, error, failure } = message
      const asked = waiting.get(id)
      waiting.delete(id)
      // The thread keeps the process alive only during a call.
      if (waiting.size === 0) started.unref()
      if (failure !== undefined) asked?.reject(new Failure(failure.code, failure.message, failure.more))
      else if (error !== undefined) asked?.reject(error)
      else asked?.resolve(value)
    })
    // A failed worker ends later, when the next one may already run.
    const over = (error: unknown): void => {
      if (worker === started) fail(error)
    }
    started.once('error', over)
    started.once('exit', () => over(new Error('the thread of the evidence ended')))
    return started
  }

  return {
    get isStarted() {
      return worker !== null
    },
    call: <K extends keyof EvidenceTables>(
      name: K,
      ...args: Parameters<Method<K>>
    ): Promise<Awaited<ReturnType<Method<K>>>> => {
      if (waiting.size >= mostWaiting)
        return Promise.reject(
          new Failure('overloaded', 'Too many packs of evidence are being read at the moment.', { retry_after_s: 5 }),
        )
      const asked = Promise.withResolvers<any>()
      const id = (last += 1)
      waiting.set(id, asked)
      worker ??= start()
      worker.ref()
      worker.postMessage({ id, name, args })
      return asked.promise
    },
    end: async (): Promise<void> => {
      await worker?.terminate()
    },
  }
}
