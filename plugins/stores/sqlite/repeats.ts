/** Lookups that were charged although something failed: they are free to repeat for a while. */
import type { DatabaseSync } from 'node:sqlite'
import type { Lookup } from '@domesday/core/store'

/** How long after its charge a lookup may be repeated, and how often. */
export const repeatableMs = 3_600_000
export const maxRepeats = 12
/** Rows that one sweep deletes at most. */
const purgeLimit = 2_000

export interface FreeRepeat {
  /** The request that was charged. */
  readonly requestId: string
  /** Unix milliseconds. */
  readonly retryAt: number
}

export type Repeats = ReturnType<typeof sqliteRepeats>

/** Call its methods inside a transaction. The column `print` holds a lookup's hash. */
export const sqliteRepeats = (db: DatabaseSync, now: () => number) => {
  const byLookup = db.prepare(`
    select request_id as requestId, again_at as retryAt from repeats where key_id = ? and print = ? and used < ${maxRepeats} and at > ?
  `)
  const first = db.prepare('select 1 from repeats limit 1')
  const put = db.prepare(`
    insert into repeats (key_id, print, request_id, used, again_at, at) values (?, ?, ?, 0, ?, ?)
    on conflict (key_id, print) do update set request_id = excluded.request_id, used = 0, again_at = excluded.again_at, at = excluded.at
    where request_id <> excluded.request_id
  `)
  const count = db.prepare('update repeats set used = max(0, used + ?3) where key_id = ?1 and print = ?2')
  const setRetryAt = db.prepare('update repeats set again_at = ?3 where key_id = ?1 and print = ?2')
  const remove = db.prepare('delete from repeats where key_id = ? and print = ?')
  const purge = db.prepare(`
    delete from repeats where (key_id, print) in (select key_id, print from repeats where at <= ? limit ${purgeLimit})
  `)

  const drop = db.prepare('delete from repeats where key_id = ? and request_id = ?')

  /** False if the table is empty, as it nearly always is: then a charge need not query it. */
  let hasRows = true

  return {
    /** Call it when a transaction begins: another process may have written rows. */
    refresh: (): void => {
      hasRows = first.get() !== undefined
    },

    find: (keyId: string, lookupHash: string): FreeRepeat | undefined =>
      hasRows ? (byLookup.get(keyId, lookupHash, now() - repeatableMs) as FreeRepeat | undefined) : undefined,

    allow: (keyId: string, lookupHash: string, requestId: string, retryAt: number): void => {
      hasRows = true
      put.run(keyId, lookupHash, requestId, retryAt, now())
    },

    /** Counts a repeat, or uncounts one that gave no answer. */
    count: (keyId: string, lookupHash: string, by: 1 | -1): void => {
      count.run(keyId, lookupHash, by)
    },

    /** Call it after an answer: a complete answer ends the free repeats. */
    update: (keyId: string, { hash, retryAt }: Lookup): void => {
      if (retryAt === null) remove.run(keyId, hash)
      else setRetryAt.run(keyId, hash, retryAt)
    },

    /** Ends the free repeats that a request's charge allowed. */
    drop: (keyId: string, requestId: string): void => {
      if (hasRows) drop.run(keyId, requestId)
    },

    purge: (): void => {
      purge.run(now() - repeatableMs)
    },
  }
}
