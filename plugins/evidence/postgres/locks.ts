/** Writers of all nodes share a lock; an erasure takes it alone, for some milliseconds. */
import type { Reads } from '@domesday/store-postgres/reads'

export type QueryRows = Reads['all']

const lockSql = (name: string): string =>
  `select ${name}(hashtextextended('domesday erasures ' || current_schema(), 0))`

export const withWriters = <T>(reads: Reads, work: (all: QueryRows) => Promise<T>): Promise<T> =>
  reads.transaction(async (all) => {
    await all(lockSql('pg_advisory_xact_lock_shared'))
    return work(all)
  })

export const withoutWriters = <T>(reads: Reads, work: (all: QueryRows) => Promise<T>): Promise<T> =>
  reads.transaction(async (all) => {
    await all(lockSql('pg_advisory_xact_lock'))
    return work(all)
  })
