/**
 * The audit of the ledger as a figure that a scrape can ask for: made in a thread of its own, because it reads every
 * row.
 */
import { Worker } from 'node:worker_threads'

const often = 300_000

const auditOnce = (dir: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./audit.worker.ts', import.meta.url), { workerData: { dir } })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** Number of faults, at most five minutes old. */
export const auditing = (dir: string): (() => Promise<number>) => {
  let made: { readonly at: number; readonly faults: Promise<number> } | undefined
  return () => {
    if (!made || Date.now() - made.at > often) {
      const audited = (made = { at: Date.now(), faults: auditOnce(dir) })
      // An audit that fails is made again by the next scrape: its fault stands in the way of all other figures.
      audited.faults.catch(() => {
        if (made === audited) made = undefined
      })
    }
    return made.faults
  }
}
