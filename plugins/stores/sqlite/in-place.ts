/** Notices that the ledger was moved or replaced: this process would go on writing into a file without a name. */
import { statSync } from 'node:fs'
import { Failure } from '@domesday/core/store'

const identityOf = (file: string): string => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? 'none' : `${found.dev}:${found.ino}`
}

/** As long as this process has the ledger open, no other one removes the log or its index. */
const identitiesOf = (file: string): string => ['', '-wal', '-shm'].map((end) => identityOf(file + end)).join(' ')

/**
 * Throws a 503 from then on until a restart. A look at the folder takes microseconds, a commit milliseconds. Who writes
 * into the file itself, and leaves log and index where they are, is not noticed.
 */
export const inPlace = (file: string): (() => void) => {
  const opened = identitiesOf(file)
  let isReplaced = false
  return () => {
    isReplaced ||= identitiesOf(file) !== opened
    if (isReplaced)
      throw new Failure(
        'overloaded',
        'The ledger was replaced under this server, which must be restarted. Nothing was charged.',
        { retry_after_s: 30 },
      )
  }
}
