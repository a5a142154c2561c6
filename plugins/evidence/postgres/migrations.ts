/** The steps of the schema of evidence, under the rules of those of the ledger. */
import { join } from 'node:path'
import type { Step } from '@domesday/store-postgres/migrations'

const own = (file: string, serves: number): Step => ({ file: join(import.meta.dirname, 'migrations', file), serves })

export const evidenceSteps: readonly Step[] = [own('001-tables.sql', 1)]
