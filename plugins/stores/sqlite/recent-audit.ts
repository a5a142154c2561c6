/** An audit for metrics. It reads every row, so it runs in a worker thread. */
import { Worker } from 'node:worker_threads'
import { BillingError, type Audit } from '@domesday/core/store'

const cacheMs = 300_000

interface RunningAudit {
  readonly at: number
  readonly result: Promise<Audit>
  end(): Promise<unknown>
}

const start = (dir: string): RunningAudit => {
  const worker = new Worker(new URL('./audit.worker.ts', import.meta.url), { workerData: { dir } })
  const result = new Promise<Audit>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new BillingError('closed', 'the ledger was closed during its audit')))
  })
  return { at: performance.now(), result, end: () => worker.terminate() }
}

export const recentAudit = (dir: string) => {
  let audit: RunningAudit | null = null
  let closed = false
  return {
    /** The result, at most five minutes old. */
    read: async (): Promise<Audit> => {
      if (closed) throw new BillingError('closed', 'the ledger is closed')
      if (audit === null || performance.now() - audit.at > cacheMs) {
        const started = (audit = start(dir))
        // Do not cache a failure.
        started.result.catch(() => {
          if (audit === started) audit = null
        })
      }
      return audit.result
    },
    /** Stops a running audit. */
    close: async (): Promise<void> => {
      closed = true
      await audit?.end()
    },
  }
}
