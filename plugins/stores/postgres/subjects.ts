/** What calls asked about is forgotten when an operator says so. */
import type { Ledger } from '@domesday/core/store'
import { foldedSubject, subjectHash } from '@domesday/store-parts/subject-hash'
import type { Reads } from './reads.ts'

/** Rows that are looked at together. */
const pageSize = 10_000

const pageSql = `
  select request_id as "requestId", subject from subjects where request_id > $1 order by request_id limit ${pageSize}
`

// The same payment must still resolve a settlement that is under way, or of unknown outcome: it is left, to be erased
// once that is settled.
const eraseSql = `
  with gone as (
    delete from subjects where request_id = any ($1) and request_id not in (
      select request_id from payments
      where request_id = any ($1) and state <> 'settled' and not (state = 'verified' and run is null)
    ) returning request_id
  ), answers as (
    delete from idempotency where request_id in (select request_id from gone) and body is not null
  ), paid as (
    update payments set resource = '', body = null, headers = null where request_id in (select request_id from gone)
  ), answered as (
    delete from sold where request_id in (select request_id from gone)
  ) select count(*) as calls from gone
`

const noteSql = `
  select note_act($1, 'ledger erase', $2, null, $3, coalesce($4, (extract(epoch from clock_timestamp()) * 1000)::bigint))
`

/** How `lower` folds depends on the database: texts are compared here. `clock`: null for the time of the database. */
export const eraser =
  (reads: Reads, clock: () => number | null): Ledger['erase'] =>
  (subject, by) =>
    reads.transaction(async (all) => {
      const wanted = foldedSubject(subject.replaceAll('\0', '\uFFFD'))
      const requestIds: string[] = []
      for (let after: string | undefined = ''; after !== undefined;) {
        const page: readonly { readonly requestId: string; readonly subject: string }[] = await all(pageSql, [after])
        for (const row of page) if (foldedSubject(row.subject) === wanted) requestIds.push(row.requestId)
        after = page[pageSize - 1]?.requestId
      }
      const [{ calls } = { calls: 0 }] = await all<{ readonly calls: number }>(eraseSql, [requestIds])
      await all(noteSql, [by, subjectHash(subject), { calls }, clock()])
      return calls
    })
