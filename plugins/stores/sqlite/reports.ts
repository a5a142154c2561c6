/** Rows of all books, in pieces, so that no reader holds up a writer for long. */
import { setImmediate as turn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { BookEntry, PaymentQuery, PaymentRecord, Reports, Span } from '@domesday/core/store'
import { paymentIdOf } from '@domesday/store-parts/payment-id'
import { hasColumn, hasPurposes, stateSql } from './payment-rows.ts'

/** Rows of a piece. */
const piece = 500

type Numbered<T> = T & { readonly seq: number }

/** All rows, piece by piece: `after` reads those behind a row. Other work is done between pieces. */
const inPieces = async function* <T>(after: (seq: number) => readonly Numbered<T>[]): AsyncIterable<T> {
  for (let seq = 0; ;) {
    const rows = after(seq)
    for (const { seq: _, ...row } of rows) yield row as T
    if (rows.length < piece) return
    seq = rows.at(-1)!.seq
    await turn()
  }
}

const entries = (db: DatabaseSync, { from, to }: Span): AsyncIterable<BookEntry> => {
  const surface = hasColumn(db, 'ledger', 'surface') ? 'surface' : 'null as surface'
  const after = db.prepare(`
    select seq, key_id as keyId, at, kind, amount, balance, request_id as requestId, endpoint, depth, ${surface}
    from ledger where seq > ? and at >= ? and at < ? order by seq limit ${piece}
  `)
  return inPieces((seq) => after.all(seq, from, to) as unknown as readonly Numbered<BookEntry>[])
}

const payments = (
  db: DatabaseSync,
  now: number,
  { from = 0, to = Number.MAX_SAFE_INTEGER, state }: PaymentQuery,
): AsyncIterable<PaymentRecord> => {
  const own = hasPurposes(db)
    ? 'id, purpose, endpoint, depth, surface, key_id as keyId, credits'
    : "null as id, 'call' as purpose, null as endpoint, null as depth, null as surface, null as keyId, null as credits"
  const after = db.prepare(`
    select * from (
      select rowid as seq, at, ${stateSql(db, now)} as state, micro_usd as microUsd, settlement as "transaction",
        nullif(payer, '') as payer, nonce, ${own}
      from payments where rowid > ? and at >= ? and at < ?
    ) where ?4 is null or state = ?4 order by seq limit ${piece}
  `)
  return inPieces((seq) =>
    (after.all(seq, from, to, state ?? null) as unknown as readonly Numbered<PaymentRecord & { nonce: string }>[]).map(
      ({ nonce, ...row }) => ({ ...row, id: row.id ?? paymentIdOf({ payer: row.payer!, nonce }) }),
    ),
  )
}

const none = async function* (): AsyncIterable<never> {}

/** `usage` is told how to be read: a server has a thread for it. */
export const sqliteReports = (db: DatabaseSync, now: () => number, usage: Reports['usage']): Reports => ({
  usage,
  payments: (query) => (hasColumn(db, 'payments', 'state') ? payments(db, now(), query) : none()),
  entries: (span) => (hasColumn(db, 'ledger', 'seq') ? entries(db, span) : none()),
})
