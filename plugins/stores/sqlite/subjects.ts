/** What calls asked about, for as long as their answers are stored. The ledger itself names no subject. */
import type { DatabaseSync } from 'node:sqlite'
import { storedMs } from './idempotency.ts'

/** Rows that one sweep deletes at most. */
const purgeLimit = 2_000

export type Subjects = ReturnType<typeof sqliteSubjects>

/** Call its methods inside a transaction. */
export const sqliteSubjects = (db: DatabaseSync, now: () => number) => {
  const put = db.prepare('insert or ignore into subjects (request_id, subject, at) values (?, ?, ?)')
  const dropAnswers = db.prepare(
    'delete from idempotency where request_id in (select request_id from subjects where subject = ?) and body is not null',
  )
  const dropPaid = db.prepare(
    "update payments set resource = '', body = null, headers = null where request_id in (select request_id from subjects where subject = ?)",
  )
  const drop = db.prepare('delete from subjects where subject = ?')
  // Ids of requests rise with time.
  const purge = db.prepare(`
    with oldest as (select request_id, at from subjects order by request_id limit ${purgeLimit})
    delete from subjects where request_id in (select request_id from oldest where at < ?)
  `)

  return {
    note: (requestId: string, subject: string): void => {
      // `get` is cheaper than `run`, which counts changes.
      put.get(requestId, subject, now())
    },

    /** Forgets the subject and the stored answers about it; the number of calls. */
    erase: (subject: string): number => {
      dropAnswers.run(subject)
      dropPaid.run(subject)
      return Number(drop.run(subject).changes)
    },

    purge: (): void => {
      purge.run(now() - storedMs)
    },
  }
}
