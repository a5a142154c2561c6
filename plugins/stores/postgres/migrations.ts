/**
 * The steps of the schema, in order. One that has been released is never edited: add another. Expand first: a step that
 * only adds leaves `serves` as it was, and releases before it go on beside this one. A step that takes away sets it to
 * the oldest schema whose releases can do without; only a release after the one that stopped using it may have it.
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
]

export const sqlOf = ({ file }: Step): string => readFileSync(resolve(import.meta.dirname, 'migrations', file), 'utf8')
