/** The audit: sums the ledger and compares it with the balances of the keys. */
import type { DatabaseSync } from 'node:sqlite'
import type { Audit } from '@domesday/core/store'
import { hasPurposes, paymentAudits, paymentTotals } from './payment-rows.ts'

/** Each query finds inconsistent rows and describes the fault. */
const audits: readonly string[] = [
  `select 'key ' || k.id || ': the balance is ' || k.balance || ', its ledger adds up to ' || coalesce(sum(l.amount), 0) as fault
   from keys k left join ledger l on l.key_id = k.id group by k.id having k.balance <> coalesce(sum(l.amount), 0)`,

  `select 'key ' || k.id || ': held is ' || k.held || ', its open holds add up to ' || coalesce(sum(h.amount), 0) as fault
   from keys k left join holds h on h.key_id = k.id and h.state = 'open' group by k.id having k.held <> coalesce(sum(h.amount), 0)`,

  `select 'key ' || id || ': balance ' || balance || ' and held ' || held || ' are out of bounds' as fault
   from keys where balance < 0 or held < 0 or held > balance`,

  `select 'row ' || l.seq || ': says balance ' || l.balance || ' after ' || l.amount || ' upon ' || coalesce(p.balance, 0) as fault
   from ledger l left join ledger p on p.seq = l.previous_row and p.key_id = l.key_id where l.balance <> coalesce(p.balance, 0) + l.amount`,

  `select 'key ' || k.id || ': its newest row is ' || coalesce(max(l.seq), 'none') || ', not ' || coalesce(k.last_row, 'none') as fault
   from keys k left join ledger l on l.key_id = k.id group by k.id having k.last_row is not max(l.seq)`,

  `select 'request ' || h.request_id || ': settled, but not charged' as fault
   from holds h left join ledger l on l.request_id = h.request_id and l.kind = 'charge'
   where h.state = 'settled' and h.amount > 0 and l.seq is null`,

  `select 'row ' || seq || ': belongs to no key' as fault from ledger where key_id not in (select id from keys)`,
]

/** Per query: in a damaged file every row may be faulty. */
const maxFaults = 100

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
    faults: [...audits, ...(hasPurposes(db) ? paymentAudits : [])].flatMap((sql) =>
      db
        .prepare(`${sql} limit ${maxFaults}`)
        .all()
        .map((row) => String(row['fault'])),
    ),
  }
}
