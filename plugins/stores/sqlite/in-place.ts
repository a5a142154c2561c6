/** Notices that the ledger was moved or replaced: this process would go on writing into a file without a name. */
import { statSync } from 'node:fs'
import { Failure } from '@domesday/core/store'

const identityOf = (file: string): string => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? 'none' : `${found.dev}:${found.ino}`
}

/**
 * Throws a 503 from then on until a restart. A look at the folder takes microseconds, a commit milliseconds. The log
 * beside the file says nothing: SQLite itself removes it and makes it anew as processes come and go.
 */
export const inPlace = (file: string): (() => void) => {
  const opened = identityOf(file)
  let isReplaced = false
  return () => {
    isReplaced ||= identityOf(file) !== opened
    if (isReplaced)
      throw new Failure(
        'overloaded',
        'The ledger was replaced under this server, which must be restarted. Nothing was charged.',
        { retry_after_s: 30 },
      )
  }
}
