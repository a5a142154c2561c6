/**
 * The steps of the schema, in order. One that has been released is never edited: add another. Expand first: a step that
 * only adds keeps `serves`, so that earlier releases can run beside this one. A step that removes something sets
 * `serves` to the oldest schema whose releases do not use it, and comes a release after the one that stopped using it.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface Step {
  /** A file below `migrations`; of another package: an absolute path. */
  readonly file: string
  /** The oldest schema whose releases can work with the data after this step. */
  readonly serves: number
}

export const steps: readonly Step[] = [
  { file: '001-tables.sql', serves: 7 },
  { file: '002-accounts.sql', serves: 7 },
  { file: '003-entries.sql', serves: 7 },
  { file: '004-operations.sql', serves: 7 },
  { file: '005-batches.sql', serves: 7 },
  { file: '006-keys.sql', serves: 7 },
  { file: '007-payments.sql', serves: 7 },
  { file: '008-repeated-answers.sql', serves: 7 },
  { file: '009-unpaid-keys.sql', serves: 7 },
  { file: '010-sold.sql', serves: 7 },
]

export const sqlOf = ({ file }: Step): string => readFileSync(resolve(import.meta.dirname, 'migrations', file), 'utf8')
