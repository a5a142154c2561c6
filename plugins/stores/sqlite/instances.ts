import type { DatabaseSync } from 'node:sqlite'

/** Every instance writes its beat this often. */
export const beatMs = 2_000
/** Without a beat for this long it counts as dead. With the next sweep its holds are free within seven seconds. */
const deadAfterMs = 5_000

export type Instances = ReturnType<typeof instances>

/**
 * The processes that share this ledger. A beat in the database says more than a process id, which is reused after a
 * restart and means nothing in another container. A process that only slept too long is taken for dead, and is alive
 * again with its next beat.
 */
export const instances = (db: DatabaseSync, now: () => number, self: string) => {
  const beat = db.prepare(
    'insert into instances (id, beat_at) values (?, ?) on conflict (id) do update set beat_at = excluded.beat_at',
  )
  const remove = db.prepare('delete from instances where id = ?')
  const removeDead = db.prepare('delete from instances where beat_at not between ? and ?')
  const beating = db.prepare('select 1 from instances where id = ? and beat_at between ? and ?')

  /**
   * When a living instance has last beaten. Ahead of now as well, as another process may have read the clock a little
   * later.
   */
  const span = () => ({ from: now() - deadAfterMs, to: now() + deadAfterMs })

  return {
    span,
    beat: (): void => {
      beat.run(self, now())
    },
    alive: (id: string): boolean => id === self || beating.get(id, span().from, span().to) !== undefined,
    removeDead: (): void => {
      removeDead.run(span().from, span().to)
    },
    leave: (): void => {
      remove.run(self)
    },
  }
}
