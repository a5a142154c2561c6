/** Heartbeats of the servers that write: when one dies, the packs in its queue are lost. */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './database.ts'

/** Milliseconds. */
const heartbeatEvery = 10_000
const deadAfter = 3 * heartbeatEvery

/** Calls `onDead` with the number of servers that died since the last look. */
export const startHeartbeats = (db: DatabaseSync, self: string, onDead: (dead: number) => void) => {
  const note = db.prepare('insert or replace into writers (id, beat_at) values (?, ?)')
  const removeDead = db.prepare('delete from writers where beat_at not between ? and ? and id <> ?')
  const remove = db.prepare('delete from writers where id = ?')
  const heartbeat = (): void => {
    const now = Date.now()
    const dead = inTransaction(db, () => {
      note.run(self, now)
      return Number(removeDead.run(now - deadAfter, now + deadAfter, self).changes)
    })
    if (dead > 0) onDead(dead)
  }
  heartbeat()
  const timer = setInterval(() => {
    try {
      heartbeat()
    } catch {
      // The disk is full, or a command has the lock: the next heartbeat tries again.
    }
  }, heartbeatEvery).unref()
  return {
    retire: (): void => {
      clearInterval(timer)
      inTransaction(db, () => remove.run(self))
    },
  }
}
