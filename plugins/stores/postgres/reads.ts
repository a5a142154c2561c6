/** Statements beside the batches: reads, changes of keys, and payments. Each may be sent again. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { BillingError, type Failure } from '@domesday/core/store'
import type { DatabaseAddress } from './address.ts'
import { openPool, type Limits } from './connect.ts'
import { away, isAway, isWorthRetrying } from './faults.ts'

const retryMs = 50
/** For audits and reports, which may take minutes. */
const slowConnections = 1

export interface Reads {
  /** The rows. Tries again while the database is away, and rejects with a 503 if that takes too long. */
  all<T>(sql: string, values?: readonly unknown[]): Promise<readonly T[]>
  /** The same for a report, which may take minutes, by a connection that no call waits for. */
  slowly: Reads['all']
  /** Several statements that are done together or not at all. They may be done again where the answer was lost. */
  transaction<T>(work: (all: Reads['all']) => Promise<T>): Promise<T>
  /** Several statements that see the same data, whatever others commit meanwhile; they may take long. */
  snapshot<T>(read: (all: Reads['all']) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** `refusal`: the error of a call that was not done in time. */
export const openReads = async (
  address: DatabaseAddress,
  limits: Limits,
  refusal: () => Failure = away,
): Promise<Reads> => {
  const pool = await openPool(address, limits)
  const slow = await openPool(address, { timeout: 600_000, connections: slowConnections })
  let isClosed = false
  let awaySince: number | null = null
  /** Errors of the database, not of the work between its statements. */
  const ofDatabase = new WeakSet<object>()

  let probing: Promise<void> | null = null
  const answered = (): void => {
    awaySince = null
  }
  /** Asks whether the database is back: no caller waits for one that stalls. */
  const probe = (): void => {
    probing ??= pool
      .query('select')
      .then(answered, () => {})
      .finally(() => {
        probing = null
      })
  }

  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    const until = performance.now() + limits.timeout
    for (;;) {
      if (isClosed) throw new BillingError('closed', 'the database is closed')
      if (awaySince !== null && performance.now() - awaySince > limits.timeout) {
        probe()
        throw refusal()
      }
      const began = performance.now()
      try {
        const result = await work()
        answered()
        return result
      } catch (fault) {
        if (!ofDatabase.has(fault as object)) throw fault
        if (isAway(fault)) awaySince ??= began
        else if (!isWorthRetrying(fault)) throw fault
        if (performance.now() + retryMs > until) throw refusal()
        await sleep(retryMs)
      }
    }
  }

  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (fault) {
      ofDatabase.add(fault as object)
      throw fault
    }
  }
  const rowsOf = async <T>(
    on: Pick<PoolClient, 'query'>,
    sql: string,
    values: readonly unknown[],
  ): Promise<readonly T[]> => (await noted(on.query(sql, [...values]))).rows as T[]

  const within = <T>(on: Pool, begin: string, work: (all: Reads['all']) => Promise<T>): Promise<T> =>
    inTime(async () => {
      const client = await noted(on.connect())
      let broken: unknown
      try {
        await rowsOf(client, begin, [])
        const result = await work((sql, values = []) => rowsOf(client, sql, values))
        await rowsOf(client, 'commit', [])
        return result
      } catch (fault) {
        // Closing the connection ends the transaction.
        broken = fault
        throw fault
      } finally {
        client.release(broken instanceof Error ? broken : undefined)
      }
    })

  return {
    all: (sql, values = []) => inTime(() => rowsOf(pool, sql, values)),
    slowly: (sql, values = []) => inTime(() => rowsOf(slow, sql, values)),
    transaction: (work) => within(pool, 'begin', work),
    snapshot: (read) => within(slow, 'begin transaction isolation level repeatable read, read only', read),
    close: async () => {
      isClosed = true
      await Promise.all([pool.end(), slow.end()])
    },
  }
}
