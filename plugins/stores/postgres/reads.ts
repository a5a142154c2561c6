/** Statements beside the batches: reads, changes of keys, and payments. Each may be sent again. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { BillingError } from '@domesday/core/store'
import type { DatabaseAddress } from './address.ts'
import { openPool, type Limits } from './connect.ts'
import { away, isAway, isWorthRetrying } from './faults.ts'

const retryMs = 50

export interface Reads {
  /** The rows. Tries again while the database is away, and rejects with a 503 if that takes too long. */
  all<T>(sql: string, values?: readonly unknown[]): Promise<readonly T[]>
  /** Several statements that see the same data, whatever others commit meanwhile; they may take long. */
  snapshot<T>(read: (all: Reads['all']) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const openReads = async (address: DatabaseAddress, limits: Limits): Promise<Reads> => {
  const pool = await openPool(address, limits)
  // A snapshot may take minutes: it has connections of its own, with other limits.
  const slow = await openPool(address, { timeout: 600_000, connections: 1 })
  let isClosed = false
  let awaySince: number | null = null

  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    const now = performance.now()
    // One try, where others have waited for long already.
    const until = awaySince !== null && now - awaySince > limits.timeout ? now : now + limits.timeout
    for (;;) {
      if (isClosed) throw new BillingError('closed', 'the ledger is closed')
      try {
        const result = await work()
        awaySince = null
        return result
      } catch (fault) {
        if (isAway(fault)) awaySince ??= performance.now()
        else if (!isWorthRetrying(fault)) throw fault
        if (performance.now() + retryMs > until) throw away()
        await sleep(retryMs)
      }
    }
  }

  const rowsOf = async <T>(
    on: Pick<PoolClient, 'query'>,
    sql: string,
    values: readonly unknown[],
  ): Promise<readonly T[]> => (await on.query(sql, [...values])).rows as T[]

  return {
    all: (sql, values = []) => inTime(() => rowsOf(pool, sql, values)),
    snapshot: (read) =>
      inTime(async () => {
        const client = await slow.connect()
        let broken: unknown
        try {
          await client.query('begin transaction isolation level repeatable read, read only')
          const result = await read((sql, values = []) => rowsOf(client, sql, values))
          await client.query('commit')
          return result
        } catch (fault) {
          broken = fault
          throw fault
        } finally {
          client.release(broken instanceof Error ? broken : undefined)
        }
      }),
    close: async () => {
      isClosed = true
      await Promise.all([pool.end(), slow.end()])
    },
  }
}
