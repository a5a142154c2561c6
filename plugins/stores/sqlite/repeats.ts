import type { DatabaseSync } from 'node:sqlite'

/** How long after its charge a look-up may be repeated, and how often. */
export const repeatableMs = 3_600_000
export const mostRepeats = 12
/** Rows a sweep removes at most. */
const purgeLimit = 2_000

/** A look-up that was charged though something failed, and is free to repeat. */
export interface Open {
  /** The request that was charged. */
  readonly requestId: string
  /** Unix milliseconds. */
  readonly again: number
}

export type Repeats = ReturnType<typeof repeats>

/** Look-ups that are free to repeat, by key. To be called inside a transaction. */
export const repeats = (db: DatabaseSync, now: () => number) => {
  const one = db.prepare(`
    select request_id as requestId, again_at as again from repeats where key_id = ? and print = ? and used < ${mostRepeats} and at > ?
  `)
  const first = db.prepare('select 1 from repeats limit 1')
  const put = db.prepare(`
    insert into repeats (key_id, print, request_id, used, again_at, at) values (?, ?, ?, 0, ?, ?)
    on conflict (key_id, print) do update set request_id = excluded.request_id, used = 0, again_at = excluded.again_at, at = excluded.at
    where request_id <> excluded.request_id
  `)
  const count = db.prepare('update repeats set used = max(0, used + ?3) where key_id = ?1 and print = ?2')
  const later = db.prepare('update repeats set again_at = ?3 where key_id = ?1 and print = ?2')
  const remove = db.prepare('delete from repeats where key_id = ? and print = ?')
  const purge = db.prepare(`
    delete from repeats where (key_id, print) in (select key_id, print from repeats where at <= ? limit ${purgeLimit})
  `)

  /** Nearly always there are none, and then no charge has to look. */
  let any = true

  return {
    /** To be called as each transaction begins: another process may have written rows since the last. */
    begun: (): void => {
      any = first.get() !== undefined
    },

    /** Whether another one is free. */
    open: (keyId: string, print: string): Open | undefined =>
      any ? (one.get(keyId, print, now() - repeatableMs) as Open | undefined) : undefined,

    begin: (keyId: string, print: string, requestId: string, again: number): void => {
      any = true
      put.run(keyId, print, requestId, again, now())
    },

    /** Counts a repeat, or takes one back that came to nothing. */
    count: (keyId: string, print: string, by: 1 | -1): void => {
      count.run(keyId, print, by)
    },

    /** After an answer: nothing is left to repeat once all of it is there. */
    follow: (keyId: string, print: string, again: number | null): void => {
      if (again === null) remove.run(keyId, print)
      else later.run(keyId, print, again)
    },

    purge: (): void => {
      purge.run(now() - repeatableMs)
    },
  }
}
