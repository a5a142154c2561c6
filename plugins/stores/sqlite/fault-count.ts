/** The number of audit faults, for a metric. The audit reads every row, so it runs in a worker thread. */
import { Worker } from 'node:worker_threads'
import { BillingError } from '@domesday/core/store'

const cacheMs = 300_000

interface RunningAudit {
  readonly at: number
  readonly faults: Promise<number>
  end(): Promise<unknown>
}

const start = (dir: string): RunningAudit => {
  const worker = new Worker(new URL('./audit.worker.ts', import.meta.url), { workerData: { dir } })
  const faults = new Promise<number>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new BillingError('closed', 'the ledger was closed during its audit')))
  })
  return { at: performance.now(), faults, end: () => worker.terminate() }
}

export const faultCount = (dir: string) => {
  let audit: RunningAudit | null = null
  let closed = false
  return {
    /** Number of faults, at most five minutes old. */
    read: async (): Promise<number> => {
      if (closed) throw new BillingError('closed', 'the ledger is closed')
      if (audit === null || performance.now() - audit.at > cacheMs) {
        const started = (audit = start(dir))
        // Do not cache a failure.
        started.faults.catch(() => {
          if (audit === started) audit = null
        })
      }
      return audit.faults
    },
    /** Stops a running audit. */
    close: async (): Promise<void> => {
      closed = true
      await audit?.end()
    },
  }
}
