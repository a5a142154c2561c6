/**
 * The processes that share this ledger. A heartbeat in the database says more than a process id, which is reused after
 * a restart and means nothing in another container. A process that only slept too long is taken for dead, and is alive
 * again with its next heartbeat.
 */
import type { DatabaseSync } from 'node:sqlite'

/** Milliseconds between an instance's heartbeats. */
export const heartbeatMs = 2_000
/** Without a heartbeat for this long it counts as dead. With the next sweep its holds are free within seven seconds. */
const deadAfterMs = 5_000

export type Instances = ReturnType<typeof sqliteInstances>

/** To be called inside a transaction. */
export const sqliteInstances = (db: DatabaseSync, now: () => number, self: string) => {
  const heartbeat = db.prepare(
    'insert into instances (id, beat_at) values (?, ?) on conflict (id) do update set beat_at = excluded.beat_at',
  )
  const remove = db.prepare('delete from instances where id = ?')
  const removeDead = db.prepare('delete from instances where beat_at not between ? and ?')
  const alive = db.prepare('select 1 from instances where id = ? and beat_at between ? and ?')

  /** Heartbeats in this span are of living instances. Ahead of now as well: another's clock may be a little ahead. */
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
    removeSelf: (): void => {
      remove.run(self)
    },
  }
}
