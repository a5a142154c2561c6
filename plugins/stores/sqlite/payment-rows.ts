/** What payments look like in their table, for whoever reads it: a file of an earlier schema too. */
import type { DatabaseSync } from 'node:sqlite'
import { paymentStates, type PaymentTotals } from '@domesday/core/store'
import { requestLimitMs } from './holds.ts'

export const hasColumn = (db: DatabaseSync, table: string, column: string): boolean =>
  db.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined

/** False in a file of a release that did not note what payments were for. */
export const hasPurposes = (db: DatabaseSync): boolean => hasColumn(db, 'payments', 'purpose')

/**
 * The state of a row as the port names it. The column says `verified` of a payment that a request is at work with, and
 * of one that was refused and has no instance since; `settling` of one that a dead request left behind too.
 */
export const stateSql = (db: DatabaseSync, now: number): string => `
  case
    when state = 'settled' then 'settled'
    when state = 'pending' or (state = 'settling' and at <= ${now - requestLimitMs}) then 'unknown'
    ${hasPurposes(db) ? "when state = 'verified' and refused_at is not null and instance = '' then 'refused'" : ''}
    else 'pending'
  end`

export const paymentTotals = (db: DatabaseSync, now: number): PaymentTotals => {
  const rows = hasColumn(db, 'payments', 'state')
    ? db
        .prepare(
          `select ${stateSql(db, now)} as name, count(*) as count, sum(micro_usd) as microUsd from payments group by 1`,
        )
        .all()
    : []
  return Object.fromEntries(
    paymentStates.map((state) => {
      const { count = 0, microUsd = 0 } = rows.find(({ name }) => name === state) ?? {}
      return [state, { count, microUsd }]
    }),
  ) as unknown as PaymentTotals
}

/** Each query finds inconsistent rows and describes the fault. */
export const paymentAudits: readonly string[] = [
  `select 'payment ' || coalesce(id, request_id) || ': settled without a transaction' as fault
   from payments where state = 'settled' and coalesce(settlement, '') = ''`,

  `select 'payment ' || id || ': a top-up of key ' || coalesce(key_id, 'none') || ' for ' || coalesce(credits, 'no') || ' credits at ' || micro_usd || ' micro-dollars' as fault
   from payments where purpose = 'top-up' and
     (key_id is null or key_id not in (select id from keys) or coalesce(credits, 0) <= 0 or micro_usd % credits <> 0)`,

  `select 'payment ' || p.id || ': settled for ' || p.credits || ' credits, granted are ' || coalesce(l.amount, 0) as fault
   from payments p left join ledger l on l.request_id = p.id and l.kind = 'grant' and l.key_id = p.key_id
   where p.purpose = 'top-up' and p.state = 'settled' and l.amount is not p.credits`,

  // The operator may grant what a settlement of unknown outcome paid for, under the payment's own id.
  `select 'row ' || seq || ': granted for ' || request_id || ', which is no top-up of that key and amount' as fault
   from ledger l where kind = 'grant' and request_id glob 'x402_*' and not exists
     (select 1 from payments p where p.id = l.request_id and p.purpose = 'top-up' and p.key_id = l.key_id and p.credits = l.amount)`,
]
