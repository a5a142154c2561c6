/** The audit: sums the ledger and compares it with the balances of the keys. */
import type { DatabaseSync } from 'node:sqlite'
import type { Audit } from '@domesday/core/store'
import { bookAudits, mostFaults, topUpAudits } from '@domesday/store-parts/audits'
import { hasPurposes, paymentTotals, settledAudit } from './payment-rows.ts'

/** Those of this store's own columns. */
const ownAudits: readonly string[] = [
  `select 'row ' || l.seq || ': says balance ' || l.balance || ' after ' || l.amount || ' upon ' || coalesce(p.balance, 0) as fault
   from ledger l left join ledger p on p.seq = l.previous_row and p.key_id = l.key_id where l.balance <> coalesce(p.balance, 0) + l.amount`,

  `select 'key ' || k.id || ': its newest row is ' || coalesce(max(l.seq), 'none') || ', not ' || coalesce(k.last_row, 'none') as fault
   from keys k left join ledger l on l.key_id = k.id group by k.id having k.last_row is not max(l.seq)`,
]

/** Call it inside a transaction, for a consistent snapshot. */
export const audit = (db: DatabaseSync, now = Date.now()): Audit => {
  const number = (sql: string) => Number(db.prepare(sql).get()?.['n'])
  const count = (table: string) => number(`select count(*) as n from ${table}`)
  return {
    keys: count('keys'),
    rows: count('ledger'),
    openHolds: count(`holds where state = 'open'`),
    outstanding: number('select coalesce(sum(balance), 0) as n from keys'),
    payments: paymentTotals(db, now),
    faults: [...bookAudits, ...ownAudits, ...(hasPurposes(db) ? [settledAudit, ...topUpAudits] : [])].flatMap((sql) =>
      db
        .prepare(`${sql} limit ${mostFaults}`)
        .all()
        .map((row) => String(row['fault'])),
    ),
  }
}
