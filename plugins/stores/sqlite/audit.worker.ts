import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { audit } from './audit.ts'
import { ledgerFile } from './database.ts'

const db = new DatabaseSync(join((workerData as { dir: string }).dir, ledgerFile), { readOnly: true })
db.exec('begin')
parentPort?.postMessage(audit(db))
db.close()
