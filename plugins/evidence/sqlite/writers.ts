/** The processes that write, by heartbeats: one that died has left packs in its queue that nobody has. */
import type { DatabaseSync } from 'node:sqlite'

/** Milliseconds. */
export const heartbeat = 10_000
const deadAfter = 3 * heartbeat

export const writers = (db: DatabaseSync, self: string, now: () => number) => {
  const beat = db.prepare('insert or replace into writers (id, beat_at) values (?, ?)')
  const removeDead = db.prepare('delete from writers where beat_at not between ? and ? and id <> ?')
  const remove = db.prepare('delete from writers where id = ?')
  return {
    beat: (): void => void beat.run(self, now()),
    /** How many ended without closing since the last look. */
    buryDead: (): number => Number(removeDead.run(now() - deadAfter, now() + deadAfter, self).changes),
    retire: (): void => void remove.run(self),
  }
}
