/**
 * The steps of the schema, in order. One that has been released is never edited: add another. Expand first: a step that
 * only adds leaves `serves` as it was, and releases before it go on beside this one. A step that takes away sets it to
 * the oldest schema whose releases can do without; only a release after the one that stopped using it may have it.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface Step {
  /** A file below `migrations`. */
  readonly file: string
  /** The oldest schema whose releases can work with the data after this step. */
  readonly serves: number
}

export const steps: readonly Step[] = [
  { file: '001-tables.sql', serves: 6 },
  { file: '002-entries.sql', serves: 6 },
  { file: '003-operations.sql', serves: 6 },
  { file: '004-batches.sql', serves: 6 },
  { file: '005-keys.sql', serves: 6 },
  { file: '006-payments.sql', serves: 6 },
]

export const sqlOf = ({ file }: Step): string => readFileSync(resolve(import.meta.dirname, 'migrations', file), 'utf8')
