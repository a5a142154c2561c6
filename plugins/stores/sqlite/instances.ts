/**
 * The processes that share this ledger, by heartbeats in the database: process ids are reused after a restart and mean
 * nothing in another container. A suspended process counts as dead until its next heartbeat.
 */
import type { DatabaseSync } from 'node:sqlite'
import { deadAfterMs } from './database.ts'

/** Milliseconds between an instance's heartbeats. */
export const heartbeatMs = 2_000

export type Instances = ReturnType<typeof sqliteInstances>

/** Call its methods inside a transaction. */
export const sqliteInstances = (db: DatabaseSync, now: () => number, self: string) => {
  const heartbeat = db.prepare(
    'insert into instances (id, beat_at) values (?, ?) on conflict (id) do update set beat_at = excluded.beat_at',
  )
  const remove = db.prepare('delete from instances where id = ? and undelivered is null')
  const expire = db.prepare('update instances set beat_at = 0 where id = ?')
  const removeDead = db.prepare('delete from instances where beat_at not between ? and ?')
  const alive = db.prepare('select 1 from instances where id = ? and beat_at between ? and ?')

  /** Instances with a heartbeat in this span are alive. It extends into the future: clocks may differ a little. */
  const span = () => ({ from: now() - deadAfterMs, to: now() + deadAfterMs })

  return {
    span,
    heartbeat: (): void => {
      heartbeat.run(self, now())
    },
    isAlive: (id: string): boolean => id === self || alive.get(id, span().from, span().to) !== undefined,
    removeDead: (): void => {
      removeDead.run(span().from, span().to)
    },
    /** The end of this instance. Its row stays while it lists charges that were not handed over: they are refunded. */
    retire: (): void => {
      remove.run(self)
      expire.run(self)
    },
  }
}
