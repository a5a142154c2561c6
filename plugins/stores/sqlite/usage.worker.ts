/** Answers usage queries of a server in a thread: one may read every row of the ledger. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { UsageQuery } from '@domesday/core/store'
import { ledgerFile } from './database.ts'
import { readUsage } from './usage.ts'

const db = new DatabaseSync(join((workerData as { dir: string }).dir, ledgerFile), { readOnly: true })
parentPort?.on('message', ({ id, query }: { readonly id: number; readonly query: UsageQuery }) => {
  try {
    parentPort?.postMessage({ id, rows: readUsage(db, query) })
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})
