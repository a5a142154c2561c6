/** The servers that write, by heartbeats: one that died has left packs in its queue that nobody has. */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './database.ts'

/** Milliseconds. */
const heartbeat = 10_000
const deadAfter = 3 * heartbeat

/** `onDead`: how many ended without closing since the last look. */
export const startBeating = (db: DatabaseSync, self: string, onDead: (dead: number) => void) => {
  const note = db.prepare('insert or replace into writers (id, beat_at) values (?, ?)')
  const removeDead = db.prepare('delete from writers where beat_at not between ? and ? and id <> ?')
  const remove = db.prepare('delete from writers where id = ?')
  const beat = (): void => {
    const now = Date.now()
    const dead = inTransaction(db, () => {
      note.run(self, now)
      return Number(removeDead.run(now - deadAfter, now + deadAfter, self).changes)
    })
    if (dead > 0) onDead(dead)
  }
  beat()
  const timer = setInterval(() => {
    try {
      beat()
    } catch {
      // The disk is full, or a command has the lock: the next beat tries again.
    }
  }, heartbeat).unref()
  return {
    retire: (): void => {
      clearInterval(timer)
      inTransaction(db, () => remove.run(self))
    },
  }
}
