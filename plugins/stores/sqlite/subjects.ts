/** What calls asked about, for as long as their answers are stored. The ledger itself names no subject. */
import type { DatabaseSync } from 'node:sqlite'
import { foldedSubject } from '@domesday/store-parts/subject-hash'
import { storedMs } from './idempotency.ts'

/** Rows that one sweep deletes at most. */
const purgeLimit = 2_000

export type Subjects = ReturnType<typeof sqliteSubjects>

/** Call its methods inside a transaction. */
export const sqliteSubjects = (db: DatabaseSync, now: () => number) => {
  const put = db.prepare('insert or ignore into subjects (request_id, subject, at) values (?, ?, ?)')
  // SQLite itself folds the letters of ASCII only.
  db.function('folded_subject', { deterministic: true }, (subject) => foldedSubject(String(subject)))
  // The same payment must still resolve a settlement that is under way, or of unknown outcome: it is left, to be erased
  // once that is settled.
  const about = db.prepare(`
    select request_id as requestId from subjects where folded_subject(subject) = ? and request_id not in
      (select request_id from payments where state <> 'settled' and not (state = 'verified' and instance = ''))
  `)
  const dropAnswer = db.prepare('delete from idempotency where request_id = ? and body is not null')
  const dropPaid = db.prepare("update payments set resource = '', body = null, headers = null where request_id = ?")
  const dropSold = db.prepare('delete from sold where request_id = ?')
  const drop = db.prepare('delete from subjects where request_id = ?')
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
      const requestIds = about.all(foldedSubject(subject)).map((row) => String(row['requestId']))
      for (const requestId of requestIds) for (const step of [dropAnswer, dropPaid, dropSold, drop]) step.run(requestId)
      return requestIds.length
    },

    purge: (): void => {
      purge.run(now() - storedMs)
    },
  }
}
