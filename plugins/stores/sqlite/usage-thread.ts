/** The thread that reads usage for a server. The first query starts it. */
import { Worker } from 'node:worker_threads'
import { BillingError, Failure, type UsageQuery, type UsageRow } from '@domesday/core/store'

/** Queries that may wait: one may take a second. */
const mostWaiting = 16

interface Answered {
  readonly id: number
  readonly rows?: readonly UsageRow[]
  readonly error?: unknown
}

export const usageThread = (dir: string) => {
  const waiting = new Map<number, PromiseWithResolvers<readonly UsageRow[]>>()
  let worker: Worker | null = null
  let closed = false
  let last = 0

  const fail = (error: unknown): void => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./usage.worker.ts', import.meta.url), { workerData: { dir } })
    started.on('message', ({ id, rows, error }: Answered) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (rows) asked?.resolve(rows)
      else asked?.reject(error)
    })
    // A failed worker ends later, when the next one may already run.
    const over = (error: unknown): void => {
      if (worker === started) fail(error)
    }
    started.once('error', over)
    started.once('exit', () => over(new BillingError('closed', 'the ledger was closed during a report')))
    started.unref()
    return started
  }

  return {
    read: async (query: UsageQuery): Promise<readonly UsageRow[]> => {
      if (closed) throw new BillingError('closed', 'the ledger is closed')
      if (waiting.size >= mostWaiting)
        throw new Failure('overloaded', 'Too many reports are being made at the moment.', { retry_after_s: 5 })
      const asked = Promise.withResolvers<readonly UsageRow[]>()
      const id = (last += 1)
      waiting.set(id, asked)
      ;(worker ??= start()).postMessage({ id, query })
      return asked.promise
    },
    close: async (): Promise<void> => {
      closed = true
      await worker?.terminate()
    },
  }
}
